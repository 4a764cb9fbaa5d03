import { RecipientSteps, type StepListener } from './recipient-steps.ts';
import type { ObservedTrace, Trace, TraceEvent } from './trace.ts';

/** Hands the trace on to those who verify an address and want to see what is asked. */
export class SessionTraces {
  readonly #observers = new Set<RecipientSteps>();
  /** Where sessions and questions are recorded. */
  readonly trace: ObservedTrace;

  /** `always`: receives every event. */
  constructor(always: Trace | undefined) {
    const observers = this.#observers;
    const record = (event: TraceEvent) => {
      always?.(event);
      for (const observer of observers) observer.record(event);
    };
    this.trace = Object.defineProperty(record, 'isObserved', {
      get: () => always !== undefined || observers.size > 0,
    });
  }

  /** Calls `onStep` for each step about an address, as it is sent to exchanges. The returned function ends that. */
  observe(address: string, onStep: StepListener): () => void {
    const observer = new RecipientSteps(address, onStep);
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }
}
