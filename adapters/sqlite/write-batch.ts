import type { RecentRefusal } from '../stores/recent-refusal.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import { isLocked, storageFailureOf } from './storage-failure.ts';

/** Writes wait for at most so many iterations of the event loop, as long as at least so many others come in each. */
const iterationsPerTransaction = 4;
const leastToWaitFor = 4;
/** Keeps a transaction short: it blocks the event loop and other processes for a few milliseconds at most. */
const operationsPerTransaction = 250;

interface Operation {
  run(connection: SqliteConnection): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/**
 * Group commit: all writes of an iteration of the event loop share one transaction, and of some further ones as long as
 * many come in each, because syncing the disk costs the same for one write as for a hundred. Operations run one after
 * another in the order of the calls, and resolve when the transaction is durable.
 */
export class WriteBatch {
  readonly #file: DatabaseFile;
  readonly #refusal: RecentRefusal | undefined;
  #waiting: Operation[] = [];
  /** Resolves when no operation is waiting; undefined while idle. */
  #working: Promise<void> | undefined;

  constructor(file: DatabaseFile, refusal?: RecentRefusal) {
    this.#file = file;
    this.#refusal = refusal;
  }

  /**
   * Runs `operation` in the next transaction. It may run more than once, but only its last run counts. If it throws,
   * only its own changes are rolled back. Rejects with StorageUnavailable, at the latest after ten seconds if the file
   * is locked.
   */
  write<T>(operation: (connection: SqliteConnection) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: operation, resolve: resolve as (value: unknown) => void, reject });
      this.#working ??= this.#work();
    });
  }

  /** Resolves when all operations passed so far have settled. */
  async drain(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    do {
      await this.#gather();
      await this.#commit(this.#waiting.splice(0, operationsPerTransaction));
    } while (this.#waiting.length > 0);
    this.#working = undefined;
  }

  async #gather(): Promise<void> {
    for (let iteration = 0; iteration < iterationsPerTransaction; iteration += 1) {
      const before = this.#waiting.length;
      await new Promise<void>((resolve) => setImmediate(resolve));
      const { length } = this.#waiting;
      if (length - before < leastToWaitFor || length >= operationsPerTransaction) return;
    }
  }

  async #commit(operations: readonly Operation[]): Promise<void> {
    try {
      const outcomes = await this.#file.write((connection) => runTogether(connection, operations));
      this.#refusal?.clear();
      for (const [index, operation] of operations.entries()) settle(operation, outcomes[index]);
    } catch (error) {
      // One operation may be too large for a disk that has room for the others.
      if (operations.length > 1 && isRefusal(error)) {
        for (const operation of operations) await this.#commit([operation]);
      } else {
        this.#refusal?.record(error);
        // Those behind have waited for a locked file too: each batch in turn would wait ever longer.
        const behind = isLocked(error) ? this.#waiting.splice(0) : [];
        for (const operation of [...operations, ...behind]) operation.reject(error);
      }
    }
  }
}

/** SQLite rolled everything back, so a retry does nothing twice. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && storageFailureOf(error.cause, '')?.effect === 'refused';
}

function settle(operation: Operation, outcome: Outcome | undefined): void {
  if (outcome?.ok) operation.resolve(outcome.value);
  else operation.reject(outcome?.error);
}

function runTogether(connection: SqliteConnection, operations: readonly Operation[]): Outcome[] {
  return connection.transaction(() => operations.map((operation) => runOne(connection, operation)));
}

/** A failure of the storage fails the whole transaction; any other error fails this operation only. */
function runOne(connection: SqliteConnection, operation: Operation): Outcome {
  try {
    return { ok: true, value: connection.savepoint(() => operation.run(connection)) };
  } catch (error) {
    if (storageFailureOf(error, '') !== undefined) throw error;
    return { ok: false, error };
  }
}
