import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { EgressLimits } from '../../../src/exchange/egress-limits.ts';
import { ExchangePolicies } from '../../../src/exchange/policy.ts';
import { KnownPauses } from '../../../src/probe/egress/known-pauses.ts';
import type { Classification, Meaning } from '../../../src/probe/reply/meanings.ts';
import { ConnectionLimiter } from '../../../src/probe/session/connection-limiter.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { exchangeMonitor, host } from './exchange-monitor-fixture.ts';
import { bulkShare, requestFor } from './probe-requests.ts';
import { replyOf } from './scripted-dialogue.ts';

const address = '192.0.2.1';
const minuteMs = 60_000;
/** The leases of a connection that is the only one. */
const alone = new Map([[`own host:${host}`, 1]]);
const meaning = (text: Meaning): Classification => ({ meaning: text, certainty: 'explicit' });

function start(watchedHost = host) {
  const clock = new ManualClock();
  const { pacing } = memoryStores({ clock });
  const policies = new ExchangePolicies(clock, { connectionsPerExchange: 3 });
  const limiter = new ConnectionLimiter({ pacing, clock, maxConnections: 100, closeIdleSession: () => {} });
  const limits = new EgressLimits('own', policies, { clock });
  const known = new KnownPauses(clock);
  const blocks: string[] = [];
  const onBlock = (exchange: string, until: number) => blocks.push(`${exchange} for ${until - clock.now()}`);
  let passedOn = 0;
  const monitor = exchangeMonitor(
    { clock, policies, limits, limiter, pauses: known, onBlock },
    watchedHost,
    () => {
      passedOn += 1;
    },
  );
  const accepted: unknown[] = [];
  limits.recordAccepted = (name, keys) => void accepted.push([name, [...keys]]);
  const pauses: string[] = [];
  const pause = pacing.pause.bind(pacing);
  pacing.pause = (key, { until, reason }) => {
    pauses.push(`${key} ${reason} ${until - clock.now()}`);
    return pause(key, { until, reason });
  };
  /** Opens a connection to the address, under another name. */
  const connect = (name: string) =>
    limiter.acquire(limits.connectionLimits(name, address), {
      signal: new AbortController().signal,
      share: { kind: 'single' },
      waitUntil: 0,
      onLost: () => {},
    });
  return {
    clock,
    policies,
    limits,
    monitor,
    pauses,
    connect,
    known,
    blocks,
    accepted,
    passedOn: () => passedOn,
  };
}

describe('A connection to an exchange', () => {
  it('is limited by the exchange, then by its IP address', () => {
    const { monitor } = start();
    expect(monitor.connectionLimits(address).map(({ key }) => key)).toEqual([
      `own host:${host}`,
      `own address:${address}`,
    ]);
  });
});

describe('A block', () => {
  it('at the greeting pauses the exchange and its IP address, for ten minutes', async () => {
    const { monitor, pauses } = start();
    await monitor.onReply(meaning('client-blocked'), 'greeting', { address });
    expect(pauses).toEqual([
      `own host:${host} blocked ${10 * minuteMs}`,
      `own address:${address} blocked ${10 * minuteMs}`,
    ]);
  });

  it('of recipients pauses the exchange when there were three in a row', async () => {
    const { monitor, pauses } = start();
    for (let count = 0; count < 2; count += 1) await monitor.onReply(meaning('client-blocked'), 'rcpt');
    expect(pauses).toEqual([]);
    await monitor.onReply(meaning('client-blocked'), 'rcpt');
    expect(pauses).toEqual([`own host:${host} blocked ${10 * minuteMs}`]);
  });

  it('counts no more once the server has said anything else', async () => {
    const { monitor, pauses } = start();
    for (const text of [
      'client-blocked',
      'client-blocked',
      'accepted',
      'client-blocked',
      'client-blocked',
    ] as const)
      await monitor.onReply(meaning(text), 'rcpt');
    expect(pauses).toEqual([]);
  });

  it('counts at any stage, and only what the server says about recipients ends the row', async () => {
    const { monitor, pauses } = start();
    await monitor.onReply(meaning('client-blocked'), 'hello');
    await monitor.onReply(meaning('client-blocked'), 'mail');
    await monitor.onReply(meaning('server-unavailable'), 'greeting');
    await monitor.onReply(meaning('temporary-failure'), 'hello');
    expect(pauses).toEqual([]);
    await monitor.onReply(meaning('client-blocked'), 'hello');
    expect(pauses).toHaveLength(1);
    const another = start();
    for (const text of ['client-blocked', 'client-blocked', 'sender-refused', 'client-blocked'] as const)
      await another.monitor.onReply(meaning(text), 'mail');
    expect(another.pauses).toEqual([]);
  });

  it('is known at once, told once, and the requests are passed on each time that it is found', async () => {
    const { clock, monitor, known, blocks, passedOn } = start();
    const countedAs = `host:${host}`;
    expect(known.find([countedAs])).toBeUndefined();
    for (let count = 0; count < 2; count += 1)
      await monitor.onReply(meaning('client-blocked'), 'greeting', { address });
    expect(blocks).toEqual([`${countedAs} for ${10 * minuteMs}`]);
    expect(passedOn()).toBe(2);
    expect(known.find([countedAs])).toEqual({ reason: 'blocked', endsAt: clock.now() + 10 * minuteMs });
  });

  it('ends the welcome that an answer about a recipient has earned', async () => {
    const { monitor } = start();
    expect(monitor.isWelcome).toBe(false);
    await monitor.onReply(meaning('accepted'), 'rcpt');
    expect(monitor.isWelcome).toBe(true);
    await monitor.onReply(meaning('client-blocked'), 'greeting', { address });
    expect(monitor.isWelcome).toBe(false);
  });
});

describe('An answer about a recipient', () => {
  it('earns connections under the leases that it was given on, if the server knows the recipient', async () => {
    const { monitor, accepted } = start();
    const keys = new Set([`own host:${host}`]);
    for (const text of ['accepted', 'no-information', 'mailbox-full'] as const)
      await monitor.onReply(meaning(text), 'rcpt', { keys });
    expect(accepted).toEqual(Array(3).fill([host, [...keys]]));
  });

  it('earns none if the server does not know the recipient, complains, answers another command, or it has no leases', async () => {
    const { monitor, accepted } = start();
    const keys = [`own host:${host}`];
    for (const text of ['mailbox-not-found', 'mailbox-disabled', 'verification-pending'] as const)
      await monitor.onReply(meaning(text), 'rcpt', { keys });
    for (const text of ['greylisted', 'rate-limited', 'sender-refused', 'temporary-failure'] as const)
      await monitor.onReply(meaning(text), 'rcpt', { keys });
    await monitor.onReply(meaning('no-information'), 'mail', { keys });
    expect(accepted).toEqual([]);
    await monitor.onReply(meaning('accepted'), 'rcpt');
    expect(accepted).toEqual([[host, []]]);
  });
});

describe('A pause that a session met', () => {
  it('is known for what connections are counted as, or for the host alone if it is that of an address', () => {
    const microsoft = 'acme.mail.protection.outlook.com';
    const { clock, monitor, known } = start(microsoft);
    const until = clock.now() + minuteMs;
    monitor.onPaused({ kind: 'pause', scope: 'address', reason: 'limited', until });
    expect(known.find(['provider:microsoft-365'])).toBeUndefined();
    expect(known.find([microsoft])).toEqual({ reason: 'limited', endsAt: until });
    monitor.onPaused({ kind: 'pause', scope: 'exchange', reason: 'blocked', until });
    expect(known.find(['provider:microsoft-365'])).toEqual({ reason: 'blocked', endsAt: until });
  });
});

describe('A reply that we come too often', () => {
  it('begins one pause, however many say so before that ends', async () => {
    const { monitor, pauses } = start();
    await monitor.onLimit();
    await monitor.onLimit();
    expect(pauses).toEqual([`own host:${host} limited 5000`]);
  });

  it('pauses the exchange for five seconds', async () => {
    const { monitor, pauses } = start();
    await monitor.onReply(meaning('rate-limited'), 'rcpt');
    await monitor.onReply(meaning('mailbox-not-found'), 'rcpt');
    expect(pauses).toEqual([`own host:${host} limited 5000`]);
  });

  it('pauses all hosts of a provider that counts them together', async () => {
    const { monitor, pauses } = start('gmail-smtp-in.l.google.com');
    await monitor.onReply(meaning('rate-limited'), 'rcpt');
    expect(pauses).toEqual(['own provider:gmail limited 5000']);
  });
});

describe('An exchange that has asked us to slow down', () => {
  const keys = [`own host:${host}`];
  const [ann, bob] = [requestFor('ann'), requestFor('bob', { share: bulkShare })];

  it('rests for five seconds, and then takes one recipient a second', async () => {
    const { monitor, clock } = start();
    expect([monitor.restMs, monitor.recipientsAllowed(keys).bulk]).toEqual([0, Number.POSITIVE_INFINITY]);
    await monitor.onLimit(keys);
    expect([monitor.restMs, monitor.recipientsAllowed(keys)]).toEqual([5_000, { single: 0, bulk: 0 }]);
    expect(monitor.msToRecipient(keys, 'bulk')).toBe(5_000);
    await clock.advance(5_000);
    expect([monitor.restMs, monitor.msToRecipient(keys, 'bulk')]).toEqual([0, 0]);
    expect(monitor.recipientsAllowed(keys)).toEqual({ single: 1, bulk: 1 });
    monitor.onRecipientReply(keys, false);
    expect(monitor.recipientsAllowed(keys)).toEqual({ single: 2, bulk: 1 });
  });

  it.each([
    ['of a job uses the rate of all', [bob], { single: 1, bulk: 0 }],
    ['of a single request uses the share for such', [ann], { single: 1, bulk: 1 }],
    ['of both uses both', [bob, ann], { single: 0, bulk: 0 }],
  ])('counts what is sent to it: a recipient %s', async (_, sent, allowed) => {
    const { monitor, clock } = start();
    await monitor.onLimit(keys);
    await clock.advance(5_000);
    monitor.onRecipientReply(keys, false);
    monitor.onSend(keys, sent);
    expect(monitor.recipientsAllowed(keys)).toEqual(allowed);
  });

  it('is asked a little less fast than it has answered before', async () => {
    const { monitor, clock } = start();
    for (let count = 0; count < 50; count += 1) {
      monitor.onRecipientReply(keys, false);
      await clock.advance(100);
    }
    await monitor.onLimit(keys);
    await clock.advance(5_000);
    monitor.onRecipientReply(keys, false);
    monitor.onSend(keys, [bob]);
    const nextMs = monitor.msToRecipient(keys, 'bulk');
    expect(nextMs).toBeGreaterThan(100);
    expect(nextMs).toBeLessThan(150);
  });

  it('has its limits looked up in the store when one more session is wanted', () => {
    const { monitor, limits } = start();
    const asked: unknown[] = [];
    limits.recall = (name, leaseKeys) => void asked.push([name, [...leaseKeys]]);
    monitor.onFurtherSessionWanted(keys);
    expect(asked).toEqual([[host, keys]]);
  });
});

describe('A server that refuses the only session', () => {
  it('is tried once more after a second, if it was too busy', async () => {
    for (const text of ['rate-limited', 'server-unavailable'] as const) {
      const { monitor, pauses } = start();
      expect(await monitor.backOff(meaning(text), 'greeting', address)).toBe(true);
      expect(pauses).toEqual([`own host:${host} limited 1000`]);
      expect(await monitor.backOff(meaning(text), 'greeting', address)).toBe(false);
      expect(pauses).toHaveLength(1);
      // It has served somebody since.
      monitor.onGreeting(alone, 20);
      expect(await monitor.backOff(meaning(text), 'hello', address)).toBe(true);
    }
  });

  it('is not tried again for any other reason', async () => {
    const { monitor, pauses } = start();
    for (const text of ['policy-refused', 'temporary-failure', 'not-responsible'] as const) {
      expect(await monitor.backOff(meaning(text), 'greeting', address)).toBe(false);
    }
    expect(await monitor.backOff(meaning('client-blocked'), 'hello', address)).toBe(false);
    expect(pauses).toEqual([]);
  });

  it('has a limit on connections, if it blocks us while others to its address are open', async () => {
    const { monitor, limits, connect } = start();
    for (const name of ['a.example.com', 'b.example.com', host]) await connect(name);
    expect(await monitor.backOff(meaning('client-blocked'), 'greeting', address)).toBe(true);
    expect(limits.connectionLimits(host, address).map(({ maxConnections }) => maxConnections)).toEqual([
      3, 2,
    ]);
  });

  it('has a limit of one, if there was one other', async () => {
    const { monitor, limits, connect } = start();
    for (const name of ['a.example.com', host]) await connect(name);
    expect(await monitor.backOff(meaning('client-blocked'), 'greeting', address)).toBe(true);
    expect(limits.connectionLimits(host, address).map(({ maxConnections }) => maxConnections)).toEqual([
      3, 1,
    ]);
  });

  it('has blocked us, if no other connection to its address is open', async () => {
    const { monitor, limits, connect } = start();
    await connect(host);
    expect(await monitor.backOff(meaning('client-blocked'), 'greeting', address)).toBe(false);
    expect(await monitor.backOff(meaning('client-blocked'), 'greeting', '127.0.0.1')).toBe(false);
    expect(limits.connectionLimits(host, address).map(({ maxConnections }) => maxConnections)).toEqual([
      3, 3,
    ]);
  });
});

describe('A refusal because there are too many connections', () => {
  const host365 = 'acme.mail.protection.outlook.com';
  const held = (connections: number) => new Map([['own provider:microsoft-365', connections]]);

  it('shows what the provider bears, if others to it are open', () => {
    const { monitor, limits } = start(host365);
    expect(monitor.isProviderLimit(meaning('rate-limited'), held(3))).toBe(true);
    expect(limits.maxConnections('other.mail.protection.outlook.com')).toBe(2);
  });

  it('shows nothing about the provider if it is the only one, or if the server says something else', () => {
    const { monitor, limits } = start(host365);
    expect(monitor.isProviderLimit(meaning('rate-limited'), held(1))).toBe(false);
    expect(monitor.isProviderLimit(meaning('server-unavailable'), held(3))).toBe(false);
    expect(limits.maxConnections(host365)).toBe(3);
  });

  it('shows nothing about the provider after four in a row at one host', () => {
    const { monitor } = start(host365);
    const refuse = () => monitor.isProviderLimit(meaning('rate-limited'), held(2));
    expect([refuse(), refuse(), refuse(), refuse(), refuse()]).toEqual([true, true, true, true, false]);
    monitor.onGreeting(held(1), 20);
    expect(refuse()).toBe(true);
  });
});

describe('A connection that is refused while others are there', () => {
  const refusedBeside = (held: ReadonlyMap<string, number>) => {
    const { monitor } = start();
    monitor.onGreeting(alone, 20);
    monitor.onConnectionLimit(held);
    return monitor.maxSessions;
  };

  it('leaves as many as there were before it', () => {
    expect(refusedBeside(new Map([[`own host:${host}`, 3]]))).toBe(2);
    expect(refusedBeside(new Map([[`own host:${host}`, 2]]))).toBe(1);
  });

  it('was the only one if the others had no leases yet: the server greets nobody', () => {
    expect(refusedBeside(alone)).toBe(1);
    expect(refusedBeside(new Map())).toBe(1);
  });
});

describe('The sessions with an exchange', () => {
  it('are one until it has greeted us, and one again after a connection without a greeting', () => {
    const { monitor } = start();
    expect(monitor.maxSessions).toBe(1);
    monitor.onGreeting(alone, 20);
    expect(monitor.maxSessions).toBe(3);
    monitor.onNoGreeting();
    expect(monitor.maxSessions).toBe(1);
  });

  it('are as many as it serves at once, in transactions as large as it takes, without TLS if that fails', () => {
    const { monitor } = start();
    monitor.onGreeting(alone, 20);
    monitor.onConnectionLimit(new Map([[`own host:${host}`, 3]]));
    monitor.onRecipientLimit(4);
    expect(monitor.policy).toMatchObject({ tls: true, recipientsPerTransaction: 4 });
    expect(monitor.maxSessions).toBe(2);
    monitor.onTlsFailure();
    expect(monitor.policy.tls).toBe(false);
  });
});

describe('A dialogue that fails', () => {
  const learnt = (...failure: Parameters<ReturnType<typeof start>['monitor']['onDialogueFailure']>) => {
    const { monitor } = start();
    monitor.onDialogueFailure(...failure);
    const { pipelining, recipientsPerTransaction, refusalsPerSession } = monitor.policy;
    return { pipelining, recipientsPerTransaction, refusalsPerSession };
  };
  const usual = { pipelining: true, recipientsPerTransaction: 10, refusalsPerSession: 8 };
  const pipelined = { pipelining: true, refusals: 0 };
  const lockstep = { pipelining: false, refusals: 0 };

  it('before the first reply, or without a reply, shows that the server bears no pipelining', () => {
    expect(learnt('connection_closed', pipelined, true)).toEqual({ ...usual, pipelining: false });
    expect(learnt('reply_timeout', pipelined, false)).toEqual({ ...usual, pipelining: false });
    expect(learnt('connection_closed', pipelined, false)).toEqual(usual);
  });

  it('because replies and commands do not match ends pipelining and transactions of several', () => {
    expect(learnt('desynchronised', pipelined, false)).toEqual({
      ...usual,
      pipelining: false,
      recipientsPerTransaction: 1,
    });
    expect(learnt('desynchronised', lockstep, false)).toEqual({ ...usual, recipientsPerTransaction: 1 });
  });

  it('says nothing about pipelining where there was none', () => {
    expect(learnt('reply_timeout', lockstep, true)).toEqual(usual);
  });

  it('after several refusals shows how many the server bears: one less', () => {
    for (const failure of ['connection_closed', 'service-closing'] as const) {
      expect(learnt(failure, { pipelining: false, refusals: 4 }, false).refusalsPerSession).toBe(3);
      expect(learnt(failure, { pipelining: false, refusals: 2 }, false).refusalsPerSession).toBe(1);
      expect(learnt(failure, { pipelining: false, refusals: 1 }, false)).toEqual(usual);
    }
    expect(learnt('reply_timeout', { pipelining: false, refusals: 4 }, false)).toEqual(usual);
  });
});

describe('A complaint about recipients that do not exist', () => {
  /** Complaints, each after so many refusals in a session, and after the rest of the one before. */
  const learnt = async (...refusals: number[]) => {
    const { monitor, clock } = start();
    for (const count of refusals) {
      await monitor.onLimit([], 'missing', count);
      await clock.advance(monitor.restMs);
    }
    return monitor.policy.refusalsPerSession;
  };

  it('shows how many a session may have if it comes twice after the same number', async () => {
    expect(await learnt(3, 3)).toBe(3);
    expect(await learnt(5, 3, 3)).toBe(3);
  });

  it('shows nothing about sessions if it comes once, after another number, or after fewer than two', async () => {
    expect(await learnt(3)).toBe(8);
    expect(await learnt(3, 4, 3)).toBe(8);
    expect(await learnt(1, 1)).toBe(8);
  });

  it('counts once where several sessions hear it at the same time', async () => {
    const { monitor } = start();
    for (let count = 0; count < 3; count += 1) await monitor.onLimit([], 'missing', 3);
    expect(monitor.policy.refusalsPerSession).toBe(8);
  });

  it('shows nothing about sessions if it is about all recipients', async () => {
    const { monitor, clock } = start();
    for (let count = 0; count < 3; count += 1) {
      await monitor.onLimit([], 'all', 3);
      await clock.advance(monitor.restMs);
    }
    expect(monitor.policy.refusalsPerSession).toBe(8);
  });
});

describe('The meaning of a reply', () => {
  it('is another one where it names the recipient than where it names only us', () => {
    const { monitor } = start();
    const reply = replyOf('550 5.1.1 User unknown: ann@example.com, said to check@probe.example.net');
    expect(monitor.classify(reply, 'rcpt', 'ann@example.com').meaning).toBe('mailbox-not-found');
    expect(monitor.classify(reply, 'rcpt', 'bob@example.org').meaning).toBe('sender-refused');
    expect(monitor.classify(reply, 'rcpt').meaning).toBe('sender-refused');
  });

  it('is what the provider means by it', () => {
    const reply = replyOf('451 Invalid Recipient');
    const mimecast = start('eu-smtp-inbound-1.mimecast.com').monitor;
    expect(mimecast.classify(reply, 'rcpt', 'ann@example.com').meaning).toBe('greylisted');
    expect(start().monitor.classify(reply, 'rcpt', 'ann@example.com').meaning).not.toBe('greylisted');
  });
});
