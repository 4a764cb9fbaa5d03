import { describe, expect, it } from 'vitest';
import { singleShare } from '../../../../src/concurrency/work-share.ts';
import { ConnectionError } from '../../../../src/errors.ts';
import { acceptedReplies, type Dial, host, startPool, usualReply } from '../pool-fixture.ts';
import { bulkShare } from '../probe-requests.ts';

const greeting = '220 mx.example.com ESMTP';
/** A server that does something else at some commands. */
const unlike = (change: (command: string) => string | undefined) => ({
  greeting,
  respond: (command: string) => change(command) ?? usualReply(command),
});
/** A server that says nothing after EHLO unless the test lets it. */
const silentAfterHello = {
  greeting,
  respond: (command: string) => (/^(MAIL|RCPT|RSET)/.test(command) ? undefined : usualReply(command)),
};
/** A server that is silent at some commands. */
const silentAt = (verb: string) => ({
  greeting,
  respond: (command: string) => (command.startsWith(verb) ? undefined : usualReply(command)),
});

describe('A session', () => {
  it('connects, greets, asks, and says QUIT when it was idle for long enough', async () => {
    const { clock, connections, dialled, trace, emptied, answerTo } = startPool();
    expect(await answerTo('ann')).toBe('rcpt: accepted');
    expect(dialled).toEqual([{ address: '192.0.2.1', port: 25, timeoutMs: 10_000 }]);
    await clock.advance(4_999);
    expect(connections[0]?.groups.at(-1)).not.toEqual(['QUIT']);
    await clock.advance(1);
    expect(connections[0]?.groups.flat()).toEqual([
      'EHLO probe.example.net',
      'MAIL FROM:<check@probe.example.net>',
      'RCPT TO:<ann@example.com>',
      'RSET',
      'QUIT',
    ]);
    expect(connections[0]?.calls.slice(-2)).toEqual(['end in 2000', 'close']);
    expect(trace.map(({ kind }) => kind)).toEqual(
      `
      asking dns connecting connected received sent received sent received received received answered
      sent received closed
    `
        .trim()
        .split(/\s+/),
    );
    expect(trace.every((event) => 'host' in event && event.host === host)).toBe(true);
    expect(emptied()).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('serves those who come while it is idle, over the same connection', async () => {
    const { clock, ask, connections } = startPool();
    await clock.advance(0);
    const first = ask('ann');
    await clock.advance(4_000);
    const second = ask('nobody');
    await clock.advance(4_000);
    expect([await first.answer, await second.answer]).toEqual(['rcpt: accepted', 'rcpt: mailbox-not-found']);
    expect(connections).toHaveLength(1);
    expect(second.slots).toBe(1);
  });

  it('gives those who wait their slot once it has a socket, and tells of answers before they are given', async () => {
    const { clock, ask, told, leases } = startPool({ limits: { connectionsPerExchange: 1 } });
    const lease = await leases.acquire(`own host:${host}`, { max: 1, leaseMs: 600_000 });
    const asked = ask('ann');
    await clock.advance(1_000);
    expect([asked.slots, ask('bob').slots]).toEqual([0, 0]);
    if (lease.kind === 'lease') await lease.release();
    let answered: readonly string[] | undefined;
    void asked.answer.then(() => {
      answered = [...told];
    });
    await clock.advance(1_000);
    expect(asked.slots).toBe(1);
    expect(answered?.[0]).toBe('ann@example.com rcpt: accepted');
  });

  it('ends after its last recipient, and another one goes on', async () => {
    const { clock, askAll, connections } = startPool({
      limits: { connectionsPerExchange: 1, tuning: { recipientsPerSession: 3 } },
    });
    const answers = askAll(5);
    await clock.advance(60_000);
    expect(await Promise.all(answers)).toEqual(Array(5).fill('rcpt: accepted'));
    const recipients = connections.map(
      ({ groups }) => groups.flat().filter((text) => text.startsWith('RCPT')).length,
    );
    expect(recipients).toEqual([3, 2]);
    expect(connections.every(({ groups }) => groups.at(-1)?.[0] === 'QUIT')).toBe(true);
  });

  it('does not wait for a server that ends it: the others are asked again, and nothing is held against pipelining', async () => {
    const { clock, askAll, connections, policies } = startPool({
      dials: [unlike((command) => (command.includes('person1@') ? 'connection_closed' : undefined))],
      limits: { connectionsPerExchange: 1 },
    });
    const answers = askAll(3);
    await clock.advance(60_000);
    expect(await Promise.all(answers)).toEqual(Array(3).fill('rcpt: accepted'));
    expect(connections).toHaveLength(2);
    expect(connections[0]?.groups.flat()).not.toContain('QUIT');
    expect(connections[0]?.calls.at(-1)).toBe('close');
    expect(policies.policyFor(host).pipelining).toBe(true);
  });

  it('repeats a doubtful refusal as the first of a new session', async () => {
    const wordless = (command: string) => (command.startsWith('RCPT TO:<no') ? '550 ' : undefined);
    const { clock, ask, connections } = startPool({ dials: [unlike(wordless), unlike(wordless)] });
    const first = ask('nobody');
    await clock.advance(0);
    const second = ask('no-one');
    await clock.advance(10);
    expect([await first.answer, await second.answer]).toEqual([
      'rcpt: mailbox-not-found',
      'rcpt: mailbox-not-found',
    ]);
    expect(connections).toHaveLength(2);
    const asked = connections.map(({ groups }) =>
      groups.flat().filter((command) => command.includes('<no-one@')),
    );
    expect(asked.map((commands) => commands.length)).toEqual([1, 1]);
    expect(connections[0]?.groups.flat().at(-1)).toBe('QUIT');
  });

  it('works where nobody watches the wire', async () => {
    const { clock, ask, answerTo } = startPool({ watched: false, dials: ['connection_refused'] });
    expect(await answerTo('ann')).toBe('unreachable: connection_refused');
    await clock.advance(30_000);
    const { answer } = ask('ann');
    await clock.advance(10_000);
    expect(await answer).toBe('rcpt: accepted');
    expect(clock.pending).toBe(0);
  });

  it('asks one recipient after another on a server without pipelining, beside which another session helps', async () => {
    const plain = (command: string) => (command.startsWith('EHLO') ? '250 mx.example.com' : undefined);
    const { clock, ask, connections, answerTo } = startPool({
      dials: [unlike(plain), unlike(plain)],
      limits: { connectionsPerExchange: 2 },
    });
    await answerTo('ann');
    const [open] = connections;
    if (open === undefined) throw new Error('There is no connection.');
    open.respond = () => undefined;
    const hanging = ask('bob');
    await clock.advance(0);
    expect(await answerTo('cat')).toBe('rcpt: accepted');
    expect(connections).toHaveLength(2);
    open.fail('reply_timeout');
    await clock.advance(0);
    expect(await hanging.answer).toBe('rcpt: accepted');
  });

  it('learns that a server bears no pipelining, if that fails before the first reply', async () => {
    const { policies, answerTo } = startPool({
      dials: [unlike((command) => (command.startsWith('MAIL') ? 'connection_closed' : undefined))],
    });
    expect(await answerTo('ann')).toBe('rcpt: accepted');
    expect(policies.policyFor(host).pipelining).toBe(false);
  });

  it('learns nothing of pipelining from a failure that comes later', async () => {
    const { connections, policies, answerTo } = startPool();
    await answerTo('ann');
    const [open] = connections;
    if (open === undefined) throw new Error('There is no connection.');
    open.respond = (command) => (command.startsWith('MAIL') ? 'connection_closed' : undefined);
    expect(await answerTo('bob')).toBe('rcpt: accepted');
    expect(policies.policyFor(host).pipelining).toBe(true);
  });

  it('answers internationalised addresses at once where the server takes none', async () => {
    const { answerTo } = startPool();
    expect(await answerTo('zoë', { needsSmtpUtf8: true })).toBe('smtputf8-unsupported');
  });
});

describe('A server that does not take us', () => {
  it('answers all who wait with its refusal', async () => {
    const { clock, askAll, connections, told } = startPool({ dials: [{ greeting: '554 5.7.1 Blocked' }] });
    const answers = askAll(3);
    await clock.advance(0);
    expect(await Promise.all(answers)).toEqual(Array(3).fill('greeting: client-blocked'));
    expect(told).toHaveLength(3);
    expect(connections[0]?.calls.at(-1)).toBe('close');
  });

  it('is not connected to for ten minutes if it blocks us at the greeting', async () => {
    const { clock, ask, dialled, answerTo } = startPool({ dials: [{ greeting: '554 5.7.1 Blocked' }] });
    expect(await answerTo('ann')).toBe('greeting: client-blocked');
    await clock.advance(599_000);
    const second = ask('ann', { waitMs: 500 });
    await clock.advance(10);
    expect(await second.answer).toBe('paused: blocked');
    expect(second.slots).toBe(0);
    await clock.advance(1_000);
    const third = ask('ann');
    await clock.advance(10);
    expect(await third.answer).toBe('rcpt: accepted');
    expect(dialled).toHaveLength(2);
  });

  it('is paused after three blocks in a row, whoever was asked about', async () => {
    const blocks = (command: string) =>
      command.startsWith('RCPT') ? '550 5.7.1 Your IP address is blocked' : undefined;
    const { clock, ask, dialled, answerTo } = startPool({ dials: [unlike(blocks)] });
    for (const person of ['ann', 'bob', 'cat']) {
      expect(await answerTo(person)).toBe('rcpt: client-blocked');
    }
    await clock.advance(10_000);
    const { answer } = ask('dan', { waitMs: 500 });
    await clock.advance(10);
    expect(await answer).toBe('paused: blocked');
    expect(dialled).toHaveLength(1);
  });

  it('is tried once more, a second later, if it was too busy', async () => {
    const busy = { greeting: '421 4.3.2 Too busy' };
    const { clock, ask, dialled } = startPool({ dials: [busy, busy] });
    const { answer } = ask('ann');
    await clock.advance(999);
    expect(dialled).toHaveLength(1);
    await clock.advance(1);
    expect(await answer).toMatch(/^greeting: /);
    expect(dialled).toHaveLength(2);
  });

  it('is asked again after such a try that succeeded', async () => {
    const { clock, ask, dialled } = startPool({ dials: [{ greeting: '421 4.3.2 Too busy' }] });
    const { answer } = ask('ann');
    await clock.advance(1_000);
    expect(await answer).toBe('rcpt: accepted');
    expect(dialled).toHaveLength(2);
  });

  it('is spoken to without TLS after TLS has failed', async () => {
    const withTls = unlike((command) => {
      if (command.startsWith('EHLO')) return '250-mx.example.com\n250 STARTTLS';
      return command === 'STARTTLS' ? 'connection_closed' : undefined;
    });
    const { connections, answerTo } = startPool({ dials: [withTls, withTls] });
    expect(await answerTo('ann')).toBe('rcpt: accepted');
    expect(connections.map(({ groups }) => groups.flat().includes('STARTTLS'))).toEqual([true, false]);
  });

  it('fails the probe if it hangs up instead of a greeting', async () => {
    const { clock, ask, connections } = startPool({ dials: [{ greeting: undefined }] });
    const { answer } = ask('ann');
    await clock.advance(0);
    connections[0]?.fail('reply_timeout');
    await clock.advance(0);
    expect(await answer).toBe('failed before the greeting: reply_timeout');
  });

  it('that cannot be reached answers all who wait', async () => {
    const { clock, askAll, told } = startPool({ dials: ['connection_refused'] });
    const answers = askAll(2);
    await clock.advance(0);
    expect(await Promise.all(answers)).toEqual(Array(2).fill('unreachable: connection_refused'));
    expect(told).toHaveLength(2);
  });

  it('is tried with more patience for those who have more', async () => {
    const { dialled, answerTo } = startPool({ dials: ['connection_timeout'] });
    expect(await answerTo('ann', { waitMs: 6_000 })).toBe('unreachable: connection_timeout');
    expect(dialled[0]?.timeoutMs).toBe(2_000);
  });
});

describe('A server with fewer connections than allowed', () => {
  /** Greets the first connection, and refuses all others while that is open. */
  async function busyPool(second: Dial) {
    const world = startPool({
      dials: [silentAt('RCPT'), second, second],
      limits: { connectionsPerExchange: 3 },
    });
    const { askAll, clock } = world;
    const waiting = askAll(8);
    await clock.advance(0);
    const more = askAll(10, 'later');
    await clock.advance(0);
    return { ...world, waiting, more };
  }

  it('teaches its limit by a refusal, and the others wait for the session that is open', async () => {
    const { gates, connections, more, clock } = await busyPool({
      greeting: '421 4.7.0 Too many connections',
    });
    expect(gates.connectionsCountedAs(`host:${host}`)).toBe(1);
    const [open] = connections;
    expect(open?.groups.flat().filter((command) => command.startsWith('RCPT'))).toHaveLength(8);
    let answered = 0;
    for (const answer of more) void answer.then(() => (answered += 1));
    await clock.advance(0);
    expect(answered).toBe(0);
  });

  it('teaches it by silence at the connect too, tested as long as a connection may take', async () => {
    const { gates } = await busyPool('connection_timeout');
    expect(gates.connectionsCountedAs(`host:${host}`)).toBe(1);
  });
});

describe('A server that asks us to slow down', () => {
  /** Says so to the first recipients, so many times. */
  const busyServer = (times: number): Dial => {
    let left = times;
    return {
      greeting: '220 mx.example.com ESMTP',
      respond: (command) => {
        if (!command.startsWith('RCPT') || left === 0) return usualReply(command);
        left -= 1;
        return '450 4.7.1 You are sending too many requests';
      },
    };
  };

  it('is asked about the address again after five seconds, in the same session', async () => {
    const { ask, clock, dialled, told } = startPool({ dials: [busyServer(1)] });
    const { answer } = ask('ann');
    await clock.advance(4_999);
    expect(told).toEqual([]);
    await clock.advance(1);
    expect(await answer).toBe('rcpt: accepted');
    expect(dialled).toHaveLength(1);
    expect(told).toEqual(['ann@example.com rcpt: accepted']);
  });

  it('is believed when it says so a third time', async () => {
    const { ask, clock } = startPool({ dials: [busyServer(3)] });
    const { answer } = ask('ann');
    await clock.advance(7_500);
    expect(await answer).toBe('rcpt: rate-limited');
  });

  it('because too many recipients do not exist gets fewer of those, and as many others as before', async () => {
    const tooMany = '450 4.7.1 Too many invalid recipients, try again later';
    const missing = '550 5.1.1 No such user here';
    let isAsked = false;
    const server: Dial = {
      greeting: '220 mx.example.com ESMTP',
      respond: (command) => {
        if (!command.startsWith('RCPT')) return usualReply(command);
        if (command.includes('missing')) return missing;
        if (!command.includes('busy') || isAsked) return usualReply(command);
        isAsked = true;
        return tooMany;
      },
    };
    const { ask, clock, gates } = startPool({ dials: Array(6).fill(server) });
    const asked = ['ann', 'missing1', 'bob', 'missing2', 'busy'].map((person) => ask(person));
    await clock.advance(10_000);
    expect(await asked[4]?.answer).toBe('rcpt: accepted');
    const msToBulk = () => gates.msToRecipient(host, 'example.com', 'bulk');
    expect(msToBulk()).toBe(0);
    for (let each = 0; each < 20; each += 1) ask(`person${each}`);
    await clock.advance(1_000);
    expect(msToBulk()).toBe(0);
    const missed = ['missing3', 'missing4', 'missing5'].map((person) => ask(person, { share: bulkShare }));
    await clock.advance(0);
    expect(msToBulk()).toBeGreaterThan(0);
    await clock.advance(3_000);
    expect(await Promise.all(missed.map(({ answer }) => answer))).toEqual(
      Array(3).fill('rcpt: mailbox-not-found'),
    );
  });

  it('twice after the same number of missing recipients in a session gets no more in one, and does not say so again', async () => {
    const mostMissing = 3;
    const complaints: number[] = [];
    const server = (session: number): Dial => {
      let missing = 0;
      return {
        greeting: '220 mx.example.com ESMTP',
        respond: (command) => {
          if (!command.startsWith('RCPT')) return usualReply(command);
          if (missing < mostMissing) {
            missing += 1;
            return '550 5.1.1 No such user here';
          }
          complaints.push(session);
          return '450 4.7.1 Too many invalid recipients, try again later';
        },
      };
    };
    const { askAll, clock, connections } = startPool({
      dials: Array.from({ length: 40 }, (_, session) => server(session)),
      limits: { connectionsPerExchange: 1 },
    });
    const answers = askAll(40);
    await clock.advance(600_000);
    expect(await Promise.all(answers)).toEqual(Array(40).fill('rcpt: mailbox-not-found'));
    expect(new Set(complaints)).toEqual(new Set([0, 1]));
    expect(connections.length).toBeLessThanOrEqual(16);
  });

  it('by closing the session is asked again too, but not at once', async () => {
    const closing: Dial = {
      greeting: '220 mx.example.com ESMTP',
      respond: (command) =>
        command.startsWith('MAIL') ? '421 4.7.0 Too many connections, try again later' : usualReply(command),
    };
    const { ask, clock, dialled } = startPool({ dials: [closing] });
    const { answer } = ask('ann');
    await clock.advance(4_999);
    expect(dialled).toHaveLength(1);
    await clock.advance(1);
    expect(await answer).toBe('rcpt: accepted');
  });
});

describe('A server that answers only so many recipients a second', () => {
  /** Asks to slow down whoever sends more than two within a second, and remembers when it was asked about whom. */
  function slowServer() {
    const pool = startPool({
      dials: Array.from({ length: 40 }, () => limitedDial()),
      limits: { connectionsPerExchange: 3 },
    });
    const { clock } = pool;
    const asked: { at: number; refused: boolean }[] = [];
    function limitedDial(): Dial {
      return {
        greeting,
        respond: (command) => {
          if (!command.startsWith('RCPT')) return usualReply(command);
          const at = clock.now();
          const refused = asked.filter((one) => !one.refused && one.at > at - 1_000).length >= 2;
          asked.push({ at, refused });
          return refused ? '450 4.7.28 unusual rate of mail from your address' : usualReply(command);
        },
      };
    }
    const since = (at: number) => asked.filter((one) => one.at >= at);
    return { ...pool, asked, since };
  }

  it('answers all of a list, and refuses few', async () => {
    const { askAll, bulkShare, clock, asked } = slowServer();
    const answers = askAll(60, 'person', bulkShare);
    await clock.advance(120_000);
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 60 }, () => 'rcpt: accepted'));
    expect(asked.filter(({ refused }) => refused).length).toBeLessThan(20);
    expect(clock.pending).toBe(0);
  });

  it('is asked about a single request before those of a job that waits', async () => {
    const { ask, askAll, bulkShare, clock } = slowServer();
    void askAll(100, 'person', bulkShare);
    await clock.advance(10_000);
    const { answer } = ask('ann');
    await clock.advance(1_000);
    expect(await answer).toBe('rcpt: accepted');
  });

  it('leaves requests that wait for their turn without a slot', async () => {
    const { ask, askAll, bulkShare, clock } = slowServer();
    void askAll(60, 'person', bulkShare);
    await clock.advance(10_000);
    const last = ask('ann', { share: bulkShare });
    await clock.advance(1_000);
    expect(last.slots).toBe(0);
    await clock.advance(120_000);
    expect([last.slots, await last.answer]).toEqual([1, 'rcpt: accepted']);
  });

  it('gets a QUIT from sessions that wait for the next recipient when all is over, and no timer is left', async () => {
    const { askAll, bulkShare, clock, abort, connections, gates } = slowServer();
    const answers = askAll(60, 'person', bulkShare);
    await clock.advance(6_000);
    abort(new Error('closed'));
    await gates.close();
    await clock.advance(0);
    expect((await Promise.all(answers)).at(-1)).toBe('rejected: closed');
    expect(connections.every(({ groups }) => groups.flat().at(-1) === 'QUIT')).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

describe('Those who leave', () => {
  it('end a session that opens for nobody else', async () => {
    const { clock, ask, emptied } = startPool({ dials: ['hangs'] });
    const asked = ask('ann');
    await clock.advance(0);
    asked.leave(new Error('gone'));
    expect(await asked.answer).toBe('rejected: gone');
    await clock.advance(0);
    expect(emptied()).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('end no session that opens for others', async () => {
    const { clock, ask, connections } = startPool({ dials: [{ greeting: undefined }] });
    const [leaving, staying] = [ask('ann'), ask('bob')];
    await clock.advance(0);
    leaving.leave(new Error('gone'));
    await clock.advance(0);
    connections[0]?.reply(greeting);
    await clock.advance(0);
    expect([await leaving.answer, await staying.answer]).toEqual(['rejected: gone', 'rcpt: accepted']);
    expect(connections[0]?.groups.flat()).not.toContain('RCPT TO:<ann@example.com>');
    expect(connections).toHaveLength(1);
  });

  it('end a session that asks for nobody else, at once', async () => {
    const { clock, ask, connections, told, emptied } = startPool({ dials: [silentAt('RCPT')] });
    const asked = ask('ann');
    await clock.advance(0);
    asked.leave(new Error('gone'));
    await clock.advance(0);
    expect(connections[0]?.calls.at(-1)).toBe('close');
    expect(connections[0]?.groups.flat()).not.toContain('QUIT');
    expect(await asked.answer).toBe('rejected: gone');
    expect([told, emptied()]).toEqual([[], 1]);
  });

  it('end no session that asks for others, and are told nothing', async () => {
    const { clock, ask, connections, told } = startPool({ dials: [silentAfterHello] });
    const [leaving, staying] = [ask('ann'), ask('bob')];
    await clock.advance(0);
    leaving.leave(new Error('gone'));
    connections[0]?.reply(...acceptedReplies(2));
    await clock.advance(0);
    expect([await leaving.answer, await staying.answer]).toEqual(['rejected: gone', 'rcpt: accepted']);
    expect(told).toEqual(['bob@example.com rcpt: accepted']);
    expect(connections).toHaveLength(1);
  });

  it('end no idle session', async () => {
    const { clock, ask, connections } = startPool();
    const asked = ask('ann');
    await clock.advance(0);
    await asked.answer;
    asked.leave(new Error('gone'));
    await clock.advance(0);
    expect(connections[0]?.calls.at(-1)).not.toBe('close');
  });
});

describe('The sessions with an exchange', () => {
  it('are one at first, and more once the server has greeted and there is much to ask', async () => {
    const { clock, askAll, dialled, connections } = startPool({
      dials: [{ greeting: undefined }],
      limits: { connectionsPerExchange: 3 },
    });
    const answers = askAll(30);
    await clock.advance(0);
    expect(dialled).toHaveLength(1);
    connections[0]?.reply(greeting);
    await clock.advance(0);
    expect(dialled.length).toBeGreaterThan(1);
    await clock.advance(60_000);
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['rcpt: accepted']));
    expect(dialled.length).toBeLessThanOrEqual(4);
  });

  it('are as many as their room requires, on a server that is known to greet', async () => {
    const { clock, askAll, greetBefore, dialled } = startPool({ dials: ['hangs', 'hangs', 'hangs'] });
    greetBefore();
    // A session has room for as many as may be refused.
    void askAll(8);
    await clock.advance(0);
    expect(dialled).toHaveLength(1);
    void askAll(1, 'more');
    await clock.advance(0);
    expect(dialled).toHaveLength(2);
    // And never more than allowed.
    void askAll(20, 'many');
    await clock.advance(0);
    expect(dialled).toHaveLength(2);
  });

  it('become more while there is still room, but for fewer than are asked about', async () => {
    for (const [inFlight, sessions] of [
      [3, 1],
      [4, 2],
    ] as const) {
      const { clock, ask, askAll, connections } = startPool({ dials: [silentAfterHello, silentAfterHello] });
      void askAll(inFlight);
      await clock.advance(0);
      ask('next');
      await clock.advance(0);
      expect(connections).toHaveLength(sessions);
    }
  });

  it('end when idle if another exchange needs the connection: any, or the one with a lease', async () => {
    const { clock, ask, endIdleSession, connections } = startPool();
    const asked = ask('ann');
    expect(endIdleSession()).toBe(false);
    await clock.advance(0);
    await asked.answer;
    expect(endIdleSession('own host:another.example.com')).toBe(false);
    expect(endIdleSession('own address:192.0.2.1')).toBe(true);
    expect(endIdleSession()).toBe(false);
    await clock.advance(0);
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
    expect(clock.pending).toBe(0);
  });

  it('are aborted, with all requests rejected, when the engine is closed', async () => {
    const { clock, ask, abort, connections, emptied } = startPool({
      dials: [silentAt('RCPT')],
      limits: { connectionsPerExchange: 1, tuning: { recipientsPerSession: 1 } },
    });
    const [busy, queued] = [ask('ann'), ask('bob')];
    await clock.advance(0);
    abort(new Error('closed'));
    expect([await busy.answer, await queued.answer]).toEqual(['rejected: closed', 'rejected: closed']);
    await clock.advance(0);
    expect(connections[0]?.calls.at(-1)).toBe('close');
    expect(emptied()).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('are aborted while they open, too', async () => {
    const { clock, ask, abort, emptied } = startPool({ dials: ['hangs'] });
    const asked = ask('ann');
    await clock.advance(0);
    abort(new Error('closed'));
    expect(await asked.answer).toBe('rejected: closed');
    await clock.advance(0);
    expect(emptied()).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('may still say QUIT when idle', async () => {
    const { clock, endIdleSession, abort, connections, answerTo } = startPool();
    await answerTo('ann');
    endIdleSession();
    abort(new Error('closed'));
    await clock.advance(0);
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
  });

  it('give their callers the error if a store fails', async () => {
    const { clock, ask, leases, emptied } = startPool();
    leases.acquire = () => Promise.reject(new Error('The store is away.'));
    const [first, second] = [ask('ann'), ask('bob')];
    await clock.advance(0);
    expect([await first.answer, await second.answer]).toEqual([
      'rejected: The store is away.',
      'rejected: The store is away.',
    ]);
    expect(emptied()).toBeGreaterThan(0);
  });

  it('give it too if our own code fails while they ask', async () => {
    const { clock, ask, connections } = startPool({ dials: [silentAt('RCPT')] });
    const asked = ask('ann');
    await clock.advance(0);
    connections[0]?.breakDown(new TypeError('our fault'));
    await clock.advance(0);
    expect(await asked.answer).toBe('rejected: our fault');
    expect(connections[0]?.calls.at(-1)).toBe('close');
  });
});

describe('A connection lost with our way out', () => {
  const checkWayOut = () => Promise.reject(new ConnectionError('egress_failed', 'The proxy is down.'));
  const lossAt = (...verbs: readonly string[]): Dial => ({
    greeting,
    respond: (command) =>
      verbs.some((verb) => command.startsWith(verb)) ? 'connection_closed' : usualReply(command),
  });
  const offersTls: Dial = {
    greeting,
    respond: (command) =>
      command.startsWith('EHLO')
        ? '250-mx.example.com\n250 STARTTLS'
        : command === 'STARTTLS'
          ? 'connection_closed'
          : usualReply(command),
  };

  it.each<[string, Dial]>([
    ['the greeting', { greeting: undefined }],
    ['STARTTLS', offersTls],
    ['the first recipient', lossAt('RCPT')],
  ])('at %s says nothing about the exchange: the egress rests, and others are asked', async (_, dial) => {
    const { clock, ask, connections, policies, outage, told } = startPool({ dials: [dial], checkWayOut });
    const before = policies.policyFor(host);
    const { answer } = ask('ann');
    await clock.advance(0);
    if (connections[0]?.groups.length === 0) connections[0].fail('connection_closed');
    await clock.advance(0);
    expect(await answer).toBe('rejected: The egress own failed. The proxy is down.');
    expect(policies.policyFor(host)).toEqual(before);
    expect([outage.isResting, told]).toEqual([true, []]);
  });

  it('beside another session is no limit on connections', async () => {
    const { clock, askAll, gates, connections } = startPool({
      dials: [silentAt('RCPT'), { greeting: undefined }, { greeting: undefined }],
      limits: { connectionsPerExchange: 3 },
      checkWayOut,
    });
    const answers = askAll(8);
    await clock.advance(0);
    const more = askAll(10, 'later');
    await clock.advance(0);
    for (const connection of connections) connection.fail('connection_closed');
    expect(new Set(await Promise.all([...answers, ...more]))).toEqual(
      new Set(['rejected: The egress own failed. The proxy is down.']),
    );
    expect(gates.connectionsCountedAs(`host:${host}`)).toBe(3);
  });

  it('is a lesson about the exchange if our way out works', async () => {
    const { policies, answerTo } = startPool({ dials: [lossAt('MAIL')], checkWayOut: async () => {} });
    expect(await answerTo('ann')).toBe('rcpt: accepted');
    expect(policies.policyFor(host).pipelining).toBe(false);
  });
});

describe('A connection that times out before our way out was open', () => {
  const timeout: Dial = 'connection_timeout';

  it('is made again if the way out is only slow', async () => {
    const { dialled, told, answerTo } = startPool({ dials: [timeout], checkWayOut: async () => {} });
    expect(await answerTo('ann')).toBe('rcpt: accepted');
    expect([dialled.length, told]).toEqual([2, ['ann@example.com rcpt: accepted']]);
  });

  it('says nothing about the exchange if the way out has failed: the egress rests', async () => {
    const failure = new ConnectionError('egress_failed', 'The proxy is silent.');
    const { outage, told, answerTo } = startPool({
      dials: [timeout],
      checkWayOut: () => Promise.reject(failure),
    });
    expect(await answerTo('ann')).toBe('rejected: The egress own failed. The proxy is silent.');
    expect([outage.isResting, told]).toEqual([true, []]);
  });

  it('is checked to the end, although the callers have left', async () => {
    let fail = () => {};
    const check = new Promise<void>((_, reject) => {
      fail = () => reject(new ConnectionError('egress_failed', 'The proxy is silent.'));
    });
    const { clock, ask, outage } = startPool({ dials: [timeout], checkWayOut: () => check });
    const asked = ask('ann');
    await clock.advance(0);
    asked.leave(new Error('gone'));
    await clock.advance(0);
    fail();
    await clock.advance(0);
    expect(outage.isResting).toBe(true);
  });
});

describe('A lost lease', () => {
  it('closes the connection at once, and the requests are asked again on another one', async () => {
    const { clock, ask, leases, connections } = startPool({ dials: [silentAt('RCPT')] });
    const acquire = leases.acquire.bind(leases);
    leases.acquire = async (...options) => {
      const grant = await acquire(...options);
      return grant.kind === 'lease' ? { ...grant, renew: async () => 'ended' as const } : grant;
    };
    const { answer } = ask('ann');
    await clock.advance(4_999);
    expect(connections[0]?.calls).not.toContain('close');
    await clock.advance(1);
    expect(connections[0]?.calls).toContain('close');
    expect(await answer).toBe('rcpt: accepted');
    expect(connections).toHaveLength(2);
  });
});

describe('Bulk work', () => {
  it('ends its session if a single request waits for a connection to the same server', async () => {
    const { clock, limiter, askAll, bulkShare, connections } = startPool({
      dials: [silentAfterHello],
      limits: { connectionsPerExchange: 1, tuning: { recipientsPerTransaction: 3 } },
    });
    const answers = askAll(6, 'bulk', bulkShare);
    await clock.advance(0);
    // For another exchange at the same address.
    let granted = false;
    const single = limiter.acquire(
      [{ key: 'own address:192.0.2.1', scope: 'address', maxConnections: 1, maxForBulk: 1 }],
      {
        signal: new AbortController().signal,
        share: singleShare,
        waitUntil: 0,
        onLost: () => {},
      },
    );
    void single.then(async (grant) => {
      granted = true;
      if (grant.kind === 'lease') await grant.release();
    });
    await clock.advance(0);
    expect(granted).toBe(false);
    connections[0]?.reply(...acceptedReplies(3));
    await clock.advance(1);
    expect(granted).toBe(true);
    const commands = connections[0]?.groups.flat() ?? [];
    expect(commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(3);
    expect(commands.at(-1)).toBe('QUIT');
    await clock.advance(60_000);
    expect(await Promise.all(answers)).toEqual(Array(6).fill('rcpt: accepted'));
    expect(connections).toHaveLength(2);
  });

  it('waits for its socket as a single request does, once one comes', async () => {
    const { clock, ask, askAll, bulkShare, limiter, connections } = startPool({ maxConnections: 4 });
    // One socket is for single requests alone.
    const held = ['a', 'b', 'c'].map((name) =>
      limiter.acquire([{ key: `host:${name}`, scope: 'exchange', maxConnections: 1, maxForBulk: 1 }], {
        signal: new AbortController().signal,
        share: bulkShare,
        waitUntil: 0,
        onLost: () => {},
      }),
    );
    await Promise.all(held);
    const work = askAll(2, 'bulk', bulkShare);
    await clock.advance(10);
    expect(connections).toHaveLength(0);
    const single = ask('ann');
    await clock.advance(10);
    expect(await single.answer).toBe('rcpt: accepted');
    expect(await Promise.all(work)).toEqual(['rcpt: accepted', 'rcpt: accepted']);
    const [first] = connections[0]?.groups.flat().filter((command) => command.startsWith('RCPT')) ?? [];
    expect(first).toBe('RCPT TO:<ann@example.com>');
  });
});

describe('A server whose refusals have no words', () => {
  /** Nobody exists whose name begins with `no`. */
  const wordless: Dial = {
    greeting,
    respond: (command) => (command.startsWith('RCPT TO:<no') ? '550 ' : usualReply(command)),
  };
  const startWordless = () =>
    startPool({ dials: Array.from({ length: 20 }, () => wordless), limits: { connectionsPerExchange: 1 } });
  const asked = ({ connections }: ReturnType<typeof startPool>, person: string) =>
    connections
      .flatMap(({ groups }) => groups.flat())
      .filter((line) => line === `RCPT TO:<${person}@example.com>`).length;

  it('is not asked again about the recipients of a job that come before one that it accepts', async () => {
    const pool = startWordless();
    const { ask, bulkShare: share, clock, connections } = pool;
    const people = ['no-ann', 'no-bob', 'cat', 'no-dan', 'eve', 'no-fay', 'gus'];
    const answers = people.map((person) => ask(person, { share }).answer);
    await clock.advance(20);
    expect(await Promise.all(answers)).toEqual(
      people.map((person) => (person.startsWith('no') ? 'rcpt: mailbox-not-found' : 'rcpt: accepted')),
    );
    expect(people.map((person) => asked(pool, person))).toEqual(people.map(() => 1));
    expect(connections).toHaveLength(1);
  });

  it('is asked again in a new session about those after the last one that it accepts', async () => {
    const pool = startWordless();
    const { ask, bulkShare: share, clock, connections } = pool;
    const answers = ['ann', 'no-bob', 'no-cat'].map((person) => ask(person, { share }).answer);
    await clock.advance(20);
    expect(await Promise.all(answers)).toEqual([
      'rcpt: accepted',
      'rcpt: mailbox-not-found',
      'rcpt: mailbox-not-found',
    ]);
    expect(['ann', 'no-bob', 'no-cat'].map((person) => asked(pool, person))).toEqual([1, 1, 2]);
    expect(connections).toHaveLength(2);
  });
});
