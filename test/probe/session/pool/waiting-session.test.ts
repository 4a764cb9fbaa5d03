import { describe, expect, it } from 'vitest';
import { singleShare, type WorkShare } from '../../../../src/concurrency/work-share.ts';
import type { ConnectionLimiter } from '../../../../src/probe/session/connection-limiter.ts';
import { acceptedReplies, host, startPool, usualReply } from '../pool-fixture.ts';
import { bulkShare } from '../probe-requests.ts';

const greeting = '220 mx.example.com ESMTP';
const single = singleShare;
/** A server that says nothing after EHLO unless the test lets it. */
const silentAfterHello = {
  greeting,
  respond: (command: string) => (/^(MAIL|RCPT|RSET)/.test(command) ? undefined : usualReply(command)),
};
/** A server without pipelining, silent at some commands. */
const lockstepSilentAt = (pattern: RegExp) => ({
  greeting,
  respond: (command: string) => {
    if (command.startsWith('EHLO')) return '250 mx.example.com';
    return pattern.test(command) ? undefined : usualReply(command);
  },
});
/** The replies to one transaction. */
const accepted = ['250 2.1.0 Sender OK', '250 2.1.5 Recipient OK', '250 2.0.0 Flushed'];

/** A connection for another exchange, whose lease has this key. */
function connectElsewhere(limiter: ConnectionLimiter, key: string, share: WorkShare, maxConnections = 1) {
  const controller = new AbortController();
  const state = {
    granted: false,
    release: async () => {},
    leave: () => controller.abort(new Error('gone')),
  };
  const wait = { signal: controller.signal, share, waitUntil: 0, onLost: () => {} };
  const limit = { key, scope: 'exchange', maxConnections, maxForBulk: maxConnections } as const;
  limiter.acquire([limit], wait).then(
    (grant) => {
      state.granted = true;
      if (grant.kind === 'lease') state.release = () => grant.release();
    },
    () => {},
  );
  return state;
}

const recipientsOf = (connection: { groups: readonly (readonly string[])[] } | undefined) =>
  connection?.groups.flat().filter((command) => command.startsWith('RCPT')) ?? [];

describe('A session with bulk work', () => {
  it('asks one group before it gives way to a single request for another exchange', async () => {
    const { clock, limiter, askAll, bulkShare, connections } = startPool({
      dials: [{ greeting: undefined }],
      limits: { connectionsPerExchange: 1, tuning: { recipientsPerTransaction: 3 } },
    });
    void askAll(6, 'bulk', bulkShare);
    await clock.advance(0);
    const other = connectElsewhere(limiter, 'own address:192.0.2.1', single);
    await clock.advance(0);
    connections[0]?.reply(greeting);
    await clock.advance(1);
    expect(recipientsOf(connections[0])).toHaveLength(3);
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
    expect(other.granted).toBe(true);
  });

  it('gives way to none while a single request waits for its own exchange', async () => {
    const { clock, limiter, ask, askAll, bulkShare, connections } = startPool({
      dials: [silentAfterHello],
      limits: { connectionsPerExchange: 1, tuning: { recipientsPerTransaction: 3 } },
    });
    void askAll(6, 'bulk', bulkShare);
    await clock.advance(0);
    ask('ann');
    const other = connectElsewhere(limiter, 'own address:192.0.2.1', single);
    await clock.advance(0);
    connections[0]?.reply(...acceptedReplies(3));
    await clock.advance(0);
    expect(recipientsOf(connections[0])[3]).toBe('RCPT TO:<ann@example.com>');
    expect(other.granted).toBe(false);
  });

  it('has no room for those who come when it is to give way: they get another one', async () => {
    const { clock, limiter, ask, askAll, bulkShare, connections, dialled } = startPool({
      dials: [silentAfterHello],
      limits: { connectionsPerExchange: 2, tuning: { refusalsPerSession: 30, recipientsPerSession: 30 } },
    });
    void askAll(3, 'bulk', bulkShare);
    await clock.advance(0);
    const other = connectElsewhere(limiter, 'own address:192.0.2.1', single);
    await clock.advance(0);
    ask('late', { share: bulkShare });
    await clock.advance(0);
    expect(dialled).toHaveLength(1);
    connections[0]?.reply(...acceptedReplies(3));
    await clock.advance(0);
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
    expect(other.granted).toBe(true);
  });

  it('ends for each of two single requests for another exchange, also after the first one has its connection', async () => {
    const { clock, limiter, askAll, bulkShare, connections } = startPool({
      dials: [silentAfterHello, silentAfterHello],
      limits: { connectionsPerExchange: 2, tuning: { refusalsPerSession: 3 } },
    });
    void askAll(20, 'bulk', bulkShare);
    await clock.advance(0);
    expect(connections).toHaveLength(2);
    const others = [1, 2].map(() => connectElsewhere(limiter, 'own address:192.0.2.1', single, 2));
    await clock.advance(0);
    const granted: boolean[][] = [];
    for (const connection of connections.slice(0, 2)) {
      for (let count = 0; count < 3; count += 1) connection.reply(...accepted);
      await clock.advance(1);
      granted.push(others.map((other) => other.granted));
    }
    expect(granted).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  it('goes on where an idle session ends for the single request', async () => {
    const { clock, limiter, prober, ask, connections } = startPool({
      dials: [lockstepSilentAt(/^(RCPT TO:<early|QUIT)/), lockstepSilentAt(/^RCPT/)],
    });
    const early = ask('early', { share: bulkShare });
    await clock.advance(0);
    ask('busy', { share: bulkShare });
    await clock.advance(0);
    connections[0]?.reply('250 2.1.5 Recipient OK');
    await early.answer;
    await clock.advance(0);
    const other = connectElsewhere(limiter, 'own address:192.0.2.1', single, 2);
    await clock.advance(0);
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
    ask('next', { share: bulkShare });
    connections[1]?.reply('250 2.1.5 Recipient OK');
    await clock.advance(5);
    expect(recipientsOf(connections[1])).toEqual([
      'RCPT TO:<busy@example.com>',
      'RCPT TO:<next@example.com>',
    ]);
    connections[0]?.reply('221 2.0.0 Bye');
    await clock.advance(0);
    expect([other.granted, prober.pools[0]?.requestCount ?? 0]).toEqual([true, 1]);
  });

  it('takes what comes while it is idle, if another idle session ends for the single request', async () => {
    const { clock, limiter, ask, connections } = startPool({
      dials: [lockstepSilentAt(/^(RCPT TO:<early|QUIT)/), lockstepSilentAt(/^$/)],
    });
    const early = ask('early', { share: bulkShare });
    await clock.advance(0);
    await ask('other', { share: bulkShare }).answer;
    connections[0]?.reply('250 2.1.5 Recipient OK');
    await early.answer;
    await clock.advance(0);
    connectElsewhere(limiter, 'own address:192.0.2.1', single, 2);
    await clock.advance(0);
    const next = ask('next', { share: bulkShare });
    await clock.advance(5);
    expect(await next.answer).toBe('rcpt: accepted');
    expect(connections.map((connection) => recipientsOf(connection).length)).toEqual([1, 2]);
  });

  it('waits for its socket as a single request does once one comes, also where another session is busy', async () => {
    const { clock, limiter, ask, askAll, bulkShare, connections } = startPool({
      dials: [silentAfterHello],
      maxConnections: 4,
      limits: { connectionsPerExchange: 2, tuning: { recipientsPerSession: 2 } },
    });
    // One socket is for single requests alone.
    for (const name of ['a', 'b']) connectElsewhere(limiter, `host:${name}`, bulkShare);
    void askAll(2, 'busy', bulkShare);
    await clock.advance(0);
    void askAll(1, 'waiting', bulkShare);
    await clock.advance(10);
    expect(connections).toHaveLength(1);
    const asked = ask('ann');
    await clock.advance(10);
    expect(await asked.answer).toBe('rcpt: accepted');
    expect(recipientsOf(connections[1])[0]).toBe('RCPT TO:<ann@example.com>');
  });

  it('waits on behind single requests for other exchanges while another session has room for one that comes', async () => {
    const slow = (command: string) => {
      if (command.startsWith('EHLO')) return '250 mx.example.com';
      return command.startsWith('RCPT TO:<busy') ? undefined : usualReply(command);
    };
    const { clock, limiter, ask, askAll, bulkShare, connections } = startPool({
      dials: [{ greeting, respond: slow }],
      maxConnections: 4,
      limits: { connectionsPerExchange: 2 },
    });
    // One socket is for single requests alone.
    for (const name of ['a', 'b']) connectElsewhere(limiter, `host:${name}`, bulkShare);
    void askAll(1, 'busy', bulkShare);
    await clock.advance(0);
    void askAll(1, 'waiting', bulkShare);
    await clock.advance(10);
    const asked = ask('ann');
    await clock.advance(10);
    expect(connections).toHaveLength(1);
    connections[0]?.reply('250 2.1.5 Recipient OK');
    await clock.advance(10);
    expect(await asked.answer).toBe('rcpt: accepted');
  });
});

describe('A session that waits for a socket', () => {
  it.each([
    ['single requests', single],
    ['bulk work', bulkShare],
  ])('for %s keeps its place when more of them come', async (_, share) => {
    const { clock, limiter, ask, connections } = startPool({ maxConnections: 1 });
    const open = connectElsewhere(limiter, 'host:a', share);
    await clock.advance(0);
    const first = ask('ann', { share });
    await clock.advance(0);
    const other = connectElsewhere(limiter, 'host:b', share);
    await clock.advance(0);
    const second = ask('bob', { share });
    await clock.advance(0);
    expect(connections).toHaveLength(0);
    await open.release();
    await clock.advance(0);
    expect([await first.answer, await second.answer]).toEqual(['rcpt: accepted', 'rcpt: accepted']);
    expect(connections).toHaveLength(1);
    // The session ends once it is idle, because somebody waits for its socket.
    expect(other.granted).toBe(true);
  });
});

describe('A session that waits for a socket on behalf of an account that holds all it may', () => {
  it('gets one at once on behalf of another account whose request comes', async () => {
    const { clock, limiter, ask, connections } = startPool({ dials: [silentAfterHello], maxConnections: 6 });
    const [flooding, other] = ['a', 'b'].map((account): WorkShare => ({ kind: 'single', account }));
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      connectElsewhere(limiter, `host:${name}`, flooding ?? single);
    await clock.advance(0);
    ask('bob', { share: flooding ?? single });
    await clock.advance(10);
    expect(connections).toHaveLength(0);
    ask('ann', { share: other ?? single });
    await clock.advance(10);
    expect(recipientsOf(connections[0])).toEqual(['RCPT TO:<bob@example.com>', 'RCPT TO:<ann@example.com>']);
  });

  it('waits on for the others of that account', async () => {
    const { clock, limiter, ask, connections } = startPool({ dials: [silentAfterHello], maxConnections: 6 });
    const flooding: WorkShare = { kind: 'single', account: 'a' };
    const held = ['a', 'b', 'c', 'd', 'e'].map((name) => connectElsewhere(limiter, `host:${name}`, flooding));
    await clock.advance(0);
    for (const person of ['bob', 'cat']) ask(person, { share: flooding });
    await clock.advance(10);
    expect(connections).toHaveLength(0);
    await held[0]?.release();
    await clock.advance(10);
    expect(connections).toHaveLength(1);
  });
});

describe('Several sessions that wait for their sockets behind single requests', () => {
  /** Two sessions of a job, which wait for sockets, as those for two other exchanges are open. One is for single requests alone. */
  async function twoWaiting() {
    const world = startPool({
      dials: [silentAfterHello],
      maxConnections: 4,
      limits: { connectionsPerExchange: 2, tuning: { refusalsPerSession: 8 } },
    });
    const { clock, limiter, askAll, greetBefore } = world;
    greetBefore();
    const held = ['a', 'b', 'c'].map((name) => connectElsewhere(limiter, `host:${name}`, bulkShare));
    await clock.advance(0);
    void askAll(13, 'bulk', bulkShare);
    await clock.advance(10);
    expect(world.connections).toHaveLength(0);
    return { ...world, held };
  }

  it('do not all go first when a single request comes: one of them does', async () => {
    const { clock, limiter, ask, held, connections } = await twoWaiting();
    ask('ann');
    await clock.advance(0);
    expect(recipientsOf(connections[0])[0]).toBe('RCPT TO:<ann@example.com>');
    const other = connectElsewhere(limiter, 'host:d', single);
    await clock.advance(0);
    expect(other.granted).toBe(false);
    await held[0]?.release();
    await clock.advance(0);
    expect([other.granted, connections.length]).toEqual([true, 1]);
  });
});

describe('A session that still connects', () => {
  it('keeps no request from one that is ready', async () => {
    const { clock, askAll, greetBefore, dialled, answerTo } = startPool({ dials: ['hangs'] });
    greetBefore();
    const answers = askAll(12);
    await clock.advance(0);
    expect(dialled).toHaveLength(2);
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['rcpt: accepted']));
    expect(await answerTo('ann')).toBe('rcpt: accepted');
  });
});

describe('A session that waits until its exchange allows a connection', () => {
  const asksBoth = async (pool: ReturnType<typeof startPool>) => {
    const { clock, ask } = pool;
    const own = ask('ann');
    await clock.advance(250);
    const other = ask('bob', { at: 'mx.other.example.com', domain: 'other.example.com' });
    await clock.advance(250);
    return { own, other };
  };

  it('keeps nobody of another exchange at its address from being asked', async () => {
    const pool = startPool({ limits: { connectionsPerExchange: 1 } });
    const elsewhere = connectElsewhere(pool.limiter, `own host:${host}`, single);
    const { own, other } = await asksBoth(pool);
    expect(await other.answer).toBe('rcpt: accepted');
    await elsewhere.release();
    expect(await own.answer).toBe('rcpt: accepted');
  });

  it('keeps nobody either if it is another process that has the connections of the exchange', async () => {
    const pool = startPool({ limits: { connectionsPerExchange: 1 } });
    const { leases } = pool;
    const signal = new AbortController().signal;
    const options = { max: 1, leaseMs: 60_000, urgent: false, signal };
    await leases.acquire(`own host:${host}`, options);
    const { other } = await asksBoth(pool);
    expect(await other.answer).toBe('rcpt: accepted');
  });

  it('lets those wait with it that ask for the same exchange', async () => {
    const pool = startPool({ limits: { connectionsPerExchange: 1 } });
    connectElsewhere(pool.limiter, `own host:${host}`, single);
    pool.ask('ann');
    await pool.clock.advance(250);
    pool.ask('bob');
    await pool.clock.advance(250);
    expect(pool.trace.filter(({ kind }) => kind === 'waiting')).toHaveLength(1);
    expect(pool.dialled).toEqual([]);
  });
});
