import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { Counters } from '../../src/counters/counters.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';

/** Returns the counters in these stores, as an engine on them has them. */
export function countersOf({ cache }: Pick<Stores, 'cache'>, clock: Clock = systemClock): Counters {
  return new Counters({ cache, clock, random: systemRandom });
}
