import type { Conversation } from './conversation.ts';

/**
 * On whose behalf work is done: the single requests of an account, or one job of it. Decides how the work
 * shares permits with other work (`FairQueue`). `account`: null if the work is for no account.
 * `conversation`: that of the work, if a session is to stay open for its next question.
 */
export type WorkShare = SingleShare | JobShare;

interface SingleShare {
  readonly kind: 'single';
  readonly account: string | null;
  readonly conversation?: Conversation;
}

export interface JobShare {
  readonly kind: 'bulk';
  readonly account: string | null;
  readonly jobId: string;
  readonly conversation?: Conversation;
}

/**
 * How many single requests go before bulk work that waits. Then bulk work has its turn once, as with the
 * leases of a store.
 */
export const singlesInARow = 4;

/**
 * Of permits, and of batches of a worker, a share may hold at most this many times the number that is free,
 * and an account with all its jobs at most this many times. So whoever comes later finds free ones, even if
 * all other work hangs.
 */
export const mostPerFree = { share: 5, account: 10 } as const;

/** The share of single requests for no account. */
export const singleShare: WorkShare = { kind: 'single', account: null };

/** The share of the single requests of an account. */
export function shareOfRequests(account: string | undefined): WorkShare {
  return account === undefined ? singleShare : { kind: 'single', account };
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

/** Returns a name that equal shares have in common. */
export function nameOfShare(share: WorkShare): string {
  return share.kind === 'single' ? `single ${JSON.stringify(share.account)}` : share.jobId;
}

/** How many of `permits` are for single requests alone: a quarter, at least one, but never the only one. */
export function permitsForSingles(permits: number): number {
  return permits < 2 ? 0 : Math.max(1, Math.floor(permits / 4));
}
