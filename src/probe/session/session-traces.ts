import { RecipientSteps, type VerificationStep } from './recipient-steps.ts';
import type { SessionEvent, TraceEvent } from './trace.ts';

/** Hands the trace on to those who verify an address and want to see what is asked. */
export class SessionTraces {
  readonly #observers = new Set<RecipientSteps>();
  /** Commands without a reply, by session. Has only sessions that wait for a reply. */
  readonly #unanswered = new Map<number, number>();

  record(event: TraceEvent): void {
    const session = 'lines' in event ? event : undefined;
    const unanswered = session === undefined ? 0 : (this.#unanswered.get(session.session) ?? 0);
    for (const observer of this.#observers) observer.record(event, unanswered);
    if (session !== undefined) this.#count(session, unanswered);
  }

  #count(event: SessionEvent, unanswered: number): void {
    if (event.kind === 'sent') this.#unanswered.set(event.session, unanswered + event.lines.length);
    else if (event.kind === 'closed' || (event.kind === 'received' && unanswered <= 1))
      this.#unanswered.delete(event.session);
    else if (event.kind === 'received') this.#unanswered.set(event.session, unanswered - 1);
  }

  /** Calls `onStep` for each step about an address, as it is sent to exchanges. The returned function ends that. */
  observe(address: string, onStep: (step: VerificationStep) => void): () => void {
    const observer = new RecipientSteps(address, onStep);
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }
}
