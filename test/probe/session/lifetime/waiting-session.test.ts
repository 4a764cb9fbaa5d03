import { describe, expect, it } from 'vitest';
import type { Permit } from '../../../../src/concurrency/semaphore.ts';
import type { WorkShare } from '../../../../src/concurrency/work-share.ts';
import type { ConnectionLimiter } from '../../../../src/probe/session/connection-limiter.ts';
import { host, startPool, usualReply } from '../pool-fixture.ts';
import { bulkShare } from '../probe-requests.ts';

const greeting = '220 mx.example.com ESMTP';
const single: WorkShare = { kind: 'single' };
/** A server that says nothing after EHLO unless the test lets it. */
const silentAfterHello = {
  greeting,
  respond: (command: string) => (/^(MAIL|RCPT|RSET)/.test(command) ? undefined : usualReply(command)),
};
/** The replies to one transaction. */
const accepted = ['250 2.1.0 Sender OK', '250 2.1.5 Recipient OK', '250 2.0.0 Flushed'];

/** A connection for another exchange, whose lease has this key. */
function connectElsewhere(limiter: ConnectionLimiter, key: string, share: WorkShare) {
  const state = { granted: false, release: async () => {} };
  const wait = { signal: new AbortController().signal, share, waitUntil: 0, onLost: () => {} };
  void limiter.acquire([{ key, scope: 'exchange', maxConnections: 1, maxForBulk: 1 }], wait).then((grant) => {
    state.granted = true;
    if (grant.kind === 'lease') state.release = () => grant.release();
  });
  return state;
}

const recipientsOf = (connection: { groups: readonly (readonly string[])[] } | undefined) =>
  connection?.groups.flat().filter((command) => command.startsWith('RCPT')) ?? [];

describe('A session with bulk work', () => {
  it('asks one group before it gives way to a single request for another exchange', async () => {
    const { clock, limiter, askAll, bulkShare, connections } = startPool({
      dials: [{ greeting: undefined }],
      limits: { connectionsPerExchange: 1, refusalsPerSession: 4 },
    });
    void askAll(6, 'bulk', bulkShare);
    await clock.advance(0);
    const other = connectElsewhere(limiter, 'own address:192.0.2.1', single);
    await clock.advance(0);
    connections[0]?.reply(greeting);
    await clock.advance(1);
    expect(recipientsOf(connections[0])).toHaveLength(4);
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
    expect(other.granted).toBe(true);
  });

  it('gives way to none while a single request waits for its own exchange', async () => {
    const { clock, limiter, ask, askAll, bulkShare, connections } = startPool({
      dials: [silentAfterHello],
      limits: { connectionsPerExchange: 1, refusalsPerSession: 4 },
    });
    void askAll(6, 'bulk', bulkShare);
    await clock.advance(0);
    ask('ann');
    const other = connectElsewhere(limiter, 'own address:192.0.2.1', single);
    await clock.advance(0);
    connections[0]?.reply(...accepted, ...accepted, ...accepted, ...accepted);
    await clock.advance(0);
    expect(recipientsOf(connections[0])[4]).toBe('RCPT TO:<ann@example.com>');
    expect(other.granted).toBe(false);
  });

  it('waits for its socket as a single request does once one comes, also where another session is busy', async () => {
    const { clock, limiter, ask, askAll, bulkShare, connections } = startPool({
      dials: [silentAfterHello],
      maxConnections: 4,
      limits: { connectionsPerExchange: 2, recipientsPerSession: 2 },
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

  it('leaves its trial to a single request for another exchange of the provider while it waits for a socket', async () => {
    const { clock, limiter, standings, askAll, bulkShare, connections } = startPool({
      maxConnections: 1,
      trialConnections: 1,
    });
    const open = connectElsewhere(limiter, 'host:a', single);
    await clock.advance(0);
    const answers = askAll(1, 'bulk', bulkShare);
    await clock.advance(0);
    let trial: Permit | undefined;
    void standings
      .standingWith(`host:${host}`)
      .acquireTrial({ share: single }, () => false)
      .then((permit) => {
        trial = permit;
      });
    await clock.advance(0);
    expect(trial).toBeDefined();
    await open.release();
    await clock.advance(0);
    expect(connections).toHaveLength(0);
    trial?.release();
    await clock.advance(0);
    expect(await Promise.all(answers)).toEqual(['rcpt: accepted']);
  });

  it('keeps its trial once it is connected', async () => {
    const { clock, standings, askAll, bulkShare, connections } = startPool({
      dials: [silentAfterHello],
      trialConnections: 1,
    });
    void askAll(1, 'bulk', bulkShare);
    await clock.advance(0);
    let granted = false;
    void standings
      .standingWith(`host:${host}`)
      .acquireTrial({ share: single }, () => false)
      .then(() => {
        granted = true;
      });
    await clock.advance(0);
    expect(granted).toBe(false);
    connections[0]?.reply(...accepted);
    await clock.advance(0);
    expect(granted).toBe(true);
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
