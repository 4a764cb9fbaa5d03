import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { Counters } from '../../src/counters/counters.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';

/** Returns the counters in these stores, as an engine on them has them. */
export function countersOf({ cache }: Pick<Stores, 'cache'>, clock: Clock = systemClock): Counters {
  return new Counters({ cache, clock, random: systemRandom });
}

/** Returns counters with some methods in place of their own. */
export function changedCounters(counters: Counters, methods: Partial<Counters>): Counters {
  return new Proxy(counters, {
    get: (target, name) => {
      const own = Reflect.get(methods, name) as unknown;
      if (own !== undefined) return own;
      const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return method.bind(target);
    },
  });
}
