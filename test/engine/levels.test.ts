import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import type { SandboxWorld } from '../../adapters/sandbox/index.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { storeDisposableLists } from '../../src/address/disposable-updates.ts';
import {
  createEngine,
  type EmailVerification,
  type EngineOptions,
  type VerificationLevel,
} from '../../src/index.ts';
import { type SandboxedEngine, sandboxedEngine } from '../support/sandboxed-engine.ts';
import { times } from '../support/values/for-all.ts';

const manyAnns = Array.from({ length: 200 }, (_, index) => `ann${index}`);

const world: SandboxWorld = {
  domains: {
    'example.org': { mx: ['mx.example.org'], mailboxes: ['ann', 'info', ...manyAnns] },
    'gmail.com': { mx: ['gmail-smtp-in.l.google.com'], mailboxes: ['ann'] },
    'mailinator.com': { mx: ['mx.example.org'], mailboxes: ['ann'] },
    'guarded.example.net': { mx: ['mx1.ppe-hosted.com'], mailboxes: ['ann'] },
  },
  zone: { 'no-mail.example.net': { mx: [[0, '.']] } },
  exchanges: { 'mx.example.org': {}, 'gmail-smtp-in.l.google.com': {}, 'mx1.ppe-hosted.com': {} },
};

const outcomeOf = ({ status, substatus }: Pick<EmailVerification, 'status' | 'substatus'>) =>
  `${status}/${substatus}`;

const lower = ['syntax', 'dns'] as const;

function connectionsOf({ sandbox }: SandboxedEngine): number {
  return sandbox.statistics.totals.connections;
}

describe.each(lower)('the level %s', (level) => {
  it('connects to no mail server', async () => {
    await using running = await sandboxedEngine(world);
    await running.engine.verify('ann@example.org', { level });
    expect(connectionsOf(running)).toBe(0);
  });

  it.each(['ann@example.org', 'ann@@example.org'])(
    'rejects with the reason of a signal (%s)',
    async (email) => {
      await using running = await sandboxedEngine(world);
      const reason = new Error('The caller hung up.');
      const signal = AbortSignal.abort(reason);
      await expect(running.engine.verify(email, { level, signal })).rejects.toBe(reason);
    },
  );

  it('calls no address safe that nothing speaks against', async () => {
    await using running = await sandboxedEngine(world);
    const verdict = await running.engine.verify('ann@example.org', { level });
    expect(verdict).toMatchObject({ status: 'unknown', substatus: 'not_asked', confidence: null });
    expect(Object.keys(verdict)).toHaveLength(12);
  });

  it('knows the lists in the store at the first address of a process', async () => {
    await using running = await sandboxedEngine(world);
    const stores = memoryStores();
    const lists = { curated: ['example.org'], broad: ['a-list-has-more-than-one.example'], sources: [] };
    await storeDisposableLists({ cache: stores.cache, clock: systemClock }, lists);
    const engine = createEngine({ ...stores, ...netPorts(running.sandbox.network) });
    expect(await engine.verify('ann@example.org', { level })).toMatchObject({ is_disposable: true });
    await engine.close();
  });

  it('tells invalid syntax, reserved names and disposable, role and free addresses', async () => {
    await using running = await sandboxedEngine(world);
    const verify = (email: string) => running.engine.verify(email, { level });
    expect(outcomeOf(await verify('ann@@example.org'))).toBe('invalid/invalid_syntax');
    expect(outcomeOf(await verify('ann@mail.test'))).toBe('invalid/no_mx_records');
    expect(await verify('ann@mailinator.com')).toMatchObject({ status: 'risky', is_disposable: true });
    expect(await verify('info@example.org')).toMatchObject({ substatus: 'not_asked', is_role_account: true });
    expect(await verify('ann@gmail.com')).toMatchObject({ substatus: 'not_asked', is_free: true });
  });

  it('runs a job whose results are final at once', async () => {
    await using running = await sandboxedEngine(world);
    const outcomes: string[] = [];
    const list = ['ann@example.org', 'ann@@example.org', 'ann@mailinator.com'];
    for await (const row of running.engine.runBulk(list, { level })) outcomes.push(outcomeOf(row));
    expect(outcomes.sort()).toEqual(['invalid/invalid_syntax', 'risky/disposable', 'unknown/not_asked']);
    expect(connectionsOf(running)).toBe(0);
  });

  it('costs nothing by default, without an entry in the journal', async () => {
    await using running = await sandboxedEngine(world);
    const { engine } = running;
    await engine.verify('ann@example.org', { level, account: 'acme' });
    for await (const _ of engine.runBulk(['ann@gmail.com'], { level, account: 'acme' }));
    expect(await engine.accounts.entries('acme', { limit: 10 })).toEqual([]);
  });

  it('is forgotten with the address', async () => {
    const prices = { verifyDns: 10, verifySyntax: 10 };
    await using running = await sandboxedEngine(world, { prices });
    await running.engine.verify('ann@example.org', { level });
    expect(await running.engine.forget('ann@example.org')).toMatchObject({ cached: 1 });
  });
});

describe('the level syntax', () => {
  it('asks no name server', async () => {
    await using running = await sandboxedEngine(world);
    expect(await running.engine.verify('ann@no-mail.example.net', { level: 'syntax' })).toMatchObject({
      substatus: 'not_asked',
      mx_record: null,
      email_provider: 'Unknown',
    });
    for await (const _ of running.engine.runBulk(['tom@no-mail.example.net'], { level: 'syntax' }));
    expect(running.sandbox.statistics.dnsQuestions).toBe(0);
  });
});

describe('the level dns', () => {
  it('tells the exchange, the provider, a gateway, and domains that take no mail', async () => {
    await using running = await sandboxedEngine(world);
    const verify = (email: string) => running.engine.verify(email, { level: 'dns' });
    expect(await verify('ann@gmail.com')).toMatchObject({
      email_provider: 'Gmail',
      mx_record: 'gmail-smtp-in.l.google.com',
    });
    expect(await verify('ann@guarded.example.net')).toMatchObject({ is_secure_email_gateway: true });
    expect(outcomeOf(await verify('ann@no-mail.example.net'))).toBe('invalid/no_mx_records');
    expect(outcomeOf(await verify('ann@nowhere.example.net'))).toBe('invalid/no_mx_records');
  });
});

describe('levels', () => {
  it('are refused if they do not exist', async () => {
    await using running = await sandboxedEngine(world);
    const level = 'mx' as VerificationLevel;
    await expect(running.engine.verify('ann@example.org', { level })).rejects.toThrow(
      "level must be 'syntax', 'dns' or 'smtp'.",
    );
    await expect(running.engine.jobs.submit(['ann@example.org'], { level })).rejects.toThrow(/level must be/);
    expect(() => running.engine.runBulk(['ann@example.org'], { level })).toThrow(/level must be/);
  });

  it('share no job under one idempotency key', async () => {
    await using running = await sandboxedEngine(world);
    const { jobs } = running.engine;
    const submit = (level: VerificationLevel) =>
      jobs.submit(['ann@example.org'], { idempotencyKey: 'order 4711', level });
    const first = await submit('dns');
    expect(await submit('dns')).toEqual(first);
    await expect(submit('smtp')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('charge a job by the price of its level', async () => {
    const prices = { verify: 200, verifyDns: 20, verifySyntax: 3 };
    await using running = await sandboxedEngine(world, { prices });
    const { accounts, runBulk } = running.engine;
    await accounts.grant('acme', { id: 'order', milliCredits: 1_000 });
    for (const level of ['syntax', 'dns'] as const)
      for await (const _ of runBulk(['ann@example.org', 'info@example.org'], { level, account: 'acme' }));
    expect((await accounts.balance('acme')).available).toBe(1_000 - 2 * 3 - 2 * 20);
  });

  it('share neither results nor charges, in whatever order and at whatever time they are asked for', async () => {
    const prices: NonNullable<EngineOptions['prices']> = { verify: 200, verifyDns: 20, verifySyntax: 3 };
    const priceOf = { syntax: 3, dns: 20, smtp: 200 };
    await using running = await sandboxedEngine(world, { prices });
    const { engine } = running;
    await engine.accounts.grant('acme', { id: 'order', milliCredits: 10_000_000 });
    let runs = 0;
    const request = fc.record({
      name: fc.constantFrom('ann', 'nobody'),
      level: fc.constantFrom<VerificationLevel>('syntax', 'dns', 'smtp'),
      meanwhile: fc.boolean(),
    });
    await times(30).forAllAsync(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
      runs += 1;
      const before = (await engine.accounts.balance('acme')).available;
      const asked = new Set<string>();
      let pending: Promise<void>[] = [];
      for (const { name, level, meanwhile } of requests) {
        const email = `${name}${runs}@example.org`;
        asked.add(`${name} ${level}`);
        const check = async () => {
          const verdict = await engine.verify(email, { level, account: 'acme' });
          const expected = name === 'ann' ? 'safe/deliverable' : 'invalid/mailbox_not_found';
          expect(outcomeOf(verdict)).toBe(level === 'smtp' ? expected : 'unknown/not_asked');
        };
        pending.push(check());
        if (meanwhile) continue;
        await Promise.all(pending);
        pending = [];
      }
      await Promise.all(pending);
      const cost = [...asked].reduce((sum, key) => sum + priceOf[levelOf(key)], 0);
      expect(before - (await engine.accounts.balance('acme')).available).toBe(cost);
    });
  });
});

function levelOf(key: string): VerificationLevel {
  return key.split(' ')[1] as VerificationLevel;
}
