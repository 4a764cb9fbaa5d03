import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { DeadlineExceeded } from '../../src/concurrency/deadline.ts';
import { singleShare } from '../../src/concurrency/work-share.ts';
import type { Cache } from '../../src/ports/cache.ts';
import type { VerificationLevel } from '../../src/resources.ts';
import { interceptedPort } from '../stores/changed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { chargedVerifications, verdictOn } from './charged-verifications.ts';

interface Kind {
  readonly level?: VerificationLevel;
  readonly price: number;
}

/** Verifications of one kind, and the calls that they make of the cache and of leases. */
function watchedVerifications({ level, price }: Kind) {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const calls: string[] = [];
  const watched = <Port extends object>(port: Port): Port =>
    interceptedPort(port, (method, args, carryOut) => {
      calls.push(`${method} ${String(args[0])}`);
      return carryOut();
    });
  const { ledger, verifications } = chargedVerifications(
    async (email) => verdictOn(email, 'invalid', 'invalid_syntax'),
    {
      clock,
      price,
      stores: { ...stores, cache: watched<Cache>(stores.cache), leases: watched(stores.leases) },
      ...(level === undefined ? {} : { level }),
    },
  );
  const verify = (email: string, keyId?: string) =>
    verifications.verify({
      email,
      keyId,
      timeoutMs: 70_000,
      account: 'acme',
      acrossProcesses: true,
      share: singleShare,
      signal: () => undefined,
    });
  return { calls, cache: stores.cache, ledger, verify };
}

describe.each(['syntax', 'dns'] as const)('a verification at the level %s that costs nothing', (level) => {
  it('uses no store, and is fresh each time, in the spelling asked for', async () => {
    const { calls, verify } = watchedVerifications({ level, price: 0 });
    expect(await verify('Ann@Example.org')).toMatchObject({
      fresh: true,
      verdict: { email: 'Ann@Example.org' },
    });
    expect(await verify('  ann@example.org')).toMatchObject({
      fresh: true,
      verdict: { email: 'ann@example.org' },
    });
    expect(calls).toEqual([]);
  });

  it('has a frozen verdict', async () => {
    const { verify } = watchedVerifications({ level, price: 0 });
    expect(Object.isFrozen((await verify('ann@example.org')).verdict)).toBe(true);
  });
});

describe('a verification that costs something, or asks a mail server', () => {
  it.each<Kind & { readonly prefix: string }>([
    { level: 'syntax', price: 100, prefix: 'verification-syntax' },
    { level: 'dns', price: 100, prefix: 'verification-dns' },
    { level: 'smtp', price: 0, prefix: 'verification' },
    { price: 0, prefix: 'verification' },
  ])('keeps its verdict in the store under its level ($level, price $price)', async ({ prefix, ...kind }) => {
    const { cache, calls, ledger, verify } = watchedVerifications(kind);
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 10_000, reason: 'purchase' });
    expect((await verify('ann@example.org')).fresh).toBe(true);
    expect(calls).toContainEqual(expect.stringMatching(`(set|replace) ${prefix}:ann@example.org$`));
    const entry = await cache.get(`${prefix}:ann@example.org`);
    expect(JSON.parse(entry?.value ?? '{}')).toMatchObject({ verdict: { substatus: 'invalid_syntax' } });
    expect((await verify('ann@example.org')).fresh).toBe(false);
  });
});

describe.each<[VerificationLevel | undefined, string]>([
  ['syntax', 'syntax_verification'],
  ['dns', 'dns_verification'],
  ['smtp', 'verification'],
  [undefined, 'verification'],
])('a verification at the level %s', (level, kind) => {
  it('is charged as such, to the key that asked', async () => {
    const { ledger, verify } = watchedVerifications({ price: 20, ...(level && { level }) });
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 10_000, reason: 'purchase' });
    await verify('ann@example.org', 'key-1');
    await verify('bob@example.org');
    const entries = await ledger.entries('acme', { limit: 10 });
    const purposes = entries.flatMap((entry) => (entry.kind === 'capture' ? [entry.purpose] : []));
    expect(purposes).toEqual([
      { kind, count: 1, keyId: null },
      { kind, count: 1, keyId: 'key-1' },
    ]);
  });

  it('is worked out at that level, also if its time is up', async () => {
    const { verifications, levels } = chargedVerifications(() => new Promise(() => {}), {
      ...(level && { level }),
    });
    const request = {
      account: undefined,
      acrossProcesses: false,
      share: singleShare,
      signal: () => undefined,
    };
    void verifications.verify({ ...request, email: 'ann@example.org', timeoutMs: 10_000 });
    const follower = AbortSignal.abort(new DeadlineExceeded(1));
    const late = { ...request, email: 'ann@example.org', timeoutMs: 1, signal: () => follower };
    expect((await verifications.verify(late)).verdict.substatus).toBe('timeout');
    expect(levels).toEqual([level ?? 'smtp', level ?? 'smtp']);
  });
});
