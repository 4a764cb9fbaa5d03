import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { pricesOf } from '../../src/credits/prices.ts';
import { InvalidArgument, StorageUnavailable } from '../../src/errors.ts';
import { chargedLookups } from '../lookup/charged-lookups.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { withResolvers } from '../support/until.ts';
import { chargedVerifications, verdictOn, type Work } from './charged-verifications.ts';

const safe: Work = async (email) => verdictOn(email, 'safe', 'deliverable');
const email = 'ann@example.org';
const row = { first_name: 'Ann', last_name: 'Lee', domain: 'example.org' };
const noSignal = () => undefined;

async function world(options: { work?: Work; milliCredits?: number; price?: number } = {}) {
  const { work = safe, milliCredits = 1_000, price = 200 } = options;
  const made = chargedVerifications(work, { price });
  const { ledger, verifications } = made;
  await ledger.grant({ id: 'first', account: 'acme', milliCredits, reason: 'purchase' });
  const verify = (wanted = email) =>
    verifications.verify({
      email: wanted,
      timeoutMs: 70_000,
      account: 'acme',
      acrossProcesses: true,
      share: singleShare,
      signal: noSignal,
    });
  return { ...made, verify, balance: () => ledger.balance('acme') };
}

describe('an answer whose hold', () => {
  it('was swept before the work was done is taken back: not returned, not cached, not charged', async () => {
    let sweep = async () => {};
    const { verify, clock, stores, balance } = await world({
      work: async (wanted) => {
        await sweep();
        return verdictOn(wanted, 'safe', 'deliverable');
      },
    });
    sweep = async () => {
      clock.leap(70_000 + 60_000);
      expect(await stores.ledger.sweep({ limit: 10 })).toBe(1);
    };
    await expect(verify()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await balance()).toEqual({ available: 1_000, held: 0 });
    sweep = async () => {};
    expect(await verify()).toMatchObject({ fresh: true });
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });

  it('is still open a minute after the work should have ended is delivered and charged', async () => {
    let sweep = async () => {};
    const { verify, clock, stores, balance } = await world({
      work: async (wanted) => {
        await sweep();
        return verdictOn(wanted, 'safe', 'deliverable');
      },
    });
    sweep = async () => {
      clock.leap(70_000 + 59_999);
      expect(await stores.ledger.sweep({ limit: 10 })).toBe(0);
    };
    expect(await verify()).toMatchObject({ fresh: true });
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });

  it('was lost is taken back too', async () => {
    const { verify, ledger } = await world();
    const { capture } = ledger;
    ledger.capture = async () => 'unknown';
    await expect(verify()).rejects.toMatchObject({ code: 'service_unavailable' });
    ledger.capture = capture;
    expect(await verify()).toMatchObject({ fresh: true });
  });

  it('was captured is given, and charged once, although the ledger failed to say so', async () => {
    for (const fault of ['before', 'after'] as const) {
      const { verify, ledger, balance } = await world();
      ledger.faults.push(undefined, undefined, fault);
      expect(await verify()).toMatchObject({ fresh: true });
      expect(await balance()).toEqual({ available: 800, held: 0 });
    }
  });

  it('may have been captured costs nothing, and is not cached, if the ledger does not say', async () => {
    const { verify, ledger, clock, balance } = await world();
    ledger.faults.push(undefined, undefined, 'after', 'before');
    await expect(verify()).rejects.toMatchObject({ code: 'storage_unavailable' });
    await clock.advance(1_000);
    expect(await balance()).toEqual({ available: 1_000, held: 0 });
    expect(await verify()).toMatchObject({ fresh: true });
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });
});

describe('an answer that may have been paid for, although its caller got an error', () => {
  /** The ledger charges for an answer, and then says nothing for two calls. */
  async function unacknowledged() {
    const made = await world();
    const { stores, clock, ledger, verify } = made;
    ledger.faults.push(undefined, undefined, 'after', 'before');
    await expect(verify()).rejects.toMatchObject({ code: 'storage_unavailable' });
    const other = chargedVerifications(safe, { stores, clock });
    const request = { email, timeoutMs: 70_000, account: 'acme', acrossProcesses: true, signal: noSignal };
    const verifyElsewhere = () => other.verifications.verify({ ...request, share: singleShare });
    return { ...made, other, verifyElsewhere };
  }

  it.each(['this process', 'another process'])(
    'is taken back at once, so that the next caller of %s gets a fresh one',
    async (where) => {
      const { verify, verifyElsewhere, clock, balance } = await unacknowledged();
      const ask = where === 'this process' ? verify : verifyElsewhere;
      expect(await ask()).toMatchObject({ fresh: true });
      await clock.advance(60_000);
      expect(await balance()).toEqual({ available: 800, held: 0 });
      expect(await ask()).toMatchObject({ fresh: false });
      expect(clock.pending).toBe(0);
    },
  );

  it('is given after all, and charged once, if somebody has used it meanwhile', async () => {
    const { stores, clock, ledger, verify, balance } = await world();
    const other = chargedVerifications(safe, { stores, clock });
    const { capture } = ledger;
    const request = { email, timeoutMs: 70_000, account: 'acme', acrossProcesses: true, signal: noSignal };
    let used: unknown;
    ledger.capture = async (id) => {
      await capture(id);
      used ??= await other.verifications.verify({ ...request, share: singleShare });
      throw new StorageUnavailable('The ledger did not answer.');
    };
    expect(await verify()).toMatchObject({ fresh: true });
    expect(used).toMatchObject({ fresh: false });
    await clock.advance(60_000);
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });

  it('is not given to a caller who found it in the cache just before it was taken back', async () => {
    const { verifyElsewhere, other, clock, balance } = await unacknowledged();
    const { capture } = other.ledger;
    const { promise: resumed, resolve: resume } = withResolvers();
    other.ledger.capture = async (id) => {
      other.ledger.capture = capture;
      await resumed;
      return capture(id);
    };
    const asked = verifyElsewhere();
    await clock.advance(1_000);
    expect(await balance()).toEqual({ available: 1_000, held: 0 });
    resume();
    expect(await asked).toMatchObject({ fresh: true });
    await clock.advance(60_000);
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });

  it('is refunded once although the ledger fails while it is taken back', async () => {
    const { ledger, clock, balance } = await unacknowledged();
    ledger.faults.push(undefined, 'before', undefined, 'after');
    await clock.advance(60_000);
    expect(await balance()).toEqual({ available: 1_000, held: 0 });
    expect(clock.pending).toBe(0);
  });
});

describe('an answer that a process stored before it died', () => {
  /** Stores the answer, and dies before it captures the hold. */
  async function afterCrash() {
    const clock = new ManualClock();
    const stores = memoryStores({ clock });
    const { ledger } = stores;
    await ledger.grant({ id: 'grant', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    // The clock of the dead process stands, so that it no longer renews its flight.
    const dead = chargedVerifications(safe, { stores, clock: new ManualClock(), name: 'hold' });
    dead.ledger.capture = () => new Promise(() => {});
    const request = { email, timeoutMs: 70_000, account: 'acme', acrossProcesses: true, signal: noSignal };
    void dead.verifications.verify({ ...request, share: singleShare });
    await clock.advance(10);
    expect(await ledger.balance('acme')).toEqual({ available: 800, held: 200 });
    const { verifications } = chargedVerifications(safe, { stores, clock });
    const verify = () => verifications.verify({ ...request, share: singleShare });
    return { verify, ledger, clock };
  }

  it('is paid for by its hold, and so not charged again', async () => {
    const { verify, ledger } = await afterCrash();
    expect(await verify()).toMatchObject({ fresh: false });
    expect(await ledger.balance('acme')).toEqual({ available: 800, held: 0 });
  });

  it('does not count once its hold was released', async () => {
    const { verify, ledger, clock } = await afterCrash();
    clock.leap(130_000);
    await ledger.sweep({ limit: 10 });
    expect(await verify()).toMatchObject({ fresh: true });
    expect(await ledger.balance('acme')).toEqual({ available: 800, held: 0 });
  });
});

describe('a price of 0', () => {
  it('is a price: nothing is held, and no credits are needed', async () => {
    const { verifications, ledger, lookups } = chargedLookups(safe, { price: 0, verificationPrice: 0 });
    const never = async () => {
      throw new Error('Nothing is to be held.');
    };
    ledger.hold = never;
    ledger.capture = never;
    const account = 'nobody';
    expect(
      await verifications.verify({
        email,
        timeoutMs: 3_000,
        account,
        acrossProcesses: true,
        share: singleShare,
        signal: noSignal,
      }),
    ).toMatchObject({
      fresh: true,
    });
    expect(await lookups.lookup({ row, timeoutMs: 30_000, account, signal: noSignal })).toMatchObject({
      fresh: true,
      result: { credits_consumed: 0 },
    });
  });

  it('must be a whole number of milli-credits from 0, like any price', () => {
    for (const price of [-1, 0.5, 199.9, Number.NaN, Number.POSITIVE_INFINITY, '200', null]) {
      expect(() => pricesOf({ verify: price as number })).toThrow(InvalidArgument);
      expect(() => pricesOf({ lookup: price as number })).toThrow(/^prices\.lookup must be a whole number/);
    }
    expect(pricesOf({ verify: 0 })).toEqual({ verify: 0, lookup: 1_000, verifyDns: 0, verifySyntax: 0 });
  });

  it('is at most a million credits, so that the largest job is still counted exactly', () => {
    const most = { verify: 1e9, lookup: 1e9, verifyDns: 1e9, verifySyntax: 1e9 };
    expect(pricesOf(most)).toEqual(most);
    expect(() => pricesOf({ verify: 1e9 + 1 })).toThrow(
      'prices.verify must be a whole number of milli-credits from 0 to 1000000000, not 1000000001. ' +
        'One credit is 1,000 milli-credits.',
    );
  });
});

describe('a charge that could not be undone', () => {
  it('does not keep expired holds of others from being released', async () => {
    const { ledger, charges, stores, clock, balance } = await world();
    await stores.ledger.hold({ id: 'crashed', account: 'acme', milliCredits: 400, expiresInMs: 60_000 });
    const purpose = { kind: 'verification', count: 1, keyId: null } as const;
    const charge = { account: 'acme', milliCredits: 200, purpose };
    await charges.placeHold('mine', { ...charge, workMs: 600_000 });
    ledger.release = async () => {
      throw new StorageUnavailable('not now');
    };
    await charges.releaseHold('mine', { ...charge, workMs: 0 }, async () => {}).catch(() => {});
    clock.leap(60_000);
    await expect(charges.sweep()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await balance()).toEqual({ available: 800, held: 200 });
  });
});
