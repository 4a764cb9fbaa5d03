import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../../../src/errors.ts';
import { type Dial, host, startPool, usualReply } from '../pool-fixture.ts';

const greeting = '220 mx.example.com ESMTP';
/** A server that does something else at some commands. */
const unlike = (change: (command: string) => string | undefined): Dial => ({
  greeting,
  respond: (command) => change(command) ?? usualReply(command),
});

describe('A session that begins', () => {
  it('closes its connection without waiting for the greeting if that comes when nobody wants it any more', async () => {
    const { clock, ask, connections, emptied, trace } = startPool({
      dials: [{ greeting: undefined, connectMs: 70 }],
    });
    const asked = ask('ann');
    await clock.advance(50);
    asked.leave(new Error('gone'));
    await clock.advance(50);
    expect(connections[0]?.calls).toEqual(['close']);
    expect(trace.at(-1)?.kind).toBe('closed');
    expect([await asked.answer, emptied(), clock.pending]).toEqual(['rejected: gone', 1, 0]);
  });

  it('is refused for a limit that other processes use up: those who wait are not answered, but wait on', async () => {
    const { clock, ask, told, gates, leases, dialled } = startPool({
      dials: [{ greeting: '421 4.7.0 Too many connections' }],
      limits: { connectionsPerExchange: 2 },
    });
    const other = await leases.acquire(`own host:${host}`, { max: 2, leaseMs: 600_000 });
    const { answer } = ask('ann');
    await clock.advance(10);
    expect([told, gates.connectionsCountedAs(`host:${host}`), dialled.length]).toEqual([[], 1, 1]);
    if (other.kind === 'lease') await other.release();
    await clock.advance(10);
    expect(await answer).toBe('rcpt: accepted');
  });
});

describe('A session that is refused beside another one', () => {
  it.each(['421 4.3.2 Too busy', '554 5.7.1 Blocked'])(
    'with %s is no reason to pause the exchange',
    async (refusal) => {
      const { clock, askAll, leases, connections, told } = startPool({
        dials: [
          { greeting, respond: (command) => (command.startsWith('RCPT') ? undefined : usualReply(command)) },
          { greeting: refusal },
        ],
        limits: { connectionsPerExchange: 2 },
      });
      const paused: string[] = [];
      leases.pause = async (key) => void paused.push(key);
      void askAll(12);
      await clock.advance(0);
      expect(connections).toHaveLength(2);
      expect([paused, told]).toEqual([[], []]);
    },
  );
});

describe('A dialogue that the server ends by itself', () => {
  const checkWayOut = () => Promise.reject(new ConnectionError('egress_failed', 'The proxy is down.'));

  it.each<[string, Dial]>([
    ['421', unlike((command) => (command.startsWith('MAIL') ? '421 4.3.2 Shutting down' : undefined))],
    [
      'replies that do not match',
      unlike((command) => (command === 'RSET' ? '550 5.5.1 Never heard of it' : undefined)),
    ],
  ])('with %s says nothing of our way out, which is not checked', async (_how, dial) => {
    const { outage, connections, answerTo } = startPool({ dials: [dial], checkWayOut });
    expect(await answerTo('ann')).toBe('rcpt: accepted');
    expect([outage.isResting, connections.length]).toEqual([false, 2]);
  });
});

describe('A request whose callers leave while the exchange is paused for it', () => {
  it.each([
    ['in answer to it', 'RCPT', '450 4.7.1 Too many requests'],
    ['by closing the session', 'MAIL', '421 4.7.0 Too many connections, try again later'],
  ])('because the server asked us to slow down %s is not asked again', async (_how, verb, reply) => {
    const { clock, ask, leases, dialled, emptied } = startPool({
      dials: [unlike((command) => (command.startsWith(verb) ? reply : undefined))],
    });
    const asked = ask('ann');
    leases.pause = async () => asked.leave(new Error('gone'));
    await clock.advance(60_000);
    expect(await asked.answer).toBe('rejected: gone');
    expect([dialled.length, emptied(), clock.pending]).toEqual([1, 1, 0]);
  });
});

describe('A connection that is lost before any reply about its recipients', () => {
  it('is no end for them, however long it takes to check our way out', async () => {
    let check = () => {};
    const checkWayOut = () =>
      new Promise<void>((resolve) => {
        check = resolve;
      });
    const { clock, ask, emptied, connections } = startPool({
      dials: [unlike((command) => (command.startsWith('RCPT') ? 'connection_closed' : undefined))],
      checkWayOut,
    });
    const asked = ask('ann');
    await clock.advance(1_000);
    expect([emptied(), connections.length]).toEqual([0, 1]);
    check();
    await clock.advance(0);
    expect(await asked.answer).toBe('rcpt: accepted');
  });
});

describe('A connection on which nobody greets us', () => {
  /** A server that has accepted the connection, and says nothing. `told`: what it shows of the egress. */
  function startSilently(dials: readonly Dial[] = [{ greeting: undefined }]) {
    const world = startPool({ dials, limits: { connectionsPerExchange: 2 } });
    const told: string[] = [];
    world.outage.recordUnreachable = (name) => void told.push(`${name} is unreachable`);
    world.outage.recordGreeting = () => void told.push('greeted');
    return { ...world, toldOfEgress: told };
  }

  it('may be one that a proxy only claims to have: it shows no server, and the answer says so', async () => {
    const { clock, ask, connections, toldOfEgress } = startSilently();
    const { answer } = ask('ann');
    await clock.advance(0);
    expect(toldOfEgress).toEqual([]);
    connections[0]?.fail('connection_closed');
    expect(await answer).toBe('failed before the greeting: connection_closed');
    expect(toldOfEgress).toEqual([`${host} is unreachable`]);
  });

  it('is in doubt after seven seconds, although the last caller has no more time', async () => {
    for (const [waitedMs, told] of [
      [6_999, []],
      [7_000, [`${host} is unreachable`]],
    ] as const) {
      const { clock, ask, toldOfEgress } = startSilently();
      const asked = ask('ann');
      await clock.advance(waitedMs);
      asked.leave(new Error('gone'));
      await clock.advance(0);
      expect(toldOfEgress).toEqual(told);
    }
  });

  it('beside one on which somebody did is due to the server', async () => {
    const { clock, askAll, connections, toldOfEgress } = startSilently([
      { greeting, respond: (command) => (command.startsWith('RCPT') ? undefined : usualReply(command)) },
      { greeting: undefined },
    ]);
    void askAll(12);
    await clock.advance(0);
    connections[1]?.fail('connection_closed');
    await clock.advance(0);
    expect(toldOfEgress).toEqual(['greeted']);
  });

  it('is none from the greeting on, although no reply follows it', async () => {
    const { clock, ask, connections, toldOfEgress } = startSilently([{ greeting, respond: () => undefined }]);
    ask('ann');
    await clock.advance(0);
    expect(connections[0]?.groups).toHaveLength(1);
    expect(toldOfEgress).toEqual(['greeted']);
    connections[0]?.fail('connection_closed');
    await clock.advance(0);
    expect(toldOfEgress).toEqual(['greeted']);
  });

  it.each(['554 5.7.1 Blocked', '421 4.3.2 Too busy'])('is none if the server says %s', async (refusal) => {
    const { clock, ask, toldOfEgress } = startSilently([{ greeting: refusal }]);
    ask('ann');
    await clock.advance(0);
    expect(toldOfEgress).toEqual(['greeted']);
  });
});
