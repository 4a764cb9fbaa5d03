import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ExchangePolicies, type PolicyOptions } from '../../../src/exchange/policy.ts';
import type { Capabilities } from '../../../src/probe/session/dialogue.ts';
import { DialogueRunner, defaultTimeouts } from '../../../src/probe/session/dialogue-runner.ts';
import { GreetedConnection, type RequestOutcome } from '../../../src/probe/session/greeted-connection.ts';
import type { ProbeRequest } from '../../../src/probe/session/probe-request.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { exchangeMonitor, host, identity } from './exchange-monitor-fixture.ts';
import { people, requestFor } from './probe-requests.ts';
import { ScriptedConnection } from './scripted-connection.ts';
import { replyOf } from './scripted-dialogue.ts';

const sender = '250 2.1.0 Sender OK';
const accepted = '250 2.1.5 Recipient OK';
const refused = '550 5.1.1 No such user';
const reset = '250 2.0.0 Flushed';
/** The replies to one transaction. */
const known = [sender, accepted, reset];
const missing = [sender, refused, reset];

/** A server that announces these capabilities, and a policy with these limits. */
function greet(capabilities: Partial<Capabilities> = {}, limits: PolicyOptions = {}) {
  const clock = new ManualClock();
  const policies = new ExchangePolicies(clock, limits);
  const monitor = exchangeMonitor({ policies });
  const connection = new ScriptedConnection();
  const dialogues = new DialogueRunner(connection, { host, timeouts: defaultTimeouts, record: undefined });
  const offered = {
    extended: true,
    pipelining: true,
    startTls: false,
    smtpUtf8: false,
    maxRecipients: undefined,
  };
  /** When the server asked us to slow down. */
  const asksToSlowDown: number[] = [];
  const recipientReplies: number[] = [];
  monitor.onGreeting(new Map(), 50);
  const greeted = new GreetedConnection({
    dialogues,
    capabilities: { ...offered, ...capabilities },
    mailFrom: identity.mailFrom,
    monitor,
    onLimit: () => asksToSlowDown.push(clock.now()),
    onRecipientReply: () => recipientReplies.push(clock.now()),
  });
  /** Asks about recipients on a server that replies to each command in order. */
  const ask = async (requests: readonly ProbeRequest[], ...answers: readonly string[]) => {
    connection.answers.push(...answers);
    const outcome = await greeted.probe(requests);
    return { ...outcome, told: outcome.outcomes.map(told) };
  };
  return { clock, connection, greeted, policies, ask, asksToSlowDown, recipientReplies };
}

/** Words for what became of a request. */
function told(outcome: RequestOutcome): string {
  if (outcome.kind === 'retry') {
    if (outcome.limited) return 'ask again, but not at once';
    return outcome.freshSession ? 'ask first on another' : 'ask again';
  }
  const { answer } = outcome;
  if (answer.kind === 'reply') return `${answer.stage}: ${answer.classification.meaning}`;
  return answer.kind === 'dialogue-failed' ? answer.failure : answer.kind;
}

describe('A greeted connection', () => {
  it('gives each recipient its reply, with what it means', async () => {
    const { greeted, ask, connection } = greet();
    const { outcomes, told, failure } = await ask(
      [requestFor('ann'), requestFor('bob')],
      ...known,
      ...missing,
    );
    expect(told).toEqual(['rcpt: accepted', 'rcpt: mailbox-not-found']);
    expect(outcomes[1]).toMatchObject({ answer: { kind: 'reply', reply: replyOf(refused) } });
    expect(failure).toBeUndefined();
    expect(connection.groups).toEqual([
      [
        'MAIL FROM:<check@probe.example.net>',
        'RCPT TO:<ann@example.com>',
        'RSET',
        'MAIL FROM:<check@probe.example.net>',
        'RCPT TO:<bob@example.com>',
        'RSET',
      ],
    ]);
    expect([greeted.failed, greeted.refusals]).toEqual([false, 1]);
  });

  it('is unused until the first recipient is sent', async () => {
    const { greeted, ask, connection } = greet();
    expect(greeted.unused).toBe(true);
    const asking = ask([requestFor('ann')]);
    expect(greeted.unused).toBe(false);
    connection.reply(...known);
    await asking;
    expect(greeted.unused).toBe(false);
  });

  it('stays unused where no recipient was named to the server', async () => {
    const { greeted, ask } = greet({ pipelining: false });
    const { told } = await ask([requestFor('ann')], '550 5.7.1 You are blocked', reset);
    expect(told).toEqual(['mail: client-blocked']);
    expect(greeted.unused).toBe(true);
  });

  it('announces internationalised addresses only where it has some', async () => {
    const { ask, connection } = greet();
    await ask([requestFor('ann'), requestFor('zoë', { needsSmtpUtf8: true })], ...known, ...known);
    expect(connection.groups[0]?.[0]).toBe('MAIL FROM:<check@probe.example.net> SMTPUTF8');
    await ask([requestFor('ann')], ...known);
    expect(connection.groups[1]?.[0]).toBe('MAIL FROM:<check@probe.example.net>');
  });
});

describe('The room of a connection', () => {
  it('is what is left of its recipients, and of its refusals if all were refused', async () => {
    const { greeted, ask } = greet({}, { recipientsPerSession: 6, refusalsPerSession: 4 });
    expect(greeted.room).toBe(4);
    await ask(people(3), ...known, ...known, ...missing);
    expect(greeted.room).toBe(3);
    await ask(people(2), sender, accepted, accepted, reset);
    expect(greeted.room).toBe(1);
  });

  it('is less by those in flight, and never less than none', async () => {
    const { greeted, ask, connection } = greet({}, { refusalsPerSession: 3 });
    const asking = ask(people(2));
    expect(greeted.room).toBe(1);
    await yieldToEventLoop();
    connection.reply(...missing, ...missing);
    await asking;
    expect(greeted.room).toBe(1);
    await ask(people(2), ...missing, ...missing);
    expect(greeted.room).toBe(0);
    expect(greeted.ready).toBe(false);
  });
});

describe('With pipelining', () => {
  it('a group holds ten recipients, each in a transaction of its own until fences are known', async () => {
    const { greeted, ask, connection } = greet();
    expect([greeted.pipelining, greeted.groupSize, greeted.lockstep]).toEqual([true, 10, false]);
    await ask(people(2), ...known, ...known);
    // Now a fence proves that the replies to several recipients are their own.
    await ask(people(3), sender, accepted, accepted, accepted, reset);
    expect(connection.groups.map((commands) => commands.length)).toEqual([6, 5]);
  });

  it('a transaction has no more recipients than the policy and the server allow', async () => {
    for (const [announced, limit, sizes] of [
      [undefined, 2, [6, 8]],
      [2, 10, [6, 8]],
      [5, 10, [6, 6]],
    ] as const) {
      const { ask, connection } = greet({ maxRecipients: announced }, { recipientsPerTransaction: limit });
      await ask(people(2), ...known, ...known);
      const answers = sizes[1] === 6 ? [sender, ...Array(4).fill(accepted), reset] : [];
      const two = [sender, accepted, accepted, reset];
      await ask(people(4), ...(answers.length > 0 ? answers : [...two, ...two]));
      expect(connection.groups.map((commands) => commands.length)).toEqual(sizes);
    }
  });

  it('a group follows an unanswered one once fences are known, and then has single recipients', async () => {
    const { greeted, ask, connection } = greet();
    const first = ask(people(2));
    await yieldToEventLoop();
    expect(greeted.ready).toBe(false);
    connection.reply(...known, ...known);
    await first;
    expect(greeted.ready).toBe(true);
    const alone = ask([requestFor('ann')]);
    expect(greeted.ready).toBe(true);
    const behind = ask(people(2));
    await yieldToEventLoop();
    expect(greeted.ready).toBe(true);
    expect(connection.groups.map((commands) => commands.length)).toEqual([6, 3, 6]);
    connection.reply(...known, ...known, ...missing);
    expect((await alone).told).toEqual(['rcpt: accepted']);
    expect((await behind).told).toEqual(['rcpt: accepted', 'rcpt: mailbox-not-found']);
  });

  it.each([
    { connections: 3, unknown: 10, inFlight: 8 },
    { connections: 8, unknown: 4, inFlight: 4 },
    { connections: 20, unknown: 2, inFlight: 2 },
  ])('$inFlight may be in flight where the server permits $connections connections', async (each) => {
    const { greeted, ask } = greet({}, { connectionsPerExchange: each.connections });
    expect(greeted.groupSize).toBe(each.unknown);
    await ask(people(2), ...known, ...known);
    for (let inFlight = 0; inFlight < each.inFlight; inFlight += 1) {
      expect([greeted.ready, greeted.groupSize > 0]).toEqual([true, true]);
      void ask(people(1));
    }
    expect(greeted.ready).toBe(false);
  });

  it('few in flight go one by one, so that the server never waits for the next', async () => {
    const { greeted, ask } = greet({}, { connectionsPerExchange: 20 });
    await ask(people(2), ...known, ...known);
    expect(greeted.groupSize).toBe(1);
  });

  it('no group follows an unanswered one with several recipients in a transaction', async () => {
    const { greeted, ask, connection } = greet();
    await ask(people(2), ...known, ...known);
    const shared = ask(people(2));
    await yieldToEventLoop();
    expect(greeted.ready).toBe(false);
    connection.reply(sender, accepted, accepted, reset);
    await shared;
    expect(greeted.ready).toBe(true);
  });

  it('it works in lockstep where fences cannot be told from other replies', async () => {
    const { greeted, ask } = greet();
    await ask(people(2), '250 OK', '250 OK', '250 OK', '250 OK', '250 OK', '250 OK');
    expect(greeted.lockstep).toBe(true);
    expect(greeted.groupSize).toBe(10);
  });

  it('a fence that is not worded as one says that the replies do not match', async () => {
    const { ask, greeted } = greet();
    await ask(people(2), ...known, ...known);
    const { told, failure } = await ask([requestFor('ann')], sender, accepted, sender);
    expect([told, failure]).toEqual([['ask again'], 'desynchronised']);
    expect(greeted.failed).toBe(true);
  });
});

describe('Without pipelining', () => {
  const lockstep = { pipelining: false };

  it('a group is one transaction: first of one recipient, then of as many as a fence proves', async () => {
    const { greeted, ask } = greet(lockstep, { recipientsPerTransaction: 3 });
    expect([greeted.pipelining, greeted.groupSize, greeted.lockstep]).toEqual([false, 1, true]);
    await ask([requestFor('ann')], ...known);
    await ask([requestFor('bob')], ...known);
    expect(greeted.groupSize).toBe(3);
  });

  it('a group has ten recipients at most', async () => {
    const { greeted, ask } = greet(lockstep, { recipientsPerTransaction: 30 });
    for (let count = 0; count < 2; count += 1) await ask(people(1), ...known);
    expect(greeted.groupSize).toBe(10);
  });

  it('a server whose policy forbids pipelining is not sent several commands at once', async () => {
    const { greeted, ask, connection, policies } = greet();
    policies.learn(host, { kind: 'no-pipelining' });
    expect(greeted.pipelining).toBe(false);
    await ask([requestFor('ann')], ...known);
    expect(connection.groups.map((commands) => commands.length)).toEqual([1, 1, 1]);
  });

  it('no group comes between the commands of another, even once pipelining is allowed again', async () => {
    const { greeted, ask, connection, policies, clock } = greet();
    await ask(people(2), ...known, ...known);
    policies.learn(host, { kind: 'no-pipelining' });
    const oneByOne = ask([requestFor('ann')]);
    await yieldToEventLoop();
    await clock.advance(3_600_000);
    expect(greeted.pipelining).toBe(true);
    expect(greeted.ready).toBe(false);
    for (const reply of known) {
      connection.reply(reply);
      await yieldToEventLoop();
    }
    expect((await oneByOne).told).toEqual(['rcpt: accepted']);
    expect(greeted.ready).toBe(true);
  });

  it('the wording of fences matters only among several recipients', async () => {
    const { greeted, ask } = greet(lockstep);
    for (let count = 0; count < 2; count += 1) await ask(people(1), ...known);
    const changed = '250 2.0.0 As you like';
    expect((await ask(people(1), sender, accepted, changed)).told).toEqual(['rcpt: accepted']);
    const { told } = await ask(people(2), sender, accepted, accepted, changed);
    expect(told).toEqual(['ask again', 'ask again']);
    expect(greeted.failed).toBe(true);
  });
});

describe('A dialogue that fails', () => {
  it('closes the connection, and is reported once', async () => {
    const { greeted, ask, connection } = greet();
    await ask(people(2), ...known, ...known);
    const [first, second] = [ask([requestFor('ann')]), ask([requestFor('bob')])];
    await yieldToEventLoop();
    connection.fail('reply_timeout');
    expect(await first).toMatchObject({ told: ['ask again'], failure: 'reply_timeout' });
    expect((await second).failure).toBeUndefined();
    expect(greeted.failed).toBe(true);
    expect(connection.calls).toContain('close');
  });

  it('counts against those about whom nothing was said, and answers for them at the third time', async () => {
    const request = requestFor('ann');
    const outcomes: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      outcomes.push(...(await greet().ask([request], 'connection_closed')).told);
    }
    expect(outcomes).toEqual(['ask again', 'ask again', 'connection_closed']);
    expect(request.failures).toBe(3);
  });

  it('answers with the 421 that ended it, if there was one', async () => {
    const request = requestFor('ann');
    let last: Awaited<ReturnType<ReturnType<typeof greet>['ask']>> | undefined;
    for (let count = 0; count < 3; count += 1) {
      last = await greet().ask([request], '421 4.7.0 Too many connections from your host');
    }
    expect(last?.outcomes).toMatchObject([
      {
        kind: 'answered',
        answer: {
          kind: 'reply',
          stage: 'rcpt',
          reply: replyOf('421 4.7.0 Too many connections from your host'),
          classification: { meaning: 'rate-limited' },
        },
      },
    ]);
  });

  it('takes the name of a recipient for no request to slow down', async () => {
    const { ask, asksToSlowDown, recipientReplies } = greet();
    const asked = [requestFor('rate-limit')];
    await ask(asked, sender, '450 4.2.1 The user rate-limit is unavailable', reset);
    expect([asksToSlowDown, recipientReplies].map(({ length }) => length)).toEqual([0, 1]);
  });

  it('tells at once that the server asks us to slow down, while others of the group wait for their replies', async () => {
    const { ask, connection, asksToSlowDown, recipientReplies } = greet();
    const asked = ask(people(2), '250 2.1.0 Sender OK', '450 4.7.28 unusual rate of mail');
    await yieldToEventLoop();
    expect(asksToSlowDown).toHaveLength(1);
    connection.reply('250 2.0.0 Flushed', '250 2.1.0 Sender OK', '250 2.1.5 OK', '250 2.0.0 Flushed');
    expect((await asked).told).toEqual(['ask again, but not at once', 'rcpt: accepted']);
    expect([asksToSlowDown, recipientReplies].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is no fault of a recipient if the server spoke about another one of the group', async () => {
    const [ann, bob] = [requestFor('ann'), requestFor('bob')];
    const { told } = await greet().ask([ann, bob], ...missing, 'connection_closed');
    expect(told).toEqual(['rcpt: mailbox-not-found', 'ask again']);
    expect(bob.failures).toBe(0);
  });

  it('is no fault of those in a group behind it', async () => {
    const { ask, connection } = greet();
    await ask(people(2), ...known, ...known);
    const [ann, bob] = [requestFor('ann'), requestFor('bob')];
    const both = [ask([ann]), ask([bob])];
    await yieldToEventLoop();
    connection.fail('connection_closed');
    await Promise.all(both);
    expect([ann.failures, bob.failures]).toEqual([1, 0]);
  });
});

describe('A reply without a fence', () => {
  const withoutFence = (reply: string) => [sender, reply, 'connection_closed'];

  it('counts once another connection says the same', async () => {
    const request = requestFor('ann');
    expect((await greet().ask([request], ...withoutFence(refused))).told).toEqual(['ask again']);
    expect(request).toMatchObject({ failures: 1, unconfirmedMeaning: 'mailbox-not-found' });
    expect((await greet().ask([request], ...withoutFence(refused))).told).toEqual([
      'rcpt: mailbox-not-found',
    ]);
  });

  it('does not count if another connection says something else', async () => {
    const request = requestFor('ann');
    const outcomes: string[] = [];
    for (const reply of [accepted, refused, accepted]) {
      outcomes.push(...(await greet().ask([request], ...withoutFence(reply))).told);
    }
    expect(outcomes).toEqual(['ask again', 'ask again', 'connection_closed']);
  });
});

describe('A reply that asks us to slow down', () => {
  const tooMany = '450 4.7.1 You are sending too many requests';

  it('is no answer the first time: the session ends, and the recipient is asked about again later', async () => {
    const { greeted, ask } = greet();
    const request = requestFor('ann');
    const { outcomes } = await ask([request], sender, tooMany, reset);
    expect(outcomes).toEqual([
      { kind: 'retry', freshSession: false, limited: { meaning: 'rate-limited', certainty: 'explicit' } },
    ]);
    expect([greeted.room, greeted.ready, greeted.failed, request.failures]).toEqual([0, false, false, 0]);
  });

  it('is the answer the third time', async () => {
    const request = requestFor('ann');
    for (let time = 0; time < 2; time += 1) await greet().ask([request], sender, tooMany, reset);
    const { greeted, ask } = greet();
    expect((await ask([request], sender, tooMany, reset)).told).toEqual(['rcpt: rate-limited']);
    expect(greeted.room).toBe(0);
  });

  it('is nothing to go by without a fence', async () => {
    const { greeted, ask } = greet();
    const { told } = await ask([requestFor('ann')], sender, tooMany, 'connection_closed');
    expect(told).toEqual(['ask again']);
    expect(greeted.room).toBe(7);
  });

  it('is the one that closes the session, if that has refused one recipient at most', async () => {
    const closing = '421 4.7.0 Too many connections from your host';
    for (const [refusals, outcome] of [
      [0, 'ask again, but not at once'],
      [1, 'ask again, but not at once'],
      [2, 'ask again'],
    ] as const) {
      const { ask } = greet();
      for (let count = 0; count < refusals; count += 1) await ask(people(1), ...missing);
      expect((await ask([requestFor('ann')], closing)).told).toEqual([outcome]);
    }
  });

  it('is not any reply that closes the session', async () => {
    const { outcomes } = await greet().ask([requestFor('ann')], '421 4.3.2 The system is shutting down');
    expect(outcomes).toEqual([{ kind: 'retry', freshSession: false }]);
  });
});

describe('A limit on recipients', () => {
  it('is learnt from the first one refused for it, who is asked about again', async () => {
    const { ask, policies } = greet();
    await ask(people(2), ...known, ...known);
    const tooMany = '452 4.5.3 Too many recipients';
    const { told } = await ask(people(4), sender, accepted, accepted, tooMany, tooMany, reset);
    expect(told).toEqual(['rcpt: accepted', 'rcpt: accepted', 'ask again', 'ask again']);
    expect(policies.policyFor(host).recipientsPerTransaction).toBe(2);
  });

  it('is not learnt from the first recipient of a transaction, who has this answer', async () => {
    const { ask, policies } = greet();
    const { told } = await ask([requestFor('ann')], sender, '452 4.5.3 Too many recipients', reset);
    expect(told).toEqual(['rcpt: too-many-recipients']);
    expect(policies.policyFor(host).recipientsPerTransaction).toBe(10);
  });

  it('is counted in the transaction of the recipient, not in the group', async () => {
    const { ask, policies } = greet({}, { recipientsPerTransaction: 3 });
    await ask(people(2), ...known, ...known);
    const [fine, tooMany] = [
      [sender, accepted, accepted, accepted, reset],
      [sender, accepted, '452 4.5.3 Too many recipients', reset],
    ];
    await ask(people(5), ...fine, ...tooMany);
    expect(policies.policyFor(host).recipientsPerTransaction).toBe(1);
  });
});

describe('A refusal without words', () => {
  it('counts as the first refusal of a session only', async () => {
    const { ask } = greet();
    expect((await ask([requestFor('ann')], sender, '550 ', reset)).told).toEqual(['rcpt: mailbox-not-found']);
    expect((await ask([requestFor('bob')], sender, '550 ', reset)).told).toEqual(['ask first on another']);
    expect((await ask([requestFor('cat')], ...missing)).told).toEqual(['rcpt: mailbox-not-found']);
    expect((await ask([requestFor('dan')], sender, '450 ', reset)).told).not.toEqual([
      'ask first on another',
    ]);
  });

  it('counts, too, once the server accepts another recipient later in the session', async () => {
    const { ask } = greet();
    await ask([requestFor('ann')], sender, '550 ', reset);
    const bob = requestFor('bob');
    const doubted = await ask([bob], sender, '550 ', reset);
    expect([doubted.told, doubted.confirmed]).toEqual([['ask first on another'], []]);
    const { told, confirmed } = await ask([requestFor('cat')], ...known);
    expect(told).toEqual(['rcpt: accepted']);
    expect(confirmed.map(({ request }) => request)).toEqual([bob]);
    expect(confirmed[0]?.answer).toMatchObject({ classification: { meaning: 'mailbox-not-found' } });
    expect((await ask([requestFor('dan')], ...known)).confirmed).toEqual([]);
  });

  it('does not count because of what the server accepts without a fence', async () => {
    const { ask } = greet();
    await ask([requestFor('ann')], sender, '550 ', reset);
    await ask([requestFor('bob')], sender, '550 ', reset);
    const { confirmed, failure } = await ask([requestFor('cat')], sender, accepted, 'connection_closed');
    expect([confirmed, failure]).toEqual([[], 'connection_closed']);
  });

  it('counts, too, if the server then accepts another recipient of the group', async () => {
    const { ask } = greet();
    const wordless = [sender, '550 ', reset];
    const { told } = await ask(people(5), ...wordless, ...wordless, ...wordless, ...known, ...wordless);
    expect(told).toEqual([
      'rcpt: mailbox-not-found',
      'rcpt: mailbox-not-found',
      'rcpt: mailbox-not-found',
      'rcpt: accepted',
      'ask first on another',
    ]);
  });
});
