import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { Tallies } from '../../src/tallies/tallies.ts';

/** Returns the tallies in these stores, as an engine on them has them. */
export function talliesOf({ cache }: Pick<Stores, 'cache'>, clock: Clock = systemClock): Tallies {
  return new Tallies({ cache, clock, random: systemRandom });
}

/** Returns tallies with some methods in place of their own. */
export function changedTallies(tallies: Tallies, methods: Partial<Tallies>): Tallies {
  return new Proxy(tallies, {
    get: (target, name) => {
      const own = Reflect.get(methods, name) as unknown;
      if (own !== undefined) return own;
      const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      return method.bind(target);
    },
  });
}
