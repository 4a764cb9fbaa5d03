import type {
  JobAttempt,
  JobItem,
  JobItemState,
  JobPosition,
  JobRecord,
  NewJob,
} from '../../src/ports/job-store.ts';
import type { Status } from '../../src/resources.ts';

type ErrorCode = 'conflict' | 'invalid_argument' | 'not_found';

/** What a store should return: a result, or the code of the error. */
export type Expected<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'error'; readonly code: ErrorCode };

const result = <Result>(value: Result): Expected<Result> => ({ kind: 'result', result: value });
const refused = (code: ErrorCode): Expected<never> => ({ kind: 'error', code });

interface Submitted {
  readonly job: NewJob;
  readonly items: readonly JobItem[];
  /** The recorded attempts, in order. */
  readonly log: JobAttempt[];
  startedAt: number | null;
  completedAt: number | null;
  failedAt: number | null;
  cancelled: boolean;
  settledAt: number | null;
  lease: { readonly owner: string; readonly until: number } | null;
}

/**
 * The simplest possible job store, for comparison: keeps submissions and recorded attempts, and computes every answer
 * from all of them. Shares no code with the stores under test.
 */
export class ReferenceJobs {
  /** In order of submission. */
  #submitted: Submitted[] = [];

  create(job: NewJob, items: readonly JobItem[]): Expected<{ created: boolean; job: JobRecord }> {
    if (items.length === 0) return refused('invalid_argument');
    const first = job.idempotency === null ? undefined : this.#withKey(job.idempotency.key);
    if (first !== undefined) return result({ created: false, job: recordOf(first) });
    if (this.#withId(job.id) !== undefined) return refused('conflict');
    const submitted: Submitted = {
      job,
      items,
      log: [],
      startedAt: null,
      completedAt: null,
      failedAt: null,
      cancelled: false,
      settledAt: null,
      lease: null,
    };
    this.#submitted.push(submitted);
    return result({ created: true, job: recordOf(submitted) });
  }

  delete(id: string): Expected<boolean> {
    const found = this.#withId(id);
    if (found === undefined) return refused('not_found');
    if (finishedAt(found) === undefined) return result(false);
    this.#submitted = this.#submitted.filter((submitted) => submitted !== found);
    return result(true);
  }

  /** Deletes all jobs that finished by `latest`. Returns how many. */
  deleteFinished(latest: number): number {
    const before = this.#submitted.length;
    this.#submitted = this.#submitted.filter((submitted) => (finishedAt(submitted) ?? latest + 1) > latest);
    return before - this.#submitted.length;
  }

  get ids(): readonly string[] {
    return this.#submitted.map(({ job }) => job.id);
  }

  get(id: string): JobRecord | undefined {
    const found = this.#withId(id);
    return found && recordOf(found);
  }

  find(idempotencyKey: string): JobRecord | undefined {
    const found = this.#withKey(idempotencyKey);
    return found && recordOf(found);
  }

  /** Returns how many attempts at an item were recorded. */
  attempts(id: string, position: number): number {
    return this.#withId(id)?.log.filter((attempt) => attempt.position === position).length ?? 0;
  }

  record(
    id: string,
    attempts: readonly JobAttempt[],
    at: number,
  ): Expected<{ recorded: readonly number[]; job: JobRecord }> {
    return this.#of(id, (submitted) => {
      const recorded: number[] = [];
      for (const attempt of attempts) {
        if (isFinished(submitted)) break;
        const state = statesOf(submitted)[attempt.position];
        if (state === undefined || !isOpen(state) || attempt.attempt !== state.attempts + 1) continue;
        submitted.log.push(attempt);
        recorded.push(attempt.position);
        if (!statesOf(submitted).some(isOpen)) submitted.completedAt = at;
      }
      return { recorded, job: recordOf(submitted) };
    });
  }

  start(id: string, at: number): Expected<JobRecord> {
    return this.#of(id, (submitted) => {
      submitted.startedAt ??= at;
      return recordOf(submitted);
    });
  }

  fail(id: string, at: number, cancelled: boolean): Expected<{ failed: boolean; job: JobRecord }> {
    return this.#of(id, (submitted) => {
      const failed = !isFinished(submitted);
      if (failed) Object.assign(submitted, { failedAt: at, cancelled });
      return { failed, job: recordOf(submitted) };
    });
  }

  markSettled(id: string, at: number): Expected<void> {
    return this.#of(id, (submitted) => {
      if (submitted.failedAt !== null) submitted.settledAt ??= at;
    });
  }

  page(id: string, offset: number, limit: number): Expected<readonly JobItemState[]> {
    return this.#of(id, (submitted) => statesOf(submitted).slice(offset, offset + limit));
  }

  items(id: string, positions: readonly number[]): Expected<readonly JobItemState[]> {
    return this.#of(id, (submitted) => {
      const states = statesOf(submitted);
      return positions.flatMap((position) => states[position] ?? []);
    });
  }

  openItems(id: string, afterPosition: number, limit: number): Expected<readonly JobItemState[]> {
    return this.#of(id, (submitted) =>
      statesOf(submitted)
        .filter((state) => isOpen(state) && state.position > afterPosition)
        .slice(0, limit),
    );
  }

  nextRetryAt(id: string): Expected<number | null> {
    return this.#of(id, (submitted) => {
      const times = statesOf(submitted).flatMap(({ retryAt }) => retryAt ?? []);
      return times.length === 0 ? null : Math.min(...times);
    });
  }

  /** Ids are of ASCII alone. */
  ofAccount(account: string, limit: number, before: JobPosition | undefined): Expected<readonly JobRecord[]> {
    const ordered = this.#submitted
      .filter(({ job }) => job.account === account)
      .sort((a, b) => b.job.submittedAt - a.job.submittedAt || (a.job.id > b.job.id ? -1 : 1))
      .filter(
        ({ job }) =>
          before === undefined ||
          job.submittedAt < before.submittedAt ||
          (job.submittedAt === before.submittedAt && job.id < before.id),
      );
    return result(ordered.slice(0, limit).map(recordOf));
  }

  unfinished(limit: number, after: string | undefined): Expected<readonly JobRecord[]> {
    const last = this.#submitted.findIndex(({ job }) => job.id === after);
    if (after !== undefined && last === -1) return refused('not_found');
    const following = this.#submitted.slice(last + 1).filter(isUnsettled);
    return result(following.slice(0, limit).map(recordOf));
  }

  lease(id: string, owner: string, now: number, until: number): Expected<boolean> {
    return this.#of(id, (submitted) => {
      const { lease } = submitted;
      const taken = lease !== null && lease.owner !== owner && now < lease.until;
      if (taken || !isUnsettled(submitted)) return false;
      submitted.lease = { owner, until };
      return true;
    });
  }

  releaseLease(id: string, owner: string): Expected<void> {
    return this.#of(id, (submitted) => {
      if (submitted.lease?.owner === owner) submitted.lease = null;
    });
  }

  #withId(id: string): Submitted | undefined {
    return this.#submitted.find(({ job }) => job.id === id);
  }

  #withKey(key: string): Submitted | undefined {
    return this.#submitted.find(({ job }) => job.idempotency?.key === key);
  }

  #of<Result>(id: string, change: (submitted: Submitted) => Result): Expected<Result> {
    const submitted = this.#withId(id);
    return submitted === undefined ? refused('not_found') : result(change(submitted));
  }
}

function isFinished({ completedAt, failedAt }: Submitted): boolean {
  return completedAt !== null || failedAt !== null;
}

function isUnsettled(submitted: Submitted): boolean {
  return !isFinished(submitted) || (submitted.failedAt !== null && submitted.settledAt === null);
}

function isOpen({ attempts, retryAt }: JobItemState): boolean {
  return attempts === 0 || retryAt !== null;
}

function statesOf({ items, log }: Submitted): JobItemState[] {
  return items.map((item, position) => {
    const attempts = log.filter((attempt) => attempt.position === position);
    const last = attempts.at(-1);
    return {
      position,
      item,
      attempts: attempts.length,
      result: last?.result,
      retryAt: last?.retryAt ?? null,
    };
  });
}

function recordOf(submitted: Submitted): JobRecord {
  const { job, log, startedAt, completedAt, failedAt, cancelled, settledAt } = submitted;
  const states = statesOf(submitted);
  return {
    ...job,
    startedAt,
    completedAt,
    failedAt,
    cancelled,
    settledAt,
    total: states.length,
    processed: states.filter(({ attempts }) => attempts > 0).length,
    retrying: states.filter(({ retryAt }) => retryAt !== null).length,
    retried: log.filter(({ attempt }) => attempt > 1).length,
    byStatus: {
      safe: countOf(states, 'safe'),
      risky: countOf(states, 'risky'),
      invalid: countOf(states, 'invalid'),
      unknown: countOf(states, 'unknown'),
    },
  };
}

function countOf(states: readonly JobItemState[], status: Status): number {
  return states.filter(({ result }) => result?.status === status).length;
}

/** Undefined unless the job is completed or settled. */
function finishedAt({ completedAt, failedAt, settledAt }: Submitted): number | undefined {
  return completedAt ?? (settledAt === null ? undefined : (failedAt ?? undefined));
}
