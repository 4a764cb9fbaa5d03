import type { DatabaseFile } from './database-file.ts';
import type { Session } from './session.ts';
import { storageFailureOf } from './storage-failure.ts';

/** So that a transaction holds up the event loop, and other processes, for some milliseconds at most. */
const operationsPerTransaction = 250;

interface Operation {
  run(session: Session): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/**
 * Group commit: what is asked for in one turn of the event loop is done in one transaction, since making that
 * durable costs the disk the same for one operation as for a hundred. Results are as if done one after the other,
 * in the order of asking, and come when all of it is durable.
 */
export class WriteBatch {
  readonly #file: DatabaseFile;
  #waiting: Operation[] = [];
  /** Settles when nothing waits any more; undefined while idle. */
  #working: Promise<void> | undefined;

  constructor(file: DatabaseFile) {
    this.#file = file;
  }

  /** `operation` may run more than once, but only its last run counts. What it throws undoes it alone. */
  write<T>(operation: (session: Session) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: operation, resolve: resolve as (value: unknown) => void, reject });
      this.#working ??= this.#work();
    });
  }

  /** Resolves once everything asked for so far has been answered. */
  async drain(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    do {
      await new Promise<void>((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting.splice(0, operationsPerTransaction));
    } while (this.#waiting.length > 0);
    this.#working = undefined;
  }

  async #commit(operations: readonly Operation[]): Promise<void> {
    try {
      const outcomes = await this.#file.use((session) => runTogether(session, operations));
      for (const [index, operation] of operations.entries()) settle(operation, outcomes[index]);
    } catch (error) {
      // One of them may be too much for a disk on which the others still have room.
      if (operations.length > 1 && isRefusal(error)) {
        for (const operation of operations) await this.#commit([operation]);
      } else for (const operation of operations) operation.reject(error);
    }
  }
}

/** SQLite undid everything and said why, so that asking again does nothing twice. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && storageFailureOf(error.cause, '')?.effect === 'refused';
}

function settle(operation: Operation, outcome: Outcome | undefined): void {
  if (outcome?.ok) operation.resolve(outcome.value);
  else operation.reject(outcome?.error);
}

function runTogether(session: Session, operations: readonly Operation[]): Outcome[] {
  return session.transaction(() => operations.map((operation) => runOne(session, operation)));
}

/** A failure of the storage is everybody's; any other error is the operation's own. */
function runOne(session: Session, operation: Operation): Outcome {
  try {
    return { ok: true, value: session.savepoint(() => operation.run(session)) };
  } catch (error) {
    if (storageFailureOf(error, '') !== undefined) throw error;
    return { ok: false, error };
  }
}
