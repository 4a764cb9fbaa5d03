import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { Charges } from '../../src/credits/charges.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { eachStorage, storageNames } from './stores.ts';

const hoursMs = 5 * 3_600_000;

const storages = eachStorage();

function skewed(byMs: number): Clock {
  return {
    now: () => systemClock.now() + byMs,
    after: (delayMs, task) => systemClock.after(delayMs, task),
  };
}

describe('the clock of a process that is hours off', () => {
  for (const name of storageNames) {
    it(`neither ends holds early nor keeps them longer, on ${name}`, async () => {
      const stores = await storages.open[name]();
      onTestFinished(() => stores.close());
      const { ledger } = stores;
      await ledger.grant({ id: 'g', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
      const process = (byMs: number) =>
        new Charges({ ledger, clock: skewed(byMs), random: systemRandom, onChange: () => {} });
      const purpose = { kind: 'verification', count: 1, keyId: null } as const;
      const charge = { account: 'acme', milliCredits: 200, workMs: 10_000, purpose };
      for (const byMs of [-hoursMs, 0, hoursMs]) {
        const answer = await process(byMs).chargeAround(charge, async () => {
          for (const others of [-hoursMs, hoursMs]) expect(await process(others).sweep()).toBe(0);
          return 'answer';
        });
        expect(answer).toBe('answer');
      }
      expect(await ledger.balance('acme')).toEqual({ available: 400, held: 0 });
    });
  }
});
