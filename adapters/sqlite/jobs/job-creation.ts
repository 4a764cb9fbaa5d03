import type { Clock, JobItem, JobRecord, NewJob } from '../../../src/ports.ts';
import { jobExists, newJobRecord } from '../../stores/job-rules.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { Session } from '../session.ts';
import type { WriteBatch } from '../write-batch.ts';
import { deleteItems, insertItems, itemsPerRow } from './job-item-tables.ts';
import { insertOpenItems } from './job-open-items.ts';
import {
  deleteDraft,
  insertDraft,
  insertJob,
  isDraft,
  readExpiredDrafts,
  readJob,
  readJobByKey,
} from './job-tables.ts';

export interface Created {
  readonly created: boolean;
  readonly job: JobRecord;
}

/** Up to so many items, a job costs no more than other writes that share its transaction. */
const itemsAtOnce = 8 * itemsPerRow;
/** Written in about a millisecond. */
const itemsPerSlice = 64 * itemsPerRow;
/** Rows of items that are deleted at a time. */
const rowsPerSweep = 256;
/** A draft that is older was left behind by a process that died. */
const draftLivesMs = 600_000;

/**
 * Creates jobs. Small ones in one transaction; of a large one the items go first, a slice at a time, to a draft that
 * nobody sees, and others get their turn in between. The job's row is the commit point: with it the draft's goes.
 */
export class JobCreation {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(options: { file: DatabaseFile; writes: WriteBatch; clock: Clock }) {
    this.#file = options.file;
    this.#writes = options.writes;
    this.#clock = options.clock;
  }

  /** Starts over where the draft was lost. Throws Conflict. */
  async create(job: NewJob, items: readonly JobItem[]): Promise<Created> {
    await this.#sweep();
    for (;;) {
      const small = items.length <= itemsAtOnce;
      const made = await (small ? this.#createAtOnce(job, items) : this.#createInSlices(job, items));
      if (made !== undefined) return made;
    }
  }

  #createAtOnce(job: NewJob, items: readonly JobItem[]): Promise<Created | undefined> {
    return this.#writes.write((session) => {
      const found = earlier(session, job);
      if (found !== undefined) return found;
      const number = this.#begin(session);
      insertItems(session, number, { first: 0, items });
      return finish(session, number, { job, total: items.length });
    });
  }

  /** Undefined: this process stood still for so long that another took the draft for abandoned. */
  async #createInSlices(job: NewJob, items: readonly JobItem[]): Promise<Created | undefined> {
    const begun = await this.#writes.write((session) => earlier(session, job) ?? this.#begin(session));
    if (typeof begun !== 'number') return begun;
    try {
      await this.#writeItems(begun, items);
      const total = items.length;
      const made = await this.#writes.write(
        (session) => earlier(session, job) ?? finish(session, begun, { job, total }),
      );
      if (made?.created === false) await this.#drop(begun);
      return made;
    } catch (error) {
      // Where that fails as well, a later creation sees to it.
      await this.#drop(begun).catch(() => undefined);
      throw error;
    }
  }

  #begin(session: Session): number {
    return insertDraft(session, Math.floor(this.#clock.now()) + draftLivesMs);
  }

  async #writeItems(number: number, items: readonly JobItem[]): Promise<void> {
    for (let first = 0; first < items.length; first += itemsPerSlice) {
      const slice = { first, items: items.slice(first, first + itemsPerSlice) };
      const written = await this.#file.use((session) =>
        unsynced(session, () => addSlice(session, number, slice)),
      );
      if (!written) return;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  async #sweep(): Promise<void> {
    const now = this.#clock.now();
    for (const number of await this.#file.use((session) => readExpiredDrafts(session, now))) {
      await this.#drop(number);
    }
  }

  /** Removes a draft, or nothing if it has become a job. */
  async #drop(number: number): Promise<void> {
    for (let more = true; more; ) more = await this.#writes.write((session) => dropSome(session, number));
  }
}

/** What a creation comes to where the job is there already. Throws Conflict. */
function earlier(session: Session, job: NewJob): Created | undefined {
  const repeated = job.idempotency === null ? undefined : readJobByKey(session, job.idempotency.key);
  if (repeated !== undefined) return { created: false, job: repeated.record };
  if (readJob(session, job.id) !== undefined) throw jobExists(job.id);
  return undefined;
}

/** False where the draft is gone: what is added to it would never be found. */
function addSlice(
  session: Session,
  number: number,
  slice: { first: number; items: readonly JobItem[] },
): boolean {
  if (!isDraft(session, number)) return false;
  insertItems(session, number, slice);
  return true;
}

/** Undefined where the draft is gone. */
function finish(
  session: Session,
  number: number,
  { job, total }: { job: NewJob; total: number },
): Created | undefined {
  if (!isDraft(session, number)) return undefined;
  deleteDraft(session, number);
  insertJob(session, number, job, total);
  insertOpenItems(session, number, total);
  return { created: true, job: newJobRecord(job, total) };
}

/** Returns whether something may be left. */
function dropSome(session: Session, number: number): boolean {
  if (!isDraft(session, number)) return false;
  if (deleteItems(session, number, rowsPerSweep) === rowsPerSweep) return true;
  deleteDraft(session, number);
  return false;
}

/**
 * A transaction that may be lost in a power cut until a later one is made durable, which the job's row is: the log
 * is synced as a whole.
 */
function unsynced<T>(session: Session, work: () => T): T {
  session.script('PRAGMA synchronous = NORMAL');
  try {
    return session.transaction(work);
  } finally {
    session.script('PRAGMA synchronous = FULL');
  }
}
