import { systemClock } from '../../adapters/system-clock.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';

/** The time a day from now, when every hold has expired. */
const tomorrow: Clock = {
  now: () => systemClock.now() + 24 * 3_600_000,
  after: (delayMs, task) => systemClock.after(delayMs, task),
};

/** Releases every hold, even those that have not expired. Returns how many there were. */
export async function releaseAllHolds(open: (options: { clock: Clock }) => Stores): Promise<number> {
  const { ledger, close } = open({ clock: tomorrow });
  try {
    let swept = 0;
    for (;;) {
      const count = await ledger.sweep({ limit: 1_000 });
      swept += count;
      if (count === 0) return swept;
    }
  } finally {
    await close();
  }
}
