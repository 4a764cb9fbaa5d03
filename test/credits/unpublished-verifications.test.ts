import { describe, expect, it } from 'vitest';
import { addressKey } from '../../src/address/address-key.ts';
import { shareOfJob, singleShare } from '../../src/concurrency/work-share.ts';
import { ForgottenAddresses } from '../../src/credits/forgotten-addresses.ts';
import { UnpublishedResults } from '../../src/credits/unpublished-results.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import { until } from '../support/until.ts';
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
    options: { unpublished?: UnpublishedResults; timeoutMs?: number; reusePatienceMs?: number } = {},
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
    const unpublished = new UnpublishedResults();
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
      unpublished: new UnpublishedResults(),
    });
    expect(found).toMatchObject({ fresh: false, verdict: { email: 'ANN@example.org', status: 'safe' } });
    expect(asked).toHaveLength(1);
  });

  it('is published though it is unknown, unless another caller knows more by then', async () => {
    const { verify, verifications, asked } = world();
    const [first, second] = [new UnpublishedResults(), new UnpublishedResults()];
    for (const email of ['ann@slow.example', 'bob@slow.example']) {
      await verify(email, { unpublished: email.startsWith('ann') ? first : second });
    }
    await first.publishAll();
    expect((await verify('ann@slow.example')).fresh).toBe(false);
    expect(asked).toHaveLength(2);
    await verifications.forget('bob@slow.example');
    await second.publishAll();
    expect((await verify('bob@slow.example')).fresh).toBe(false);
  });

  it('is an unknown of another caller only if that was as patient', async () => {
    const { verify } = world();
    await verify('ann@slow.example', { timeoutMs: 10_000 });
    const reused = async (options: { timeoutMs: number; reusePatienceMs?: number }) =>
      !(await verify('ann@slow.example', { ...options, unpublished: new UnpublishedResults() })).fresh;
    expect(await reused({ timeoutMs: 10_000 })).toBe(true);
    expect(await reused({ timeoutMs: 10_001 })).toBe(false);
    expect(await reused({ timeoutMs: 1_000, reusePatienceMs: 10_001 })).toBe(false);
  });
});

describe('an address that two lists ask about at the same time', () => {
  /** Two lists of which both have the verdict, which was worked out once. */
  async function twoLists() {
    const { verify, asked } = world();
    const [one, other] = [new UnpublishedResults(), new UnpublishedResults()];
    const [first, second] = await Promise.all([
      verify('ann@example.org', { unpublished: one }),
      verify('ann@example.org', { unpublished: other }),
    ]);
    expect([first.fresh, second.fresh, asked.length]).toEqual([true, false, 1]);
    const isKnown = async () => !(await verify('ann@example.org')).fresh;
    return { one, other, isKnown };
  }

  it('is known to all once either of them is paid for', async () => {
    const { one, isKnown } = await twoLists();
    await one.publishAll();
    expect(await isKnown()).toBe(true);
    const { other, isKnown: isKnownToo } = await twoLists();
    await other.publishAll();
    expect(await isKnownToo()).toBe(true);
  });

  it('is known to nobody if both are cancelled', async () => {
    const { isKnown } = await twoLists();
    expect(await isKnown()).toBe(false);
  });

  it('is worked out for the one that goes on if the other is cancelled', async () => {
    const controller = new AbortController();
    const asked: (AbortSignal | undefined)[] = [];
    const { verifications } = chargedVerifications((email, { signal }) => {
      asked.push(signal);
      if (asked.length === 2) return Promise.resolve(verdictOn(email, 'safe', 'deliverable'));
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const ask = (signal: AbortSignal) =>
      verifications.verify({
        email: 'ann@example.org',
        timeoutMs: 10_000,
        account: undefined,
        acrossProcesses: false,
        share: shareOfJob({ id: 'job', account: 'acme' }),
        signal: () => signal,
        unpublished: new UnpublishedResults(),
      });
    const cancelled = ask(controller.signal).catch((error: unknown) => error);
    const going = ask(new AbortController().signal);
    await until(() => asked.length === 1);
    controller.abort(new Error('cancelled'));
    expect(await cancelled).toMatchObject({ message: 'cancelled' });
    expect(await going).toMatchObject({ fresh: true, verdict: { status: 'safe' } });
  });

  it('is not shared with a list whose results are for all at once', async () => {
    const { verify, asked } = world();
    await Promise.all([
      verify('ann@example.org', { unpublished: new UnpublishedResults() }),
      verify('ann@example.org'),
    ]);
    expect(asked).toHaveLength(2);
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
    stores.leases.acquire = () => Promise.reject(new Error('There is nothing to share.'));
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
