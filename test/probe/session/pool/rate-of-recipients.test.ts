import { describe, expect, it } from 'vitest';
import type { Gates } from '../../../../src/exchange/gates/gates.ts';
import type { ManualClock } from '../../../support/manual-clock.ts';
import { acceptedReplies, type Dial, host, startPool, usualReply } from '../pool-fixture.ts';
import { bulkShare } from '../probe-requests.ts';
import type { ScriptedConnection } from '../scripted-connection.ts';

const greeting = '220 mx.example.com ESMTP';
const silentAfterHello: Dial = {
  greeting,
  respond: (command) => (/^(MAIL|RCPT|RSET)/.test(command) ? undefined : usualReply(command)),
};

const recipientsOf = (connection: ScriptedConnection | undefined) =>
  connection?.groups.flat().filter((command) => command.startsWith('RCPT')).length ?? 0;
const commandsOf = (connection: ScriptedConnection | undefined) => connection?.groups.flat() ?? [];

/** An exchange that has asked us to slow down, five seconds later: from now on, it gets one recipient a second. */
async function startSlowly(parameters: Parameters<typeof startPool>[0] = {}) {
  const world = startPool(parameters);
  await world.gates.recordLimit(host, { counts: 'all' });
  await world.clock.advance(5_000);
  const replies = { domain: 'example.com', accepted: 0, missing: 0, others: 1 };
  world.gates.recordReplies(host, '192.0.2.1', replies);
  return world;
}

/** The exchange asks us to slow down, and again after each rest: the fourth takes longer than an idle session stays open. */
function askToSlowDownAgain(clock: ManualClock, gates: Gates): void {
  const slowDown = () => void gates.recordLimit(host, { counts: 'all' });
  for (const afterMs of [5_000, 7_500, 11_250]) clock.after(afterMs, slowDown);
  slowDown();
}

describe('A session that waits until it may send more', () => {
  it('has no slot for those who wait with it', async () => {
    const { clock, ask } = await startSlowly();
    const [first, second] = [ask('ann', { share: bulkShare }), ask('bob', { share: bulkShare })];
    await clock.advance(0);
    const third = ask('cat', { share: bulkShare });
    expect([first.slots, second.slots, third.slots]).toEqual([1, 0, 0]);
    await clock.advance(1_000);
    expect([second.slots, third.slots]).toEqual([1, 0]);
    await clock.advance(1_000);
    expect(await Promise.all([first, second, third].map(({ answer }) => answer))).toEqual(
      Array(3).fill('rcpt: accepted'),
    );
  });

  it('is not closed while anybody still waits for it', async () => {
    const { clock, ask, connections } = await startSlowly();
    const asked = ['ann', 'bob', 'cat'].map((person) => ask(person, { share: bulkShare }));
    await clock.advance(0);
    asked[1]?.leave(new Error('gone'));
    await clock.advance(1_000);
    expect(await asked[2]?.answer).toBe('rcpt: accepted');
    expect(connections).toHaveLength(1);
  });

  it('says QUIT at once when the last caller leaves', async () => {
    const { clock, ask, connections, emptied, gates } = await startSlowly();
    const asked = ['ann', 'bob'].map((person) => ask(person, { share: bulkShare }));
    await clock.advance(0);
    asked[1]?.leave(new Error('gone'));
    await clock.advance(0);
    await gates.close();
    expect(connections[0]?.calls.at(-1)).toBe('close');
    expect(commandsOf(connections[0]).at(-1)).toBe('QUIT');
    expect([emptied(), clock.pending]).toEqual([1, 0]);
  });

  it('says nothing to the server meanwhile, for as long as an idle one would stay', async () => {
    const { clock, ask, connections, gates, answerTo } = startPool();
    await answerTo('ann');
    gates.recordLimit(host, { counts: 'all' });
    const second = ask('bob');
    await clock.advance(4_999);
    expect(recipientsOf(connections[0])).toBe(1);
    await clock.advance(1);
    expect(await second.answer).toBe('rcpt: accepted');
    expect([commandsOf(connections[0]).includes('QUIT'), connections.length]).toEqual([false, 1]);
  });

  it('ends at once if it would have to wait for longer, and another one asks', async () => {
    const { clock, ask, connections, gates, answerTo } = startPool();
    await answerTo('ann');
    askToSlowDownAgain(clock, gates);
    const second = ask('bob');
    await clock.advance(11_249);
    expect(commandsOf(connections[0])).not.toContain('QUIT');
    await clock.advance(1);
    expect(commandsOf(connections[0]).at(-1)).toBe('QUIT');
    await clock.advance(5_624);
    expect(recipientsOf(connections[1])).toBe(0);
    await clock.advance(1);
    expect(await second.answer).toBe('rcpt: accepted');
  });
});

describe('A reply that asks us to slow down', () => {
  it('stops the other sessions when it arrives, and not only when its group is answered', async () => {
    const { clock, askAll, connections } = startPool({
      dials: [silentAfterHello, silentAfterHello],
      limits: { connectionsPerExchange: 2, tuning: { recipientsPerSession: 20, refusalsPerSession: 20 } },
    });
    void askAll(25, 'person', bulkShare);
    await clock.advance(0);
    const [first, second] = connections;
    expect([recipientsOf(first), recipientsOf(second)]).toEqual([10, 10]);
    first?.reply('250 2.1.0 Sender OK', '450 4.7.28 unusual rate of mail from your address');
    await clock.advance(0);
    second?.reply(...acceptedReplies(10));
    await clock.advance(4_999);
    expect(recipientsOf(second)).toBe(10);
    await clock.advance(1);
    expect(recipientsOf(second)).toBe(11);
  });

  it('is told to other processes before anybody gets an answer of its group', async () => {
    const slow = '450 4.7.28 unusual rate of mail from your address';
    const { clock, askAll, told, leases, connections } = startPool({ dials: [silentAfterHello] });
    let isPaused = () => {};
    leases.pause = () =>
      new Promise((resolve) => {
        isPaused = resolve;
      });
    void askAll(2);
    await clock.advance(0);
    connections[0]?.reply('250 2.1.0 Sender OK', '250 2.1.5 Recipient OK', slow, '250 2.0.0 Flushed');
    await clock.advance(0);
    expect(told).toEqual([]);
    isPaused();
    await clock.advance(0);
    expect(told).toEqual(['person0@example.com rcpt: accepted']);
  });

  it('leaves a little less than the rate at which the server answered before', async () => {
    const { clock, ask, askAll, connections, gates } = startPool({
      limits: {
        tuning: { recipientsPerSession: 1_000, refusalsPerSession: 1_000 },
        connectionsPerExchange: 1,
      },
    });
    for (let count = 0; count < 50; count += 1) {
      ask(`early${count}`, { share: bulkShare });
      await clock.advance(100);
    }
    gates.recordLimit(host, { counts: 'all' });
    const recipients = () => connections.reduce((sum, each) => sum + recipientsOf(each), 0);
    const before = recipients();
    void askAll(30, 'person', bulkShare);
    await clock.advance(4_999);
    expect(recipients()).toBe(before);
    await clock.advance(1_001);
    const sent = recipients() - before;
    expect(sent).toBeGreaterThanOrEqual(8);
    expect(sent).toBeLessThanOrEqual(10);
  });
});

describe('A session of a job that waits until it may send more', () => {
  it('asks about a single request first, which has a share of its own', async () => {
    const { clock, ask, connections } = await startSlowly();
    for (const person of ['ann', 'bob', 'cat']) ask(person, { share: bulkShare });
    await clock.advance(0);
    const single = ask('dan');
    await clock.advance(0);
    expect(await single.answer).toBe('rcpt: accepted');
    expect(single.slots).toBe(1);
    expect(recipientsOf(connections[0])).toBe(2);
    await clock.advance(1_000);
    expect(recipientsOf(connections[0])).toBe(3);
  });
});
