import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { type ChargeEvent, Charges } from '../../src/credits/charges.ts';
import { Conflict, StorageUnavailable } from '../../src/errors.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import { changedPort } from '../stores/changed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { withResolvers } from '../support/until.ts';

const away = () => Promise.reject(new StorageUnavailable('away'));
const purpose = { kind: 'verification', count: 1, keyId: null } as const;
const work = { account: 'acme', milliCredits: 200, workMs: 10_000, purpose };

/** Charges on a ledger with 1,000 milli-credits, which a test can take away or watch. */
async function charged(changes: (ledger: CreditLedger) => Partial<CreditLedger> = () => ({})) {
  const clock = new ManualClock();
  const { ledger } = memoryStores({ clock });
  await ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
  const events: ChargeEvent[] = [];
  let ids = 0;
  const uuid = () => {
    ids += 1;
    return `hold-${ids}`;
  };
  const charges = new Charges({
    ledger: changedPort(ledger, changes(ledger)),
    clock,
    random: { next: () => 0.5, uuid },
    onChange: (event) => events.push(event),
  });
  return { clock, ledger, charges, events, balance: () => charges.balance('acme') };
}

describe('the events of a charge', () => {
  it('are held and captured if the work is delivered', async () => {
    const { charges, events, balance } = await charged();
    expect(await charges.chargeAround(work, async (holdId) => holdId)).toBe('hold-1');
    expect(events).toEqual(['held', 'captured']);
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });

  it('are held and released if the work fails', async () => {
    const { charges, events, balance } = await charged();
    await expect(charges.chargeAround(work, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(events).toEqual(['held', 'released']);
    expect(await balance()).toEqual({ available: 1_000, held: 0 });
  });

  it('are only refused without enough credits, and the work is not begun', async () => {
    const { charges, events } = await charged();
    let began = false;
    const attempt = charges.chargeAround({ ...work, milliCredits: 1_001 }, async () => {
      began = true;
    });
    await expect(attempt).rejects.toMatchObject({
      code: 'insufficient_credits',
      availableMilliCredits: 1_000,
      requiredMilliCredits: 1_001,
    });
    expect(events).toEqual(['refused']);
    expect(began).toBe(false);
  });

  it('are held and released if the hold was lost meanwhile, and the result is withdrawn', async () => {
    const { charges, events } = await charged(() => ({ capture: async () => 'unknown' }));
    const withdrawn: string[] = [];
    const withdraw = async (holdId: string) => {
      withdrawn.push(holdId);
      throw new StorageUnavailable('away');
    };
    await expect(charges.chargeAround({ ...work, withdraw }, async () => 1)).rejects.toThrow(
      'were given back before it was done',
    );
    await expect(charges.chargeAround(work, async () => 1)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(events).toEqual(['held', 'released', 'held', 'released']);
    expect(withdrawn).toEqual(['hold-1']);
  });
});

describe('a charge for credits that are still held for work that crashed', () => {
  /** The ledger sweeps only once it has refused a hold. */
  async function crashed(sweep: (ledger: CreditLedger) => Promise<number>) {
    const { promise: isRefused, resolve: refused } = withResolvers();
    const parts = await charged((ledger) => ({
      hold: async (hold) => {
        const outcome = await ledger.hold(hold);
        if (outcome.kind === 'insufficient') refused();
        return outcome;
      },
      sweep: () => isRefused.then(() => sweep(ledger)),
    }));
    await parts.ledger.hold({ id: 'crashed', account: 'acme', milliCredits: 900, expiresInMs: 60_000 });
    parts.clock.leap(60_000);
    return parts;
  }

  it('is made, although it comes to the ledger before the sweep that gives them back', async () => {
    const { charges, events, balance } = await crashed((ledger) => ledger.sweep({ limit: 10 }));
    expect(await charges.chargeAround(work, async () => 1)).toBe(1);
    expect(events).toEqual(['held', 'captured']);
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });

  it.each([
    ['gives nothing back', async () => 0],
    ['fails', away],
  ])('is refused if the sweep %s', async (_, sweep) => {
    const { charges, events } = await crashed(sweep);
    await expect(charges.chargeAround(work, async () => 1)).rejects.toMatchObject({
      code: 'insufficient_credits',
      availableMilliCredits: 100,
    });
    expect(events).toEqual(['refused']);
  });
});

describe('a capture without an answer', () => {
  it('is asked for once more, and no third time', async () => {
    let captures = 0;
    const { charges } = await charged(() => ({
      capture: () => {
        captures += 1;
        return away();
      },
    }));
    await expect(charges.chargeAround(work, async () => 1)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(captures).toBe(2);
  });

  it('is not asked for again if the ledger fails in another way', async () => {
    let captures = 0;
    const { charges } = await charged(() => ({
      capture: () => {
        captures += 1;
        return Promise.reject(new TypeError('broken'));
      },
    }));
    await expect(charges.captureHold('hold')).rejects.toThrow('broken');
    expect(captures).toBe(1);
  });

  it.each([
    ['has used the result', false],
    ['can no longer use the result', true],
  ])('counts as one if somebody %s: withdrawn %s', async (_what, withdrawable) => {
    const { charges, events, clock, balance } = await charged((ledger) => ({
      capture: async (id) => {
        await ledger.capture(id);
        return away();
      },
    }));
    const attempt = charges.chargeAround({ ...work, withdraw: async () => withdrawable }, async () => 1);
    if (withdrawable) await expect(attempt).rejects.toMatchObject({ code: 'storage_unavailable' });
    else expect(await attempt).toBe(1);
    await clock.advance(60_000);
    expect(events).toEqual(['held', withdrawable ? 'released' : 'captured']);
    expect(await balance()).toEqual({ available: withdrawable ? 1_000 : 800, held: 0 });
  });

  it('is refunded if nobody else can have used the result', async () => {
    const { charges, clock, balance } = await charged((ledger) => ({
      capture: async (id) => {
        await ledger.capture(id);
        return away();
      },
    }));
    await expect(charges.chargeAround(work, async () => 1)).rejects.toThrow('away');
    expect(await balance()).toEqual({ available: 800, held: 0 });
    await clock.advance(1_000);
    expect(await balance()).toEqual({ available: 1_000, held: 0 });
    expect(clock.pending).toBe(0);
  });

  it('is undone if it is not known whether the result can be withdrawn; unless that turns out to be used', async () => {
    for (const used of [false, true]) {
      const { charges, events, clock, balance } = await charged((ledger) => ({
        capture: async (id) => {
          await ledger.capture(id);
          return away();
        },
      }));
      let asked = 0;
      const withdraw = () => {
        asked += 1;
        return asked === 1 ? away() : Promise.resolve(!used);
      };
      await expect(charges.chargeAround({ ...work, withdraw }, async () => 1)).rejects.toThrow('away');
      await clock.advance(60_000);
      expect(events).toEqual(['held', used ? 'captured' : 'released']);
      expect(await balance()).toEqual({ available: used ? 800 : 1_000, held: 0 });
      expect(clock.pending).toBe(0);
    }
  });
});

describe('a hold for work that continues elsewhere', () => {
  it('is captured once, and says so again', async () => {
    const { charges, events, balance } = await charged();
    await charges.placeHold('job', work);
    expect(await balance()).toEqual({ available: 800, held: 200 });
    expect(await charges.captureHold('job')).toBe(true);
    expect(await charges.captureHold('job')).toBe(true);
    expect(await charges.captureHold('other')).toBe(false);
    expect(events).toEqual(['held']);
  });

  it('is released, unless it was captured before', async () => {
    const { charges, events, balance } = await charged();
    const never = () => Promise.reject(new Error('It was not captured.'));
    await charges.placeHold('job', work);
    expect(await charges.releaseHold('job', work, never)).toBe(true);
    expect(events).toEqual(['held', 'released']);
    await charges.placeHold('paid', work);
    await charges.captureHold('paid');
    expect(await charges.releaseHold('paid', work, never)).toBe(false);
    expect(events).toEqual(['held', 'released', 'held']);
    expect(await balance()).toEqual({ available: 800, held: 0 });
  });

  it.each([
    ['released', false],
    ['found to be captured', true],
  ])('is %s later if the ledger is away now', async (_what, captured) => {
    let failures = 1;
    const { charges, ledger, events, clock } = await charged((memory) => ({
      release: (id) => {
        failures -= 1;
        return failures >= 0 ? away() : memory.release(id);
      },
    }));
    let told = 0;
    await charges.placeHold('job', work);
    if (captured) await ledger.capture('job');
    const whenCaptured = async () => {
      told += 1;
    };
    await expect(charges.releaseHold('job', work, whenCaptured)).rejects.toThrow('away');
    expect(told).toBe(0);
    await clock.advance(1_000);
    expect(told).toBe(captured ? 1 : 0);
    expect(events).toEqual(captured ? ['held'] : ['held', 'released']);
    expect(clock.pending).toBe(0);
  });

  it('expires a minute after the time for the work, rounded up to a millisecond', async () => {
    const { charges, ledger, clock } = await charged();
    await charges.placeHold('job', { ...work, workMs: 999.5 });
    clock.leap(60_999);
    expect(await ledger.sweep({ limit: 10 })).toBe(0);
    clock.leap(1);
    expect(await ledger.sweep({ limit: 10 })).toBe(1);
  });

  it('that may have been placed although the ledger said nothing is released a second later', async () => {
    const { charges, events, clock, balance } = await charged((ledger) => ({
      hold: async (hold) => {
        await ledger.hold(hold);
        return away();
      },
    }));
    await expect(charges.placeHold('job', work)).rejects.toThrow('away');
    expect(await balance()).toEqual({ available: 800, held: 200 });
    await clock.advance(1_000);
    expect(await balance()).toEqual({ available: 1_000, held: 0 });
    expect(events).toEqual(['released']);
  });
});

describe('a refund', () => {
  it('is granted once, even if a second one has another amount', async () => {
    const { charges, balance } = await charged();
    await charges.placeHold('job', work);
    await charges.captureHold('job');
    const refund = { account: 'acme', milliCredits: 50, purpose };
    await charges.refund('job', refund);
    await charges.refund('job', refund);
    await charges.refund('job', { ...refund, milliCredits: 80 });
    expect(await balance()).toEqual({ available: 850, held: 0 });
  });

  it('rejects if the ledger fails in any other way than by a conflict', async () => {
    const { charges } = await charged(() => ({ grant: away }));
    const refund = { account: 'acme', milliCredits: 50, purpose };
    await expect(charges.refund('job', refund)).rejects.toThrow('away');
    const conflicting = await charged(() => ({
      grant: () => Promise.reject(new Conflict('another amount')),
    }));
    await expect(conflicting.charges.refund('job', refund)).resolves.toBeUndefined();
  });
});

describe('expired holds', () => {
  it('are swept in the background when a hold is placed, at most every 30 seconds', async () => {
    let sweeps = 0;
    const { charges, clock } = await charged(() => ({
      sweep: () => {
        sweeps += 1;
        return away();
      },
    }));
    const place = async (id: string) => {
      await charges.placeHold(id, { ...work, milliCredits: 1 });
      return sweeps;
    };
    expect(await place('a')).toBe(1);
    clock.leap(29_999);
    expect(await place('b')).toBe(1);
    clock.leap(1);
    expect(await place('c')).toBe(2);
    await charges.chargeAround({ ...work, milliCredits: 1 }, async () => 1);
    expect(sweeps).toBe(2);
    clock.leap(30_000);
    await charges.chargeAround({ ...work, milliCredits: 1 }, async () => 1);
    expect(sweeps).toBe(3);
    await expect(charges.sweep()).rejects.toThrow('away');
    expect(await place('d')).toBe(4);
  });

  it('are swept a thousand at a time until none is left, and counted', async () => {
    const counts = [1_000, 1_000, 17];
    const limits: number[] = [];
    const { charges } = await charged(() => ({
      sweep: async ({ limit }) => {
        limits.push(limit);
        return counts.shift() ?? 0;
      },
    }));
    expect(await charges.sweep()).toBe(2_017);
    expect(limits).toEqual([1_000, 1_000, 1_000]);
  });
});

it('charges that end make what is left to undo, and leave no timer', async () => {
  let isAway = true;
  const { charges, clock, balance } = await charged((ledger) => ({
    release: (id) => (isAway ? away() : ledger.release(id)),
  }));
  await expect(charges.chargeAround(work, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await balance()).toEqual({ available: 800, held: 200 });
  isAway = false;
  await charges.close();
  expect(await balance()).toEqual({ available: 1_000, held: 0 });
  expect(clock.pending).toBe(0);
});
