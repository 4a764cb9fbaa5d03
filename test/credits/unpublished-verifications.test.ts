import { describe, expect, it } from 'vitest';
import { addressKey } from '../../src/address/address-key.ts';
import { shareOfJob, singleShare } from '../../src/concurrency/work-share.ts';
import { ForgottenAddresses } from '../../src/credits/forgotten-addresses.ts';
import { UnpublishedVerdicts } from '../../src/credits/unpublished-verdicts.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import { chargedVerifications, verdictOn, type Work } from './charged-verifications.ts';

/** Verifications whose work counts its calls; of addresses at slow.example, it learns nothing. */
function world() {
  const asked: { email: string; timeoutMs: number; signal: AbortSignal | undefined }[] = [];
  const work: Work = async (email, { timeoutMs, signal }) => {
    asked.push({ email, timeoutMs, signal });
    return email.endsWith('slow.example')
      ? verdictOn(email, 'unknown', 'timeout')
      : verdictOn(email, 'safe', 'deliverable');
  };
  const made = chargedVerifications(work);
  const verify = (
    email: string,
    options: { unpublished?: UnpublishedVerdicts; timeoutMs?: number; reusePatienceMs?: number } = {},
  ) =>
    made.verifications.verify({
      timeoutMs: 10_000,
      account: undefined,
      acrossProcesses: false,
      share: shareOfJob({ id: 'job', account: 'acme' }),
      signal: () => undefined,
      ...options,
      email,
    });
  return { ...made, asked, verify };
}

describe('a verdict for a caller who has not paid yet', () => {
  it('is for others once it is published', async () => {
    const { verify, asked } = world();
    const unpublished = new UnpublishedVerdicts();
    expect(await verify('Ann@Example.org', { unpublished })).toMatchObject({
      fresh: true,
      verdict: { email: 'Ann@Example.org' },
    });
    expect((await verify('ann@example.org')).fresh).toBe(true);
    expect(asked.map(({ email }) => email)).toEqual(['Ann@Example.org', 'ann@example.org']);
    await verify('bob@example.org', { unpublished });
    expect(asked.at(-1)).toMatchObject({ email: 'bob@example.org', timeoutMs: 10_000 });
    await unpublished.publishAll();
    expect((await verify('bob@example.org')).fresh).toBe(false);
  });

  it('is taken from the store if it is there', async () => {
    const { verify, stores, clock, asked } = world();
    await verify('ann@example.org');
    const { verifications } = chargedVerifications(() => Promise.reject(new Error('needless')), {
      stores,
      clock,
    });
    const found = await verifications.verify({
      email: 'ANN@example.org',
      timeoutMs: 10_000,
      account: undefined,
      acrossProcesses: false,
      share: singleShare,
      signal: () => undefined,
      unpublished: new UnpublishedVerdicts(),
    });
    expect(found).toMatchObject({ fresh: false, verdict: { email: 'ANN@example.org', status: 'safe' } });
    expect(asked).toHaveLength(1);
  });

  it('is not published if it is unknown: another caller may know more by then', async () => {
    const { verify, asked } = world();
    const unpublished = new UnpublishedVerdicts();
    await verify('ann@slow.example', { unpublished });
    await unpublished.publishAll();
    expect((await verify('ann@slow.example')).fresh).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('is an unknown of another caller only if that was as patient', async () => {
    const { verify } = world();
    await verify('ann@slow.example', { timeoutMs: 10_000 });
    const reused = async (options: { timeoutMs: number; reusePatienceMs?: number }) =>
      !(await verify('ann@slow.example', { ...options, unpublished: new UnpublishedVerdicts() })).fresh;
    expect(await reused({ timeoutMs: 10_000 })).toBe(true);
    expect(await reused({ timeoutMs: 10_001 })).toBe(false);
    expect(await reused({ timeoutMs: 1_000, reusePatienceMs: 10_001 })).toBe(false);
  });
});

describe('the signal of a caller', () => {
  it('is handed to the work, if there is one', async () => {
    const { verifications, asked } = world();
    const { signal } = new AbortController();
    const request = { timeoutMs: 10_000, account: undefined, acrossProcesses: false, share: singleShare };
    await verifications.verify({ ...request, email: 'ann@example.org', signal: () => signal });
    await verifications.verify({ ...request, email: 'bob@example.org', signal: () => undefined });
    expect(asked.map((call) => call.signal)).toEqual([signal, undefined]);
  });

  it('is not asked for if the verdict is known', async () => {
    const { verifications, verify } = world();
    await verify('ann@example.org');
    const known = await verifications.verify({
      email: 'ann@example.org',
      timeoutMs: 10_000,
      account: undefined,
      acrossProcesses: false,
      share: singleShare,
      signal: () => {
        throw new Error('There is nothing to wait for.');
      },
    });
    expect(known.fresh).toBe(false);
    expect(Object.isFrozen(known.verdict)).toBe(true);
  });
});

describe('a verdict that was found once', () => {
  it('is returned without a question to the store', async () => {
    const { verify, stores } = world();
    await verify('ann@example.org');
    await verify('ann@example.org');
    stores.cache.get = () => Promise.reject(new Error('There is nothing to ask.'));
    expect((await verify('ann@example.org')).fresh).toBe(false);
  });
});

describe('addresses that are asked for at the same time', () => {
  it('have each their own verdict', async () => {
    const { verify } = world();
    const emails = ['ann@example.org', 'bob@example.org'];
    const verdicts = await Promise.all(emails.map((email) => verify(email)));
    expect(verdicts.map(({ fresh, verdict }) => [fresh, verdict.email])).toEqual([
      [true, 'ann@example.org'],
      [true, 'bob@example.org'],
    ]);
  });

  it('fail together for all who asked for the same one, if the service is unavailable', async () => {
    let asked = 0;
    const { verifications } = chargedVerifications(async () => {
      asked += 1;
      throw new ServiceUnavailable('no way out');
    });
    const request = { timeoutMs: 10_000, account: undefined, acrossProcesses: false, share: singleShare };
    const ask = () => verifications.verify({ ...request, email: 'ann@example.org', signal: () => undefined });
    const outcomes = await Promise.allSettled([ask(), ask(), ask()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(asked).toBe(1);
  });

  it('are not shared with other processes where there is no room for them in the cache', async () => {
    const { verifications, stores } = world();
    stores.flights.join = () => Promise.reject(new Error('There is nothing to share.'));
    const request = { timeoutMs: 10_000, account: undefined, acrossProcesses: true, share: singleShare };
    const email = `${'x'.repeat(400)}@example.org`;
    expect((await verifications.verify({ ...request, email, signal: () => undefined })).fresh).toBe(true);
  });
});

describe('forgetting an address', () => {
  it('keeps a verdict that was worked out meanwhile from being stored', async () => {
    const { verify, stores, clock } = world();
    await new ForgottenAddresses(stores.cache, clock).mark(addressKey('ann@example.org'));
    await verify('ann@example.org');
    expect((await verify('ann@example.org')).fresh).toBe(true);
  });

  it('removes its verdict under every spelling, and no other', async () => {
    const { verify, verifications } = world();
    await verify('Ann@Example.org');
    await verify('bob@example.org');
    expect(await verifications.forget('ann@example.ORG')).toBe(1);
    expect(await verifications.forget('ann@example.org')).toBe(0);
    expect((await verify('bob@example.org')).fresh).toBe(false);
    expect((await verify('Ann@Example.org')).fresh).toBe(true);
  });
});

describe('a text too long for an address', () => {
  it('is verified each time, and not kept', async () => {
    const { verify, asked } = world();
    const kept = `${'x'.repeat(306)}@example.org`;
    expect((await verify(kept)).fresh).toBe(true);
    expect((await verify(kept)).fresh).toBe(false);
    const long = `${'x'.repeat(400)}@example.org`;
    expect((await verify(long)).fresh).toBe(true);
    expect((await verify(long)).fresh).toBe(true);
    expect(asked).toHaveLength(3);
  });
});
