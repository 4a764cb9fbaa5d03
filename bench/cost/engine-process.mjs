/**
 * One engine as a process: `engine-process.mjs memory|sqlite|redis|postgres [place]`. Does one kind of work after
 * another as it is told, and says what it has used since it started.
 */
import { startServer } from '../../dist/adapters/http/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';
import { openStores } from '../bulk/storage.mjs';
import { countStatements } from './counted-postgres.mjs';
import { countCommands } from './counted-redis.mjs';
import { bytesInUse, countedDriver } from './counted-sqlite.mjs';

const account = 'acme';
const atOnce = 50;
/** With 20 requests a second each, enough for 100,000 requests a second. */
const keyCount = 5_000;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

const [, , storage, place] = process.argv;
const redis = countCommands();
const postgres = countStatements();
const sqlite = countedDriver();
const memory = openStores('memory');
let engine;
let ports;

// The parent is gone.
process.on('disconnect', () => process.exit());

const kinds = {
  async start({ network }) {
    ports = netPorts(networkOf(network));
    engine = createEngine({ ...stores(), ...ports });
    await engine.accounts.grant(account, { id: 'all', milliCredits: 1e12 });
  },
  /** Another engine on the same storage: it has nothing in the memory of its process. */
  async another() {
    engine = createEngine({ ...stores(), ...ports });
    await engine.ping();
  },
  verify: ({ emails }) => inTurn(emails, (email) => engine.verify(email, { account })),
  lookup: ({ people }) => inTurn(people, (person) => engine.lookup(person, { account })),
  async bulk({ emails }) {
    const { id: jobId } = await engine.jobs.submit(emails, { account });
    const rows = [];
    for await (const row of engine.runBulk({ jobId })) rows.push(row);
    return rows;
  },
  async serve({ email }) {
    // The keys of an account count together.
    const create = async (index) => (await engine.keys.create({ account: `account ${index}` })).key;
    const keys = await Promise.all(Array.from({ length: keyCount }, (_, index) => create(index)));
    const body = JSON.stringify(await engine.verify(email, { account }));
    const { url } = await startServer({ engine, port: 0, logger: silent });
    return {
      port: Number(new URL(url).port),
      keys,
      path: `/v1/verify?email=${encodeURIComponent(email)}`,
      body,
    };
  },
  work() {
    engine.jobs.work();
  },
  usage() {
    const { user, system } = process.cpuUsage();
    return {
      cpuMs: (user + system) / 1_000,
      commands: redis.commands,
      ...postgres,
      ...sqlite.counts,
      fileBytes: storage === 'sqlite' ? bytesInUse(place) : 0,
    };
  },
};

process.on('message', async ({ kind, ...options }) => {
  process.send((await kinds[kind](options)) ?? 'done');
});

/** Of memory, there is one for all engines. */
function stores() {
  if (storage === 'memory') return memory;
  return openStores(storage, place, storage === 'sqlite' ? { driver: sqlite.driver } : {});
}

/** Works on 50 at a time: as soon as one is done, the next one starts. */
async function inTurn(items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
