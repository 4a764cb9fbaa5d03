import type { Conversation } from './conversation.ts';

/**
 * On whose behalf work is done: a single request, or one job of an account. Decides how the work shares permits with
 * other work (`FairQueue`).
 */
export type WorkShare = SingleShare | JobShare;

/** `conversation`: that of the work, if a session is to stay open for its next question. */
interface SingleShare {
  readonly kind: 'single';
  readonly conversation?: Conversation;
}

/** `account`: null if nobody is charged. */
export interface JobShare {
  readonly kind: 'bulk';
  readonly account: string | null;
  readonly jobId: string;
  readonly conversation?: Conversation;
}

/** The share of single requests. They go before all bulk work. */
export const singleShare: WorkShare = { kind: 'single' };

/** How many of `permits` are for single requests alone: a quarter, at least one, but never the only one. */
export function permitsForSingles(permits: number): number {
  return permits < 2 ? 0 : Math.max(1, Math.floor(permits / 4));
}

/** The share of a job. */
export function shareOfJob({
  id,
  account,
}: {
  readonly id: string;
  readonly account: string | null;
}): JobShare {
  return { kind: 'bulk', account, jobId: id };
}
