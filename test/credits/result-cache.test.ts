import { expect, it, vi } from 'vitest';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { chargedLookups, knowing } from '../lookup/charged-lookups.ts';
import { chargedVerifications, verdictOn } from './charged-verifications.ts';

function neverCalled(): never {
  throw new Error('A cached result needs no work.');
}

it('a verdict is read from its documented form in the store', async () => {
  const { clock, stores, verifications } = chargedVerifications(neverCalled);
  const verdict = verdictOn('ann@example.org', 'unknown', 'timeout');
  const value = JSON.stringify({ verdict, patienceMs: 10_000 });
  await stores.cache.set('verification:ann@example.org', { value, expiresAt: clock.now() + 1_000 });
  const request = {
    email: 'ann@example.org',
    account: undefined,
    acrossProcesses: true,
    share: singleShare,
    signal: () => undefined,
  };
  expect(await verifications.verify({ ...request, timeoutMs: 10_000 })).toEqual({ verdict, fresh: false });
  await expect(verifications.verify({ ...request, timeoutMs: 10_001 })).rejects.toThrow('needs no work');
});

it('an unknown does not replace what another caller has found out meanwhile', async () => {
  const email = 'ann@example.org';
  const known = verdictOn(email, 'safe', 'deliverable');
  const value = JSON.stringify({ verdict: known, patienceMs: 10_000 });
  const { clock, stores, verifications } = chargedVerifications(async () => {
    await stores.cache.set(`verification:${email}`, { value, expiresAt: clock.now() + 1_000 });
    return verdictOn(email, 'unknown', 'dns_error');
  });
  const request = { email, account: undefined, share: singleShare, signal: () => undefined };
  await verifications.verify({ ...request, acrossProcesses: false, timeoutMs: 10_000 });
  expect((await stores.cache.get(`verification:${email}`))?.value).toBe(value);
});

it('an unknown for which nobody pays does not replace that of a more patient caller', async () => {
  const email = 'ann@example.org';
  const { verifications, stores } = chargedVerifications(async () => verdictOn(email, 'unknown', 'timeout'));
  await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
  const request = { email, share: singleShare, signal: () => undefined, acrossProcesses: false };
  await verifications.verify({ ...request, account: 'acme', timeoutMs: 70_000 });
  const item = { ...request, account: undefined, reusePatienceMs: Number.POSITIVE_INFINITY };
  await verifications.verify({ ...item, timeoutMs: 20_000 });
  const again = await verifications.verify({ ...request, account: 'acme', timeoutMs: 70_000 });
  expect(again.fresh).toBe(false);
});

it('an unknown does not replace what is found out between the last look at the store and the write', async () => {
  const email = 'ann@example.org';
  const key = `verification:${email}`;
  const known = verdictOn(email, 'safe', 'deliverable');
  const value = JSON.stringify({ verdict: known, patienceMs: 10_000 });
  let worked = false;
  const { clock, stores, verifications } = chargedVerifications(async () => {
    worked = true;
    return verdictOn(email, 'unknown', 'dns_error');
  });
  const get = stores.cache.get.bind(stores.cache);
  vi.spyOn(stores.cache, 'get').mockImplementation(async (asked) => {
    const found = await get(asked);
    if (worked && asked === key && found === undefined)
      await stores.cache.set(key, { value, expiresAt: clock.now() + 1_000 });
    return found;
  });
  const request = { email, account: undefined, share: singleShare, signal: () => undefined };
  await verifications.verify({ ...request, acrossProcesses: false, timeoutMs: 10_000 });
  expect((await get(key))?.value).toBe(value);
});

it('a finding is stored under its row, with the patience of its caller', async () => {
  const { stores, lookups } = chargedLookups(knowing());
  const row = { first_name: 'Ann', last_name: 'Lee', domain: 'example.org' };
  await lookups.lookup({ row, timeoutMs: 30_000, account: undefined, signal: () => undefined });
  const entry = await stores.cache.get('lookup:example.org ann lee');
  expect(JSON.parse(entry?.value ?? 'null')).toEqual({
    finding: { kind: 'not-found', explanation: expect.any(String), settled: true },
    patienceMs: 30_000,
  });
});
