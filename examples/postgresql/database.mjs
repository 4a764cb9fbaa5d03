// The connections to PostgreSQL: transactions, errors and tables for the ledger and the cache.
import { createHash } from 'node:crypto';
import { StorageUnavailable } from 'mailproof';
import pg from 'pg';

/** The values of an index must be short, and ids may be long: keys are digests. */
export const digest = (text) => createHash('sha256').update(text).digest();

/** Thrown in a change that must begin again. */
export class Again extends Error {}

export class Database {
  #pool;

  constructor(connectionString) {
    this.#pool = new pg.Pool({
      connectionString,
      connectionTimeoutMillis: 20_000,
      query_timeout: 20_000,
      types: { getTypeParser },
    });
    // An error of a connection that runs no query is emitted. Without listeners, it would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Runs one statement. Resolves with its rows. */
  async query(sql, values) {
    return (await available(() => this.#pool.query(sql, values))).rows;
  }

  /** Runs `change` in a transaction, and again if another call with the same id came first. */
  async change(change) {
    for (;;) {
      const client = await available(() => this.#pool.connect());
      const run = async (sql, values) => (await available(() => client.query(sql, values))).rows;
      let isUsable = true;
      try {
        await run('BEGIN');
        const result = await change(run);
        await run('COMMIT');
        return result;
      } catch (error) {
        isUsable = await run('ROLLBACK').then(
          () => true,
          () => false,
        );
        if (error.code !== '23505' && !(error instanceof Again)) throw error;
      } finally {
        client.release(!isUsable);
      }
    }
  }

  /** Creates the tables, unless they are there. Several processes may do so at once. */
  async create(tables) {
    await this.change(async (run) => {
      await run('SELECT pg_advisory_xact_lock(4711)');
      await run(tables);
    });
  }

  async close() {
    await this.#pool.end();
  }
}

/** All amounts and times are below 2^53. */
function getTypeParser(type, format) {
  return type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format);
}

/** Runs `work`. Rejects with StorageUnavailable, unless the database answered that a statement is wrong. */
async function available(work) {
  try {
    return await work();
  } catch (error) {
    // Classes 08, 53, 57 and 58, and 25006: connections, resources, shutdown, the system, a standby server.
    if (error instanceof pg.DatabaseError && !/^(08|53|57|58|25006)/.test(error.code)) throw error;
    throw new StorageUnavailable(
      'PostgreSQL does not answer. Check DATABASE_URL, and that the server runs.',
      {
        cause: error,
      },
    );
  }
}
