import { Semaphore } from '../../src/concurrency/semaphore.ts';
import type { WorkShare } from '../../src/concurrency/work-share.ts';
import { InvalidArgument, StorageUnavailable } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { RecentRefusal } from '../stores/recent-refusal.ts';
import {
  closedError,
  isDuplicate,
  isMissing,
  isPassing,
  isWriteRefusal,
  leavesConnection,
  storageError,
} from './failures.ts';
import type { PooledClient, PostgresClient, PostgresPool } from './pool.ts';
import { createTables, readVersion, schemaVersion, versionError } from './schema-state.ts';
import { type Run, runOn } from './statements.ts';

export interface DatabaseOptions {
  readonly pool: PostgresPool;
  /** Whether `close` ends the pool. */
  readonly owned: boolean;
  readonly schema: string;
  /** Whether a missing schema is created. */
  readonly createSchema: boolean;
  /** For messages: without a password. */
  readonly address: string;
  readonly refusal: RecentRefusal;
}

/** What the ledger needs of a database. */
export interface Transactions {
  /** Runs one statement. Returns its rows. */
  readonly query: Run;
  /** Runs `work` in a transaction, and again if another one came first. Those without a share go before others. */
  transact<Result>(work: (run: Run) => Promise<Result>, share?: WorkShare): Promise<Result>;
}

/** Of `pg`, if a pool does not say. */
const defaultConnections = 10;

/**
 * Transactions leave this part of the connections, and one at least, to single statements: those of a list of many domains, a hundred
 * at once, would keep every statement of others waiting, of which a verification makes several.
 */
const partOfStatements = 0.4;
/** The longest that a timer of Node.js lasts. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The tables in a schema of a PostgreSQL database, over a pool of connections. No statement leaves a state in its
 * session: so the pool may be behind PgBouncer in transaction mode. Each statement of a transaction sees what was
 * committed before it.
 */
export class Database implements Transactions {
  /** A host may make many stores of one pool. */
  static readonly #heardPools = new WeakSet<PostgresPool>();
  readonly #options: DatabaseOptions;
  readonly #transactions: Semaphore;
  #ready: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    const connections = options.pool.options?.max ?? defaultConnections;
    const forStatements = Math.max(1, Math.floor(connections * partOfStatements));
    this.#transactions = new Semaphore(Math.max(1, connections - forStatements));
    // An error of a connection that runs no query is emitted. Without a listener, it would end the process.
    if (!Database.#heardPools.has(options.pool)) options.pool.on('error', () => {});
    Database.#heardPools.add(options.pool);
  }

  get schema(): string {
    return this.#options.schema;
  }

  /** Rejects with the error of PostgreSQL if there is a row with the same key (`isDuplicate`). */
  readonly query: Run = async (sql, values) => {
    await this.#ensureTables();
    return repeatAfter(isPassing, () => this.#useClient((run) => run(sql, values)));
  };

  async transact<Result>(work: (run: Run) => Promise<Result>, share?: WorkShare): Promise<Result> {
    await this.#ensureTables();
    return this.#withPermit(() => this.#transact(work), share);
  }

  /** Runs reads that see the database at one moment. */
  async snapshot<Result>(work: (run: Run) => Promise<Result>, share?: WorkShare): Promise<Result> {
    await this.#ensureTables();
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    return this.#withPermit(() => this.#transact(work, begin), share);
  }

  /** Throws InvalidArgument if the pool has one connection only: a worker listens on one, and works on others. */
  checkPoolOfWorker(): void {
    if (this.#options.pool.options?.max !== 1) return;
    throw new InvalidArgument(
      'pool',
      'The pool has one connection (max: 1), and a process with a worker needs two: it listens on one. Set max to 2 or more.',
    );
  }

  /** Takes a connection out of the pool, for as long as the caller wants. */
  async connect(): Promise<PooledClient> {
    if (this.#closed !== undefined) throw closedError();
    try {
      return await this.#options.pool.connect();
    } catch (error) {
      throw storageError(error, this.#options.address);
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#options.owned ? this.#options.pool.end() : Promise.resolve();
    return this.#closed;
  }

  /** A permit is waited for no longer than a connection of the pool. */
  async #withPermit<Result>(transact: () => Promise<Result>, share: WorkShare | undefined): Promise<Result> {
    const { pool, address } = this.#options;
    const { connectionTimeoutMillis: mostMs = 0 } = pool.options ?? {};
    const limit =
      mostMs > 0 ? { signal: AbortSignal.timeout(Math.min(longestTimerMs, Math.ceil(mostMs))) } : {};
    const permit = await this.#transactions.acquire({ ...limit, share }).catch((cause) => {
      const message = `PostgreSQL at ${address} has been busy with other transactions for ${mostMs} ms.`;
      throw new StorageUnavailable(`${message} Find out what they wait for: pg_stat_activity shows it.`, {
        cause,
      });
    });
    try {
      return await transact();
    } finally {
      permit.release();
    }
  }

  async #transact<Result>(work: (run: Run) => Promise<Result>, begin = 'BEGIN'): Promise<Result> {
    const once = async (run: Run) => {
      await run(begin);
      try {
        const result = await work(run);
        await run('COMMIT');
        return result;
      } catch (error) {
        // A statement that has timed out may still run: its connection is closed.
        if (leavesConnection(error)) await run('ROLLBACK');
        throw error;
      }
    };
    const isRepeated = (error: unknown) => isPassing(error) || isDuplicate(error);
    return repeatAfter(isRepeated, () => this.#useClient(once));
  }

  async #useClient<Result>(work: (run: Run) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    // A connection that breaks between two statements otherwise ends the process.
    const ignore = () => {};
    client.on('error', ignore);
    const { schema, address, refusal } = this.#options;
    let isUsable = true;
    const run: Run = async (sql, values) => {
      try {
        return await runOn(client, schema, sql, values);
      } catch (error) {
        isUsable &&= leavesConnection(error);
        if (isDuplicate(error) || isPassing(error)) throw error;
        const failure = storageError(error, address);
        if (isWriteRefusal(error)) refusal.record(failure);
        throw failure;
      }
    };
    try {
      return await work(run);
    } finally {
      client.removeListener('error', ignore);
      client.release(!isUsable);
    }
  }

  /** Looks for the tables once. The first process that finds none creates them. */
  #ensureTables(): Promise<void> {
    this.#ready ??= this.#findTables().catch((error) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #findTables(): Promise<void> {
    const { schema, createSchema } = this.#options;
    const found = await this.#useClient(readVersion).catch((error) =>
      isMissing(error.cause) ? undefined : Promise.reject(error),
    );
    if (found === schemaVersion) return;
    if (found !== undefined || !createSchema) throw versionError(schema, found);
    await this.#transact((run) => createTables(run, schema));
  }
}

const mostAttempts = 3;
const givenClient = 'the given client';

/** Runs changes in the transaction that a client of the host has begun. */
export class HostTransaction implements Transactions {
  readonly #client: PostgresClient;
  readonly #schema: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: PostgresClient, schema: string) {
    this.#client = client;
    this.#schema = schema;
  }

  readonly query: Run = (sql, values) => this.#useSavepoint((run) => run(sql, values));

  async transact<Result>(work: (run: Run) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.#useSavepoint(work);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // Above READ COMMITTED, the row with the same key may stay invisible.
        if (attempt === mostAttempts) throw storageError(error, givenClient);
      }
  }

  /** Runs one work at a time, because all savepoints have one name. A repeat must not end the host's transaction. */
  #useSavepoint<Result>(work: (run: Run) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      await this.#run('SAVEPOINT mailproof');
      try {
        const done = await work(this.#run);
        await this.#run('RELEASE SAVEPOINT mailproof');
        return done;
      } catch (error) {
        if (leavesConnection(error)) await this.#run('ROLLBACK TO SAVEPOINT mailproof');
        throw error;
      }
    });
    this.#last = result.catch(() => {});
    return result;
  }

  readonly #run: Run = async (sql, values) => {
    try {
      return await runOn(this.#client, this.#schema, sql, values);
    } catch (error) {
      throw isDuplicate(error) ? error : storageError(error, givenClient);
    }
  };
}

/** Runs `work`, and again as long as it rejects with such an error. */
async function repeatAfter<Result>(isSuch: (error: unknown) => boolean, work: () => Promise<Result>) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isSuch(error)) throw error;
    }
  }
}

/** What the stores of one schema share. `clock`: undefined for that of the server, on which all machines agree. */
export interface PostgresStoreDependencies {
  readonly database: Database;
  readonly clock: Clock | undefined;
}
