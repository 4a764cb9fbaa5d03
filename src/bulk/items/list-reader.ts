import { boundedMap } from '../../bounded-map.ts';
import type { Budgets } from '../../budgets/budgets.ts';
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts';
import type { LoopSteps, StepKind, YieldIfDue } from '../../concurrency/loop-steps.ts';
import type { JobRecord } from '../../ports/job-store.ts';
import type { Admission } from '../admission.ts';
import type { BulkContext } from '../bulk-context.ts';
import { idempotencyKeyOf, type SubmissionIdentity } from '../submission.ts';
import { type DistinctItems, TooManyItems } from './distinct-items.ts';

const maxKnownLists = 1_000;

/** A submitted list, and what may be found out about it. Each function yields to other lists. */
export interface ReadableList {
  readonly distinct: (mostItems: number, yieldIfDue: YieldIfDue) => Promise<DistinctItems>;
  readonly countTexts: (yieldIfDue: YieldIfDue) => Promise<number>;
  readonly fingerprintOfTexts: (yieldIfDue: YieldIfDue) => Promise<string>;
}

/** A list that was normalised under an idempotency key. */
interface KnownList {
  /** The fingerprint of its texts, and of its items. */
  readonly texts: string;
  readonly items: string;
}

/**
 * Reads submitted lists, one of an account at a time. A repeat under an idempotency key is known by its texts, in the process that
 * has normalised the first.
 */
export class ListReader {
  readonly #loopSteps: LoopSteps;
  readonly #ofAccount = new KeyedMutex();
  readonly #budgets: Budgets;
  /** By idempotency key. */
  readonly #known = boundedMap<string, KnownList>(maxKnownLists);

  constructor({ loopSteps, budgets }: Pick<BulkContext, 'loopSteps' | 'budgets'>) {
    this.#loopSteps = loopSteps;
    this.#budgets = budgets;
  }

  /**
   * Normalises a list, or returns the job of which it is a repeat. `findJob`: finds the job with this
   * fingerprint. Rejects with the refusal of the admission, with BudgetExceeded, and with the errors of
   * `findJob`.
   */
  async read(
    list: ReadableList,
    submission: Omit<SubmissionIdentity, 'fingerprint'>,
    {
      admission,
      stepKind,
      findJob,
    }: {
      readonly admission: Admission;
      readonly stepKind: StepKind;
      readonly findJob: (fingerprint: string) => Promise<JobRecord | undefined>;
    },
  ): Promise<DistinctItems | JobRecord> {
    const { account, idempotencyKey } = submission;
    const yieldIfDue = () => this.#loopSteps.next(account, stepKind);
    const permit = await this.#ofAccount.acquire(account ?? '', neverAborted);
    try {
      // Others of the account may have come to nothing meanwhile.
      if (account !== null) this.#budgets.check('fruitless_items', account);
      if (idempotencyKey === undefined) return await list.distinct(admission.mostItems, yieldIfDue);
      const key = idempotencyKeyOf({ ...submission, idempotencyKey }, 0);
      const texts = `${submission.kind} ${await list.fingerprintOfTexts(yieldIfDue)}`;
      const known = this.#known.get(key);
      const job = known?.texts === texts ? await findJob(known.items) : undefined;
      if (job !== undefined) return job;
      const normalised = await list.distinct(admission.mostItems, yieldIfDue);
      this.#known.set(key, { texts, items: normalised.fingerprint });
      return normalised;
    } catch (error) {
      throw error instanceof TooManyItems ? admission.refusal(await list.countTexts(yieldIfDue)) : error;
    } finally {
      permit.release();
    }
  }
}

const neverAborted = new AbortController().signal;
