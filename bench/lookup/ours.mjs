/** mailproof's bulk lookup through its public surface, every option at its default. */
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';

export async function learning(description) {
  return contender(description, memoryStores());
}

const atOnce = 50;

/** The same by single lookups, 50 at a time: also how sure each find is. */
export async function singly(description) {
  const engine = createEngine({ ...memoryStores(), ...netPorts(networkOf(description)) });
  return {
    async find(rows) {
      const results = new Array(rows.length);
      const waiting = rows.entries();
      const work = async () => {
        for (const [index, row] of waiting) results[index] = await engine.lookup(row);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return results.map(({ email, confidence }) => ({ email, confidence }));
    },
    close: () => engine.close(),
  };
}

/** The same as `learning`, but what was learned about a domain is forgotten at once. */
export async function forgetful(description) {
  const stores = memoryStores();
  const cache = new ForgetfulCache(stores.cache);
  const { find, close } = contender(description, { ...stores, cache });
  return {
    find,
    async close() {
      await close();
      if (cache.forgotten === 0)
        throw new Error('Nothing was forgotten: the engine calls its patterns otherwise.');
    },
  };
}

function contender(description, stores) {
  const engine = createEngine({ ...stores, ...netPorts(networkOf(description)) });
  return {
    async find(rows) {
      const emails = new Map();
      for await (const result of engine.runBulkLookup(rows)) emails.set(keyOf(result), result.email);
      return rows.map((row) => emails.get(keyOf(row)));
    },
    close: () => engine.close(),
  };
}

function keyOf({ first_name, last_name, domain }) {
  return `${first_name} ${last_name} ${domain}`;
}

class ForgetfulCache {
  forgotten = 0;
  #cache;

  constructor(cache) {
    this.#cache = cache;
  }

  async get(key) {
    return this.#cache.get(key);
  }

  async set(key, entry) {
    if (key.startsWith('lookup-patterns:')) this.forgotten += 1;
    else await this.#cache.set(key, entry);
  }
}
