import { startServer } from '../../dist/adapters/http/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { startSandbox } from '../../dist/adapters/sandbox/index.js';
import { sqliteStores } from '../../dist/adapters/sqlite/index.js';
import { createEngine } from '../../dist/src/index.js';

const email = 'ann@example.org';
const world = {
  domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
  exchanges: { 'mx.example.org': {} },
};
const logger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Starts the HTTP interface on a SQLite file, without a worker. `cached` is a request that the cache answers, with the
 * body of the answer and a key for each of the `readers`.
 */
export async function startVerdictService(file, { readers }) {
  const sandbox = await startSandbox(world);
  const engine = createEngine({ ...sqliteStores(file), ...netPorts(sandbox.network) });
  const createKey = async (account) => (await engine.keys.create({ account })).key;
  await engine.accounts.grant('reader', { id: 'reader', milliCredits: 1e6 });
  const verdict = await engine.verify(email, { account: 'reader' });
  const { url } = await startServer({ engine, port: 0, logger });
  const cached = {
    path: `/v1/verify?email=${encodeURIComponent(email)}`,
    body: JSON.stringify(verdict),
    keys: await Promise.all(Array.from({ length: readers }, (_, index) => createKey(`reader ${index}`))),
  };
  return {
    port: Number(new URL(url).port),
    cached,
    createKey,
    /** Returns a key of a new account with credits for any list. */
    async createRichKey(account) {
      await engine.accounts.grant(account, { id: account, milliCredits: 1e12 });
      return createKey(account);
    },
  };
}
