import { unpaidListsPrefix } from '../../../src/budgets/unpaid-lists.ts';
import { createEngine } from '../../../src/engine.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import type { Egress } from '../../../src/ports/network-ports.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { memoryStores } from '../../memory/index.ts';
import { netPorts } from '../../net/index.ts';
import { startSandbox, testWorld } from '../../sandbox/index.ts';
import { openStores, type StoreLocation } from '../settings/stores.ts';

/** Half of what the slowest server of the sandbox takes for a reply, and enough for the others on a busy machine. */
const addressTimeoutMs = 10_000;
/** Long enough for a client to see that a job is being retried, and short enough to wait for. */
const retryDelaysMs = [5_000, 5_000, 5_000];
/** Free work must not crowd out what is paid for. */
const maxConnections = 32;
const retention = { jobsDays: 1 };
const budgets = { unpaid_items_open: 2_000 };

/** An engine on a sandbox for requests with test keys, started at the first one. Disposing closes it. */
export class TestEngineOnDemand implements AsyncDisposable {
  readonly #location: StoreLocation;
  #started: Promise<TestEngineParts> | undefined;

  constructor(location: StoreLocation) {
    this.#location = location;
  }

  /** Returns the engine, which works on test jobs too. After a failure, the next call tries again. */
  async engine(): Promise<Engine> {
    this.#started ??= startTestEngine(this.#location).catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return (await this.#started).engine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const started = await this.#started?.catch(() => undefined);
    await started?.engine.close();
    await started?.sandbox[Symbol.asyncDispose]();
  }
}

const forgetful = (egress: Egress): Egress => ({ ...egress, forgetsBlocks: true });

interface TestEngineParts {
  readonly engine: Engine;
  readonly sandbox: AsyncDisposable;
}

async function startTestEngine(location: StoreLocation): Promise<TestEngineParts> {
  const stores = await openTestStores(location);
  const sandbox = await startSandbox(testWorld());
  const network = netPorts(sandbox.network);
  const engine = createEngine(
    // What an address gets does not depend on what was asked before.
    { ...stores, ...network, egresses: network.egresses.map(forgetful) },
    { maxConnections, retention, budgets, bulk: { addressTimeoutMs, retryDelaysMs } },
  );
  engine.jobs.work();
  return { engine, sandbox };
}

/** All processes of a store share the test jobs and their budgets; what is learned and cached stays in this process. */
async function openTestStores(location: StoreLocation): Promise<Stores> {
  const shared = await openStores(location, { apart: 'test' });
  const { cache, leases } = memoryStores();
  return { ...shared, cache: cacheWithSharedBudgets(cache, shared.cache), leases };
}

/**
 * Returns a cache whose entries about budgets are in `shared`, so that they hold for all processes of a
 * store, and all others in `own`.
 */
function cacheWithSharedBudgets(own: Cache, shared: Cache): Cache {
  const cacheOf = (key: string) => (key.startsWith(unpaidListsPrefix) ? shared : own);
  return {
    get: (key) => cacheOf(key).get(key),
    set: (key, entry, options) => cacheOf(key).set(key, entry, options),
    add: (key, entry) => cacheOf(key).add(key, entry),
    replace: (key, expected, entry) => cacheOf(key).replace(key, expected, entry),
    removeGroup: (group) => own.removeGroup(group),
    removeExpired: async (options) =>
      (await own.removeExpired(options)) + (await shared.removeExpired(options)),
  };
}
