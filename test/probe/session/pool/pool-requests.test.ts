import { describe, expect, it } from 'vitest';
import { acceptedReplies, type Dial, host, startPool, usualReply } from '../pool-fixture.ts';
import { bulkShare } from '../probe-requests.ts';
import type { ScriptedConnection } from '../scripted-connection.ts';

const greeting = '220 mx.example.com ESMTP';
/** A server that is silent at some commands. */
const silentAt = (pattern: RegExp): Dial => ({
  greeting,
  respond: (command) => (pattern.test(command) ? undefined : usualReply(command)),
});
/** A server without pipelining, silent about some recipients. */
const lockstep = (silentAbout = /^$/): Dial => ({
  greeting,
  respond: (command) => {
    if (command.startsWith('EHLO')) return '250 mx.example.com';
    return silentAbout.test(command) ? undefined : usualReply(command);
  },
});
/** The replies to one transaction. */
const accepted = ['250 2.1.0 Sender OK', '250 2.1.5 Recipient OK', '250 2.0.0 Flushed'];

const recipientsOf = (connection: ScriptedConnection | undefined) =>
  connection?.groups.flat().filter((command) => command.startsWith('RCPT')) ?? [];

describe('The requests to an exchange', () => {
  it('count from when they are asked until they are answered, be it in the queue or on a session', async () => {
    const { clock, prober, askAll, connections } = startPool({
      dials: [silentAt(/^(MAIL|RCPT|RSET)/)],
      limits: { connectionsPerExchange: 1 },
    });
    const requestCount = () => prober.pools[0]?.requestCount ?? 0;
    expect(requestCount()).toBe(0);
    void askAll(6);
    await clock.advance(0);
    void askAll(3, 'more');
    await clock.advance(0);
    expect(recipientsOf(connections[0])).toHaveLength(6);
    expect(requestCount()).toBe(9);
    connections[0]?.reply(...acceptedReplies(6));
    await clock.advance(0);
    expect(recipientsOf(connections[0])).toHaveLength(9);
    expect(requestCount()).toBe(3);
    connections[0]?.reply(...acceptedReplies(3));
    await clock.advance(0);
    expect(requestCount()).toBe(0);
  });

  it('get their slot at once if a session has a socket by then', async () => {
    const { clock, ask } = startPool({ dials: [{ greeting: undefined }] });
    const first = ask('ann');
    expect(first.slots).toBe(0);
    await clock.advance(0);
    const second = ask('bob');
    await clock.advance(0);
    expect([first.slots, second.slots]).toEqual([1, 1]);
  });

  it('are left to other egresses when the exchange blocks this one, but for those that cannot be asked there', async () => {
    const blocks = '550 5.7.1 Your IP address is blocked';
    const { clock, ask, connections } = startPool({
      dials: [lockstep(/^RCPT/)],
      limits: { connectionsPerExchange: 1, tuning: { recipientsPerTransaction: 1 } },
    });
    const asked = ['ann', 'bob', 'cat'].map((person) => ask(person, { waitsOutPauses: false }));
    const elsewhere = ask('dan', { waitsOutPauses: false });
    const here = ask('eve');
    for (let count = 0; count < 4; count += 1) {
      await clock.advance(0);
      connections[0]?.reply(blocks);
    }
    await clock.advance(0);
    expect(await Promise.all(asked.map(({ answer }) => answer))).toEqual(
      Array(3).fill('rcpt: client-blocked'),
    );
    expect([await elsewhere.answer, await here.answer]).toEqual([
      'left to another egress',
      'paused: blocked',
    ]);
    expect(recipientsOf(connections[0])).toHaveLength(3);
  });

  it('are served by further sessions as soon as there may be some', async () => {
    const { clock, askAll, dialled, greetBefore } = startPool({ dials: ['hangs', 'hangs'] });
    void askAll(20);
    await clock.advance(0);
    expect(dialled).toHaveLength(1);
    greetBefore();
    await clock.advance(0);
    expect(dialled).toHaveLength(2);
  });

  it('get no second session for a few that the only one will probably serve, unless somebody waits for one of them', async () => {
    const dialledFor = async (bulk: number, single = 0) => {
      const { clock, askAll, dialled, greetBefore } = startPool({
        dials: ['hangs', 'hangs'],
        limits: { tuning: { refusalsPerSession: 8 } },
      });
      greetBefore();
      void askAll(bulk, 'bulk', bulkShare);
      void askAll(single, 'single');
      await clock.advance(0);
      return dialled.length;
    };
    expect(await dialledFor(12)).toBe(1);
    expect(await dialledFor(13)).toBe(2);
    expect(await dialledFor(8, 1)).toBe(2);
  });

  it('get another session after the only one if more were refused there than expected', async () => {
    const { clock, askAll, connections, dialled } = startPool({
      dials: [silentAt(/^(MAIL|RCPT|RSET)/), 'hangs'],
      limits: { tuning: { refusalsPerSession: 8, recipientsPerTransaction: 1 } },
    });
    void askAll(10, 'bulk', bulkShare);
    await clock.advance(0);
    expect(recipientsOf(connections[0])).toHaveLength(8);
    for (let count = 0; count < 7; count += 1)
      connections[0]?.reply('250 2.1.0 Sender OK', '550 5.1.1 No such user', '250 2.0.0 Flushed');
    connections[0]?.reply(...accepted);
    await clock.advance(0);
    expect([recipientsOf(connections[0]).length, dialled.length]).toEqual([9, 1]);
    connections[0]?.reply(...accepted, '221 2.0.0 Bye');
    await clock.advance(0);
    expect(dialled).toHaveLength(2);
  });

  it('get as many sessions at once as may be open, if each has to be the first of one', async () => {
    const wordless: Dial = {
      greeting,
      respond: (command) => (command.startsWith('RCPT') ? '550 ' : usualReply(command)),
    };
    const { clock, askAll, connections } = startPool({
      dials: [wordless, silentAt(/^RCPT/), silentAt(/^RCPT/)],
      limits: { connectionsPerExchange: 2 },
    });
    void askAll(4);
    await clock.advance(0);
    expect(connections.slice(1).map((connection) => recipientsOf(connection))).toEqual([
      ['RCPT TO:<person1@example.com>'],
      ['RCPT TO:<person2@example.com>'],
    ]);
  });

  it('have what was found out about limits looked up when they need a second session', async () => {
    const { clock, askAll, gates } = startPool({ dials: ['hangs', 'hangs'] });
    const recalled: unknown[] = [];
    gates.recall = (name, address) => void recalled.push([name, address]);
    void askAll(8);
    await clock.advance(0);
    expect(recalled).toEqual([]);
    void askAll(1, 'more');
    await clock.advance(0);
    expect(recalled).toEqual([[host, '192.0.2.1']]);
  });

  it('are all given the failure of the way out', async () => {
    const { clock, askAll, told, dialled, outage, emptied } = startPool({ dials: ['egress_failed'] });
    const answers = askAll(2);
    await clock.advance(0);
    const failure = 'rejected: The egress own failed. It failed: egress_failed.';
    expect(await Promise.all(answers)).toEqual([failure, failure]);
    expect([told, dialled.length, outage.isResting, emptied()]).toEqual([[], 1, true, 1]);
  });
});

describe('A server that answers one command at a time', () => {
  it('gets another session while each one waits for a reply, but one at a time', async () => {
    const { clock, ask, askAll, dialled } = startPool({
      dials: [lockstep(/^RCPT/), 'hangs', 'hangs'],
      limits: { connectionsPerExchange: 4 },
    });
    ask('ann');
    await clock.advance(0);
    expect(dialled).toHaveLength(1);
    ask('bob');
    await clock.advance(0);
    expect(dialled).toHaveLength(2);
    void askAll(2);
    await clock.advance(0);
    expect(dialled).toHaveLength(2);
  });

  it('gets no other one while one is free, which is asked even if another one has less room', async () => {
    const { clock, ask, dialled, connections, answerTo } = startPool({
      dials: [lockstep(/^RCPT TO:<(bob|dan)@/), lockstep()],
      limits: { connectionsPerExchange: 4 },
    });
    await answerTo('ann');
    ask('bob');
    await clock.advance(0);
    for (const person of ['cat', 'dora', 'eve']) {
      expect(await answerTo(person)).toBe('rcpt: accepted');
    }
    expect(recipientsOf(connections[0])).toHaveLength(2);
    expect(recipientsOf(connections[1])).toHaveLength(3);
    expect(dialled).toHaveLength(2);
  });
});

describe('A session beside one that ends', () => {
  const refusal: Dial = { greeting: '554 No SMTP service here' };

  it('is the only one: if it is refused, so are all who wait', async () => {
    const { clock, endIdleSession, gates, connections, answerTo } = startPool({
      dials: [silentAt(/^QUIT/), refusal],
      limits: { connectionsPerExchange: 3 },
    });
    await answerTo('ann');
    endIdleSession();
    await clock.advance(0);
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
    expect(await answerTo('bob')).toMatch(/^greeting: /);
    expect(gates.connectionsCountedAs(`host:${host}`)).toBe(3);
  });

  it('is asked although it has more room', async () => {
    const { clock, ask, endIdleSession, connections, answerTo } = startPool({
      dials: [lockstep(/^(RCPT TO:<early|QUIT)/), lockstep()],
    });
    const early = ask('early');
    await clock.advance(0);
    await ask('bob').answer;
    connections[0]?.reply('250 2.1.5 Recipient OK');
    await early.answer;
    await clock.advance(0);
    endIdleSession();
    await clock.advance(0);
    expect(await answerTo('cat')).toBe('rcpt: accepted');
    expect(connections.map((connection) => recipientsOf(connection).length)).toEqual([1, 2]);
  });

  it('may end for want of callers, while the other one still waits for the reply to its QUIT', async () => {
    const { clock, ask, endIdleSession, connections, dialled, answerTo } = startPool({
      dials: [silentAt(/^QUIT/), 'hangs'],
    });
    await answerTo('ann');
    endIdleSession();
    const second = ask('bob');
    await clock.advance(0);
    expect(dialled).toHaveLength(2);
    second.leave(new Error('gone'));
    await clock.advance(0);
    expect(connections[0]?.calls.at(-1)).toBe('receive in 2000');
  });
});

describe('Several idle sessions', () => {
  /** So many sessions, each of which has asked about one recipient. */
  async function idleSessions(count: number) {
    const world = startPool({
      dials: Array.from({ length: count }, () => lockstep(/^RCPT TO:<early/)),
      limits: { connectionsPerExchange: count },
    });
    const { clock, ask, connections } = world;
    for (let index = 0; index < count; index += 1) {
      ask(`early${index}`);
      await clock.advance(0);
    }
    for (const connection of connections) connection.reply('250 2.1.5 Recipient OK');
    await clock.advance(0);
    return world;
  }
  const ended = (connections: readonly ScriptedConnection[]) =>
    connections.map(({ groups }) => groups.at(-1)?.[0] === 'QUIT');

  it('use up their limits one after another: the first one, and then the one with the least room', async () => {
    const { connections, answerTo } = await idleSessions(2);
    for (const person of ['cat', 'dan']) {
      await answerTo(person);
    }
    expect(connections.map((connection) => recipientsOf(connection).length)).toEqual([3, 1]);
  });

  it('end one after another if their connections are needed', async () => {
    const { clock, endIdleSession, connections } = await idleSessions(2);
    expect(endIdleSession()).toBe(true);
    await clock.advance(0);
    expect(ended(connections)).toEqual([true, false]);
    expect(endIdleSession()).toBe(true);
    await clock.advance(0);
    expect(ended(connections)).toEqual([true, true]);
  });

  it('end all at once if somebody must be the first to be asked about on a new one', async () => {
    const { answerTo, connections } = await idleSessions(4);
    for (const connection of connections)
      connection.respond = (command) => (command.startsWith('RCPT TO:<no') ? '550 ' : usualReply(command));
    expect(await answerTo('nobody')).toBe('rcpt: mailbox-not-found');
    expect(await answerTo('no-one')).toBe('rcpt: mailbox-not-found');
    expect(ended(connections)).toEqual([true, true, true, true, false]);
  });

  it('say QUIT when the engine is closed', async () => {
    const { clock, abort, connections } = await idleSessions(2);
    abort(new Error('closed'));
    await clock.advance(0);
    expect(ended(connections)).toEqual([true, true]);
  });
});
