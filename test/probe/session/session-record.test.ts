import { describe, expect, it } from 'vitest';
import { ExchangePolicies, type PolicyOptions } from '../../../src/exchange/policy.ts';
import type { Capabilities } from '../../../src/probe/session/dialogue.ts';
import { SessionRecord } from '../../../src/probe/session/session-record.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { people, requestFor } from './probe-requests.ts';
import { replyOf } from './scripted-dialogue.ts';

const host = 'mx.example.com';
const accepted = '250 2.1.5 Recipient OK';
const refused = '550 5.1.1 No such user';

function session(options: PolicyOptions = {}, capabilities: Partial<Capabilities> = {}) {
  const offered = { allowsResets: false, pipelining: true, startTls: false, smtpUtf8: false };
  const policies = new ExchangePolicies(new ManualClock(), options);
  const all = { ...offered, maxRecipients: undefined, ...capabilities };
  policies.knownOf(host).answersGroups = true;
  const record = new SessionRecord(host, policies, all);
  /** Asks a group, in transactions of so many recipients, with these replies to RCPT. */
  const ask = (rcpt: readonly string[], perTransaction = 10) => {
    record.onSend(rcpt.length);
    for (const reply of rcpt) if (!reply.startsWith('2')) record.refusals += 1;
    const recipients = rcpt.map((reply, index) => ({ stage: 'rcpt' as const, reply: replyOf(reply), index }));
    const transactions = Math.ceil(rcpt.length / perTransaction);
    record.onResult(people(rcpt.length), { kind: 'counts', recipients, transactions, isClosing: false });
  };
  const times = (count: number, reply = accepted) => Array.from({ length: count }, () => reply);
  return {
    record,
    policies,
    ask,
    times,
    size: (connections = 1) => record.groupSize(host, connections, true),
  };
}

describe('The groups of a session', () => {
  it('have ten recipients in one transaction, or three until the server has answered a group', () => {
    const { record, policies, size } = session({ tuning: { refusalsPerSession: 20 } });
    expect([size(), record.transactionsOf(people(10)).length]).toEqual([10, 1]);
    policies.knownOf(host).answersGroups = false;
    expect([size(), record.transactionsOf(people(3)).length]).toEqual([3, 1]);
  });

  it('are no larger than a transaction may be, as the policy, the server or what it has shown says', () => {
    for (const [options, capabilities] of [
      [{ tuning: { recipientsPerTransaction: 4 } }, {}],
      [{}, { maxRecipients: 4 }],
    ] as const) {
      expect(session(options, capabilities).size()).toBe(4);
    }
    const { policies, size } = session();
    policies.learn(host, { recipientsPerTransaction: 2 });
    expect(size()).toBe(2);
  });

  it('have one recipient each without pipelining at first, and always where the server takes no more in a transaction', () => {
    for (const [options, later] of [
      [{}, 8],
      [{ tuning: { recipientsPerTransaction: 1 } }, 1],
    ] as const) {
      const { ask, times, size } = session(options, { pipelining: false });
      expect(size()).toBe(1);
      ask(times(1));
      expect(size()).toBe(later);
    }
  });

  it('have ten transactions of one recipient at once where the server takes no more in one', () => {
    const { size } = session({ tuning: { recipientsPerTransaction: 1, refusalsPerSession: 20 } });
    expect(size()).toBe(10);
  });

  it('leave 32 recipients under way over all connections, but two at least each', () => {
    const { size } = session();
    expect([size(1), size(8), size(16), size(40)]).toEqual([8, 4, 2, 2]);
  });
});

describe('The room of a session', () => {
  it('is what is left of its recipients, and of its refusals if all were refused', () => {
    const { record, ask, times } = session({ tuning: { recipientsPerSession: 20, refusalsPerSession: 8 } });
    expect([record.room, record.roomIf(0.5), record.isUnused]).toEqual([8, 16, true]);
    ask([accepted, refused]);
    expect([record.room, record.refusals, record.isUnused]).toEqual([7, 1, false]);
    ask(times(10), 10);
    ask(times(5), 5);
    expect(record.room).toBe(3);
    record.onSend(5);
    expect(record.room).toBe(0);
  });

  it('ends with ten RSETs, but not where the server is known to take one recipient a transaction', () => {
    const { record, ask, times } = session({
      tuning: { recipientsPerSession: 100, refusalsPerSession: 100 },
    });
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
    expect(google.roomIf(0.5)).toBe(16);
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
