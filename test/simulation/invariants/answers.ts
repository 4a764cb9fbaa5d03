import { addressOf } from '../clients/person-row.ts';
import { statedPrices } from '../clients/stated-prices.ts';
import type { Happening, LookupOutcome, RequestOutcome } from '../story/happening.ts';
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
  story.on('single-answered', (answer, at) => onAnswer({ ...answer, price: statedPrices.verification }, at));
  story.on('lookup-answered', ({ row, ...answer }, at) =>
    onAnswer({ ...answer, email: addressOf(row), price: statedPrices.lookup }, at),
  );
}

type AnsweredSingle = Extract<Happening, { readonly kind: 'single-answered' }> & {
  readonly timeoutMs: number;
};

/** Calls `onAnswer` when a single verification has ended, with the timeout that it was asked with. */
export function onAnsweredSingles(
  story: Story,
  onAnswer: (answer: AnsweredSingle, at: number) => void,
): void {
  const timeouts = new Map<number, number>();
  story.on('single-asked', ({ request, timeoutMs }) => {
    timeouts.set(request, timeoutMs);
  });
  story.on('single-answered', (answer, at) => {
    const timeoutMs = timeouts.get(answer.request) ?? 0;
    timeouts.delete(answer.request);
    onAnswer({ ...answer, timeoutMs }, at);
  });
}
