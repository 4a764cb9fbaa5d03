import Database from 'libsql';

/**
 * Returns a driver for `sqliteStores` that counts statements and commits: those of the main file, which syncs the disk
 * at each commit, and those of the file beside it with leases, which does not.
 */
export function countedDriver() {
  const counts = { statements: 0, commits: 0, pacingStatements: 0, pacingCommits: 0 };
  class Counted {
    #database;
    #names;

    constructor(file, options) {
      this.#database = new Database(file, options);
      this.#names = file.endsWith('-pacing')
        ? { statements: 'pacingStatements', commits: 'pacingCommits' }
        : { statements: 'statements', commits: 'commits' };
    }

    get inTransaction() {
      return this.#database.inTransaction;
    }

    prepare(sql) {
      const statement = this.#database.prepare(sql);
      const counted =
        (method) =>
        (...values) => {
          counts[this.#names.statements] += 1;
          if (sql === 'COMMIT') counts[this.#names.commits] += 1;
          return statement[method](...values);
        };
      return { run: counted('run'), get: counted('get'), all: counted('all') };
    }

    exec(sql) {
      return this.#database.exec(sql);
    }

    close() {
      return this.#database.close();
    }
  }
  return { driver: Counted, counts };
}

/** Returns how many bytes of a database file are in use. */
export function bytesInUse(file) {
  const database = new Database(file);
  const pragma = (name) => database.prepare(`PRAGMA ${name}`).get()[name];
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  database.close();
  return bytes;
}
