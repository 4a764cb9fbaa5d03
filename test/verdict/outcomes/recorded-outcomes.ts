import { memoryStores } from '../../../adapters/memory/index.ts';
import type { Counters } from '../../../src/counters/counters.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import { ConfidenceLearner } from '../../../src/verdict/outcomes/confidence-learner.ts';
import { RecordedOutcomes } from '../../../src/verdict/outcomes/outcomes.ts';
import { countersOf } from '../../counters/counters-of.ts';
import { interceptedPort } from '../../stores/changed-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** Processes that record outcomes in the same stores: `outcomes`, and those that `recording` starts, in changed ones if given. */
export function startRecording({ accounts = [] as readonly string[] } = {}) {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const counters = countersOf(stores, clock);
  const recording = (changed: { readonly counters?: Counters; readonly cache?: Cache } = {}) => {
    const own = changed.counters ?? countersOf({ ...stores, ...changed }, clock);
    const learner = new ConfidenceLearner({ counters: own, clock });
    return new RecordedOutcomes({ counters: own, clock, learner, accounts });
  };
  return { clock, stores, counters, recording, outcomes: recording() };
}

/** Returns a port, or what is like one; `before` sees each call, and prevents it by throwing. `after` sees what was done. */
export function watched<Port extends object>(
  port: Port,
  before: (method: string, args: readonly unknown[]) => void,
  after: () => void = () => {},
): Port {
  return interceptedPort(port, async (method, args, carryOut) => {
    before(method, args);
    const result = await carryOut();
    after();
    return result;
  });
}
