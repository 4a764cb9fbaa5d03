import { addressOf } from '../clients/client-plan.ts';
import type { LookupOutcome, RequestOutcome } from '../story/happening.ts';
import type { Story } from '../story/story.ts';

/** A request about one address or one person. */
export interface AskedRequest {
  readonly request: number;
  readonly process: string;
  readonly timeoutMs: number;
}

/** What came of it. */
export interface AnsweredRequest {
  readonly request: number;
  readonly process: string;
  readonly account: string | undefined;
  /** The address; of a lookup, the one that the person would have. */
  readonly email: string;
  readonly outcome: RequestOutcome | LookupOutcome;
  readonly tookMs: number;
  /** Of a fresh answer, in milli-credits. */
  readonly price: number;
}

/** Calls `onAsked` for every single verification and every single lookup. */
export function onRequests(story: Story, onAsked: (asked: AskedRequest, at: number) => void): void {
  story.on('single-asked', onAsked);
  story.on('lookup-asked', onAsked);
}

/** Calls `onAnswer` when a single verification or a single lookup has ended, however it did. */
export function onAnswers(story: Story, onAnswer: (answer: AnsweredRequest, at: number) => void): void {
  story.on('single-answered', (answer, at) => onAnswer({ ...answer, price: 200 }, at));
  story.on('lookup-answered', ({ row, ...answer }, at) =>
    onAnswer({ ...answer, email: addressOf(row), price: 1_000 }, at),
  );
}
