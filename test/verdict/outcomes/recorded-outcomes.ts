import { memoryStores } from '../../../adapters/memory/index.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { ConfidenceLearner } from '../../../src/verdict/outcomes/confidence-learner.ts';
import { RecordedOutcomes } from '../../../src/verdict/outcomes/outcomes.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** Processes that record outcomes in the same stores: `outcomes`, and those that `recording` starts, in changed stores if given. */
export function startRecording({ accounts = [] as readonly string[] } = {}) {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const recording = (changed: Partial<Stores> = {}) => {
    const { tallies } = { ...stores, ...changed };
    const learner = new ConfidenceLearner({ tallies, clock });
    return new RecordedOutcomes({ tallies, clock, learner, accounts });
  };
  return { clock, stores, recording, outcomes: recording() };
}

/** The stores that outcomes need; `before` sees each call, and prevents it by throwing. */
export function watchedStores(
  { tallies }: Stores,
  before: (method: string, args: readonly unknown[]) => void,
): Pick<Stores, 'tallies'> {
  const watch = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          before(String(name), args);
          return method.apply(target, args);
        };
      },
    });
  return { tallies: watch(tallies!) };
}
