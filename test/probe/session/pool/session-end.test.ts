import { describe, expect, it } from 'vitest';
import { acceptedReplies, type Dial, startPool, usualReply } from '../pool-fixture.ts';

/** A server that is silent at some commands. */
const silentAt = (verb: string) => ({
  greeting: '220 mx.example.com ESMTP',
  respond: (command: string) => (command.startsWith(verb) ? undefined : usualReply(command)),
});

describe('A session that ends', () => {
  it('does so at once if it may ask about nobody else, and its trace ends with that', async () => {
    const { clock, askAll, connections, trace } = startPool({
      limits: { tuning: { recipientsPerSession: 3 } },
    });
    const answers = askAll(3);
    await clock.advance(0);
    expect(await Promise.all(answers)).toEqual(Array(3).fill('rcpt: accepted'));
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
    expect(connections[0]?.calls.filter((call) => /2000/.test(call))).toEqual([
      'receive in 2000',
      'end in 2000',
    ]);
    expect(trace.at(-1)).toMatchObject({ kind: 'closed', lines: [] });
  });

  it.each([
    ['was idle for long enough', async ({ clock }: ReturnType<typeof startPool>) => clock.advance(5_000)],
    ['gives up its connection', async ({ endIdleSession }: ReturnType<typeof startPool>) => endIdleSession()],
  ])('because it %s makes nobody wait for the reply to its QUIT', async (_cause, end) => {
    const world = startPool({ dials: [silentAt('QUIT')] });
    const { clock, ask, connections, answerTo } = world;
    await answerTo('ann');
    await end(world);
    const second = ask('bob');
    await clock.advance(0);
    expect(connections).toHaveLength(2);
    expect([second.slots, await second.answer]).toEqual([1, 'rcpt: accepted']);
  });

  it.each([
    ['the greeting', { greeting: '554 5.7.1 Blocked', respond: () => undefined }],
    [
      'EHLO',
      {
        greeting: '220 mx.example.com ESMTP',
        respond: (command: string) => (command.startsWith('EHLO') ? '450 4.7.1 Later' : undefined),
      },
    ],
  ])('because the server refuses it at %s says QUIT, and nobody waits for the reply', async (stage, dial) => {
    const { clock, ask, connections, trace } = startPool({ dials: [dial] });
    const asked = ask('ann');
    await clock.advance(0);
    expect(connections[0]?.groups.at(-1)).toEqual(['QUIT']);
    if (stage === 'the greeting') expect(await asked.answer).toBe('greeting: client-blocked');
    connections[0]?.reply('221 2.0.0 Bye');
    await clock.advance(0);
    expect(trace.filter((event) => 'session' in event && event.session === 1).at(-1)).toMatchObject({
      kind: 'closed',
    });
  });

  it('because the server says that it closes the connection, instead of a greeting, says nothing more', async () => {
    const { clock, ask, connections } = startPool({ dials: [{ greeting: '421 4.3.2 Shutting down' }] });
    ask('ann');
    await clock.advance(0);
    expect(connections[0]?.groups).toEqual([]);
  });

  it('because a busy server refuses it keeps the next try waiting for two seconds at most', async () => {
    const { clock, ask, connections } = startPool({
      dials: [{ greeting: '450 4.3.2 Busy', respond: () => undefined }],
    });
    const { answer } = ask('ann');
    await clock.advance(0);
    expect([connections[0]?.groups, connections[0]?.calls.at(-1)]).toEqual([[['QUIT']], 'receive in 2000']);
    connections[0]?.fail('reply_timeout');
    await clock.advance(1_000);
    expect([await answer, connections.length]).toEqual(['rcpt: accepted', 2]);
  });

  it('has no slot for those who come meanwhile', async () => {
    const { clock, ask, endIdleSession, connections, answerTo } = startPool({
      dials: [silentAt('QUIT')],
      limits: { connectionsPerExchange: 1 },
    });
    await answerTo('ann');
    endIdleSession();
    const second = ask('bob');
    await clock.advance(0);
    expect(second.slots).toBe(0);
    connections[0]?.reply('221 2.0.0 Bye');
    await clock.advance(0);
    expect([second.slots, await second.answer]).toEqual([1, 'rcpt: accepted']);
  });

  it.each<[string, Dial]>([
    ['connects', 'hangs'],
    ['waits for the greeting', { greeting: undefined }],
    ['asks', silentAt('RCPT')],
  ])(
    'because its last caller leaves while it %s is no harm to those who come just then',
    async (_phase, dial) => {
      const { clock, ask } = startPool({ dials: [dial] });
      const leaving = ask('ann');
      await clock.advance(0);
      leaving.leave(new Error('gone'));
      const coming = ask('bob');
      await clock.advance(0);
      expect([await leaving.answer, await coming.answer]).toEqual(['rejected: gone', 'rcpt: accepted']);
    },
  );

  it('because our own code failed gives the error to those in the queue, too, and says nothing to the server', async () => {
    const { clock, ask, connections } = startPool({
      dials: [silentAt('RCPT')],
      limits: { connectionsPerExchange: 1, tuning: { recipientsPerSession: 1 } },
    });
    const [asked, queued] = [ask('ann'), ask('bob')];
    await clock.advance(0);
    connections[0]?.breakDown(new TypeError('our fault'));
    await clock.advance(0);
    expect([await asked.answer, await queued.answer]).toEqual(['rejected: our fault', 'rejected: our fault']);
    expect(connections[0]?.groups.flat()).not.toContain('QUIT');
  });

  it('because it got no connection in little time says nothing of how many there may be', async () => {
    const { clock, ask, askAll, connections, dialled } = startPool({
      dials: [silentAt('RCPT'), 'connection_timeout'],
      limits: { connectionsPerExchange: 2 },
    });
    void askAll(4);
    await clock.advance(0);
    const hurried = ask('hurried', { waitMs: 6_000 });
    await clock.advance(0);
    expect(dialled.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 2_000, 2_000]);
    expect(connections).toHaveLength(2);
    expect(await hurried.answer).toBe('rcpt: accepted');
  });
});

describe('A server that refuses every RSET', () => {
  it('is asked three times at most, and has then not answered', async () => {
    const refusing: Dial = {
      greeting: '220 mx.example.com ESMTP',
      respond: (command) => (command === 'RSET' ? '502 5.5.1 Not implemented' : usualReply(command)),
    };
    const { clock, ask, dialled } = startPool({ dials: [refusing, refusing, refusing, refusing] });
    const { answer } = ask('ann');
    await clock.advance(1_000);
    expect(await answer).toBe('failed: desynchronised');
    expect(dialled).toHaveLength(3);
  });
});

describe('A refusal without words, after which the server hangs up', () => {
  /** Says to a second recipient in the first session, and to whoever is the first one of later ones, that it does not exist. */
  const asked = async (inFreshSession: readonly string[]) => {
    const silent: Dial = {
      greeting: '220 mx.example.com ESMTP',
      respond: (command) => (/^(MAIL|RCPT|RSET)/.test(command) ? undefined : usualReply(command)),
    };
    const { clock, ask, connections } = startPool({ dials: [silent, silent, silent] });
    const first = ask('ann');
    await clock.advance(0);
    connections[0]?.reply(...acceptedReplies(1));
    await clock.advance(0);
    expect(await first.answer).toBe('rcpt: accepted');
    const second = ask('bob');
    await clock.advance(0);
    connections[0]?.reply('250 2.1.0 Sender OK', '550 ');
    connections[0]?.fail('connection_closed');
    await clock.advance(0);
    connections[1]?.reply(...inFreshSession);
    if (inFreshSession.length < 3) connections[1]?.fail('connection_closed');
    await clock.advance(0);
    return { answer: await second.answer, sessions: connections.length };
  };

  it('counts if the server says so again to the first recipient of a new session', async () => {
    const refused = ['250 2.1.0 Sender OK', '550 '];
    expect(await asked(refused)).toEqual({ answer: 'rcpt: mailbox-not-found', sessions: 2 });
  });

  it('does not count if it accepts the recipient there', async () => {
    expect(await asked(acceptedReplies(1))).toEqual({ answer: 'rcpt: accepted', sessions: 2 });
  });
});
