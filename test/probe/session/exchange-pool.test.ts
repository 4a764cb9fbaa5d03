import { describe, expect, it } from 'vitest';
import { scriptedEngine } from '../../support/scripted-engine.ts';

function addressList(
  count: number,
  known: number,
): { emails: string[]; knows: (recipient: string) => boolean } {
  const emails = Array.from({ length: count }, (_, index) => `person${index}@example.com`);
  const existing = new Set(emails.slice(0, known));
  return { emails, knows: (recipient) => existing.has(recipient) };
}

describe('sessions', () => {
  it('serve many addresses over one connection', async () => {
    const { emails, knows } = addressList(40, 40);
    const world = scriptedEngine({ knows, pipelining: true }, { connectionsPerExchange: 1 });
    await world.verifyAll(emails);
    expect(world.exchange.connections).toBe(1);
    expect(world.exchange.asked).toHaveLength(41); // and one catch-all probe
  });

  it('send several transactions in one group if each may have only one recipient', async () => {
    const { emails, knows } = addressList(8, 8);
    const world = scriptedEngine(
      { knows, pipelining: true, maxRecipients: 1 },
      { connectionsPerExchange: 1, tuning: { recipientsPerTransaction: 1 } },
    );
    const verdicts = await world.verifyAll(emails);
    expect(verdicts.every((verdict) => verdict.status === 'safe')).toBe(true);
    expect(world.exchange.sessions[0]?.mostRecipients).toBe(1);
    expect(world.exchange.connections).toBe(1);
  });

  it('give an answer before they ask about the next recipient, on a server without pipelining', async () => {
    const world = scriptedEngine({ knows: () => true, replyMs: 450 }, { connectionsPerExchange: 1 });
    const verdicts = ['ann', 'bob'].map((person) =>
      world.engine.verify(`${person}@example.com`, { timeoutMs: 3_000 }),
    );
    await world.clock.advance(3_000);
    const [ann, bob] = await Promise.all(verdicts);
    expect([ann?.status, bob?.substatus]).toEqual(['safe', 'timeout']);
  });

  it('learn the recipient limit of a transaction, and ask again about those beyond it', async () => {
    const { emails, knows } = addressList(30, 15);
    const world = scriptedEngine({ knows, pipelining: true, maxRecipients: 3 });
    const verdicts = await world.verifyAll(emails);
    expect(verdicts.map((verdict) => verdict.status)).toEqual(
      emails.map((_, index) => (index < 15 ? 'safe' : 'invalid')),
    );
  });

  it('end before the server’s limit on refusals, once they have learned it', async () => {
    const { emails, knows } = addressList(60, 0);
    const world = scriptedEngine({ knows, pipelining: true, maxRefusals: 4 });
    const verdicts = await world.verifyAll(emails);
    expect(verdicts.every((verdict) => verdict.substatus === 'mailbox_not_found')).toBe(true);
    const hangUps = world.exchange.sessions.filter((session) => session.refusals >= 4).length;
    expect(hangUps).toBeLessThanOrEqual(2);
  });

  it('continue command by command if pipelining makes a server close the connection', async () => {
    const { emails, knows } = addressList(6, 3);
    const faults = [[{ reply: 3, kind: 'hang-up' as const }]];
    const world = scriptedEngine({ knows, pipelining: true, faults }, { connectionsPerExchange: 1 });
    const verdicts = await world.verifyAll(emails);
    expect(verdicts.map((verdict) => verdict.status)).toEqual(
      'safe safe safe invalid invalid invalid'.split(' '),
    );
  });

  it.each([
    ['another one', 1],
    ['two others', 2],
  ])(
    'do not accept a refusal without text after %s, and repeat it on a new session',
    async (_others, refusals) => {
      const { emails, knows } = addressList(12, 12);
      const missing = Array.from({ length: refusals }, (_, index) => `nobody${index}@example.com`);
      const world = scriptedEngine(
        { knows, pipelining: true, refusal: '', refusesAllAfter: { refusals, reply: '550' } },
        { connectionsPerExchange: 1 },
      );
      const verdicts = await world.verifyAll([...missing, ...emails]);
      expect(verdicts.map((verdict) => verdict.status)).toEqual([
        ...missing.map(() => 'invalid'),
        ...emails.map(() => 'safe'),
      ]);
    },
  );
});

describe('a connection whose lease was lost', () => {
  it('is closed, and its recipients are asked about on another connection', async () => {
    const { emails, knows } = addressList(1, 1);
    const faults = [[{ reply: 0, kind: 'late' as const }]];
    const world = scriptedEngine({ knows, faults, lateMs: 25_000 });
    const { leases } = world.stores;
    const acquire = leases.acquire.bind(leases);
    let granted = 0;
    leases.acquire = async (...options) => {
      const grant = await acquire(...options);
      if (!options[0].startsWith('flight:')) granted += 1;
      return grant.kind === 'lease' && granted === 1
        ? { ...grant, renew: async () => 'ended' as const }
        : grant;
    };
    const verdict = world.engine.verify(emails[0]!);
    // Before the late reply.
    await world.clock.advance(10_000);
    expect((await verdict).status).toBe('safe');
    expect(world.exchange.connections).toBe(2);
  });
});

describe('a caller who aborts', () => {
  it('receives the reason of its signal, and leaves no connection and no timer behind', async () => {
    const { emails, knows } = addressList(3, 3);
    const faults = Array.from({ length: 9 }, () => [{ reply: 0, kind: 'lost' as const }]);
    const world = scriptedEngine({ knows, faults });
    const controller = new AbortController();
    const pending = emails.map((email) => world.engine.verify(email, { signal: controller.signal }));
    await world.clock.advance(1_000);
    expect(world.exchange.open).toBeGreaterThan(0);
    controller.abort(new Error('changed my mind'));
    for (const verdict of pending) await expect(verdict).rejects.toThrow('changed my mind');
    await world.clock.advance(0);
    expect(world.exchange.open).toBe(0);
    expect(world.clock.pending).toBe(0);
  });

  it('does not end a session that other callers wait for', async () => {
    const { emails, knows } = addressList(2, 2);
    const faults = [[{ reply: 0, kind: 'late' as const }]];
    const world = scriptedEngine({ knows, faults, lateMs: 4_000 }, { connectionsPerExchange: 1 });
    const controller = new AbortController();
    const aborted = world.engine.verify(emails[0]!, { signal: controller.signal });
    const waiting = world.engine.verify(emails[1]!);
    await world.clock.advance(1_000);
    controller.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    await world.clock.advance(10_000);
    expect((await waiting).status).toBe('safe');
    expect(world.exchange.connections).toBe(1);
  });
});

describe('a deadline', () => {
  it('ends with a verdict on time if the server is silent', async () => {
    const world = scriptedEngine({ knows: () => true, faults: [[{ reply: 0, kind: 'lost' }]] });
    const started = world.clock.now();
    let answeredAt = 0;
    const verdict = world.engine.verify('ann@example.com', { timeoutMs: 3_000 }).then((answer) => {
      answeredAt = world.clock.now();
      return answer;
    });
    await world.clock.advance(10_000);
    expect(await verdict).toMatchObject({
      status: 'unknown',
      substatus: 'timeout',
      mx_record: 'mx.example.com',
      confidence: null,
    });
    expect(answeredAt - started).toBe(3_000);
    expect(world.exchange.open).toBe(0);
    expect(world.clock.pending).toBe(0);
  });
});

describe('a deadline while the catch-all probe is not answered', () => {
  it('leaves what the exchange has said about the recipient', async () => {
    // After the greeting, EHLO and three commands for the recipient: RCPT of the catch-all probe.
    const world = scriptedEngine({ knows: () => true, faults: [[{ reply: 6, kind: 'lost' }]] });
    const verdict = world.engine.verify('ann@example.com', { timeoutMs: 10_000 });
    await world.clock.advance(10_000);
    expect(await verdict).toMatchObject({ status: 'safe', is_domain_catch_all: null });
    expect(world.exchange.asked).toHaveLength(2);
  });
});

describe('closing an engine', () => {
  it('sends QUIT on idle sessions, and refuses later calls', async () => {
    const world = scriptedEngine({ knows: () => true, faults: [[], [{ reply: 0, kind: 'lost' }]] });
    await world.verifyAll(['ann@example.com']);
    const closed = world.engine.close();
    await world.clock.advance(0);
    await closed;
    await world.engine.close();
    expect(world.exchange.commands.at(-1)).toBe('QUIT');
    await expect(world.engine.verify('ann@example.com')).rejects.toMatchObject({ code: 'engine_closed' });
  });
});
