import { describe, expect, it } from 'vitest';
import { ExchangePolicies, type PolicyOptions } from '../../../src/exchange/policy.ts';
import type { Capabilities } from '../../../src/probe/session/dialogue.ts';
import { SessionRecord } from '../../../src/probe/session/session-record.ts';
import type { GroupResult } from '../../../src/probe/session/transaction.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { people, requestFor } from './probe-requests.ts';
import { replyOf } from './scripted-dialogue.ts';

const host = 'mx.example.com';
const words = { mail: '250 2.1.0 Sender OK', accepted: '250 2.1.5 Recipient OK', reset: '250 2.0.0 Flushed' };
const refused = '550 5.1.1 No such user';

function session(options: PolicyOptions = {}, capabilities: Partial<Capabilities> = {}) {
  const offered = { allowsResets: false, pipelining: true, startTls: false, smtpUtf8: false };
  const policies = new ExchangePolicies(new ManualClock(), options);
  const all = { ...offered, maxRecipients: undefined, ...capabilities };
  const record = new SessionRecord(host, policies, all);
  /** Asks groups, in transactions of so many recipients, with these replies to RCPT. */
  const ask = (rcpt: readonly string[], perTransaction = 1, wording: Partial<typeof words> = {}) => {
    const { mail, reset } = { ...words, ...wording };
    record.onSend(rcpt.length);
    for (const reply of rcpt) if (!reply.startsWith('2')) record.onRefusal();
    const transactions = [];
    for (let from = 0; from < rcpt.length; from += perTransaction)
      transactions.push({
        mail: replyOf(mail),
        rcpt: rcpt.slice(from, from + perTransaction).map(replyOf),
        reset: replyOf(reset),
      });
    const recipients = rcpt.map((reply, index) => ({ stage: 'rcpt' as const, reply: replyOf(reply), index }));
    const result: GroupResult = { kind: 'counts', recipients, transactions, isClosing: false };
    return record.onResult(people(rcpt.length), result).kind;
  };
  const times = (count: number, reply = words.accepted) => Array.from({ length: count }, () => reply);
  return {
    record,
    policies,
    ask,
    times,
    size: (connections = 1) => record.groupSize(host, connections, true),
  };
}

describe('The groups of a session', () => {
  it('have three recipients at first, each in a transaction of its own, and ten in one once replies tell apart', () => {
    const { record, ask, times, size } = session({ refusalsPerSession: 20 });
    expect([size(), record.transactionsOf(people(2))]).toEqual([
      3,
      [['person0@example.com'], ['person1@example.com']],
    ]);
    expect(ask(times(1))).toBe('counts');
    expect([size(), record.transactionsOf(people(10)).length]).toEqual([10, 1]);
  });

  it('share no transaction before somebody was accepted, nor where acceptances are worded like the reply to RSET', () => {
    const missing = session();
    missing.ask([refused, refused]);
    expect([missing.size(), missing.record.transactionsOf(people(2)).length]).toEqual([3, 2]);
    const unclear = session();
    unclear.ask([words.reset]);
    unclear.ask([words.accepted]);
    expect(unclear.record.transactionsOf(people(2))).toHaveLength(2);
  });

  it('do not count if several shared a transaction whose RSET is answered in other words, and share none then', () => {
    const { record, ask, times } = session();
    ask(times(1));
    expect(ask(times(2), 2, { reset: '250 2.0.0 Cleared' })).toBe('void');
    expect(record.transactionsOf(people(2))).toHaveLength(2);
    expect(ask(times(2))).toBe('counts');
  });

  it('are no larger than a transaction may be, as the policy, the server or what it has shown says', () => {
    for (const [options, capabilities] of [
      [{ recipientsPerTransaction: 4 }, {}],
      [{}, { maxRecipients: 4 }],
    ] as const) {
      const { ask, times, size } = session(options, capabilities);
      ask(times(1));
      expect(size()).toBe(4);
    }
    const { policies, ask, times, size } = session();
    ask(times(1));
    policies.learn(host, { kind: 'recipients-per-transaction', count: 2 });
    expect(size()).toBe(2);
  });

  it('have one recipient each without pipelining until replies tell apart', () => {
    const { ask, times, size } = session({}, { pipelining: false });
    expect(size()).toBe(1);
    ask(times(1));
    expect(size()).toBe(8);
  });

  it('have ten transactions of one recipient at once where the server takes no more in one', () => {
    const { size } = session({ recipientsPerTransaction: 1, refusalsPerSession: 20 });
    expect(size()).toBe(10);
  });

  it('leave 32 recipients under way over all connections, but two at least each', () => {
    const { ask, times, size } = session();
    ask(times(1));
    expect([size(1), size(8), size(16), size(40)]).toEqual([8, 4, 2, 2]);
  });
});

describe('The room of a session', () => {
  it('is what is left of its recipients, and of its refusals if all were refused', () => {
    const { record, ask, times } = session({ recipientsPerSession: 20, refusalsPerSession: 8 });
    expect([record.room, record.likelyRoom, record.isUnused]).toEqual([8, 16, true]);
    ask([words.accepted, refused]);
    expect([record.room, record.refusals, record.isUnused]).toEqual([7, 1, false]);
    ask(times(10), 10);
    ask(times(5), 5);
    expect(record.room).toBe(3);
    record.onSend(5);
    expect(record.room).toBe(0);
  });

  it('ends with ten RSETs, but not where the server is known to take one recipient a transaction', () => {
    const { record, ask, times } = session({ recipientsPerSession: 100, refusalsPerSession: 100 });
    ask(times(1));
    for (let group = 0; group < 8; group += 1) ask(times(10), 10);
    expect([record.resets, record.room]).toEqual([9, 10]);
    ask(times(10), 10);
    expect(record.room).toBe(0);
    const google = new SessionRecord('aspmx.l.google.com', new ExchangePolicies(new ManualClock()), {
      allowsResets: false,
      pipelining: true,
      startTls: false,
      smtpUtf8: false,
      maxRecipients: undefined,
    });
    expect(google.likelyRoom).toBe(16);
  });

  it('is unused until the first recipient is sent', () => {
    const { record } = session();
    record.onSend(1);
    expect(record.isUnused).toBe(false);
    record.onResult([requestFor('ann')], {
      ...{ kind: 'void', failure: 'connection_closed', replies: [], isResetRefused: false },
    });
    expect([record.isUnused, record.resets]).toEqual([false, 0]);
  });
});
