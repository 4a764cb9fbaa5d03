/**
 * A server with everything at its defaults as a process: `server-process.mjs <storage> <place>`. `start` answers with its port, with a
 * key for each of the accounts, and with a link to the console for those without credits; `memory` with its resident memory now
 * and at its peak, in bytes, since the last `watch`.
 */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { createConsole } from '../../dist/adapters/console/index.js';
import { startServer } from '../../dist/adapters/http/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { networkOf } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';
import { openStores } from '../bulk/storage.mjs';
import { peakResidentBytes } from '../peak-memory.mjs';

const [, , storage, place] = process.argv;
const adminToken = 'the admin token of this measurement 1';
const logger = { debug() {}, info() {}, warn() {}, error() {} };

// As the command line has it: nearly all of the memory is garbage that V8 has not collected yet.
setFlagsFromString('--heap-growing-percent=100');

// The parent is gone.
process.on('disconnect', () => process.exit());

const kinds = {
  async start({ network, accounts }) {
    const stores = openStores(storage, place);
    const engine = createEngine({ ...stores, ...netPorts(networkOf(network)) });
    engine.jobs.work();
    const site = createConsole({ engine, cache: stores.cache, adminToken, logger });
    const { url } = await startServer({ engine, port: 0, logger, mounted: [site] });
    const keys = {};
    for (const [account, milliCredits] of Object.entries(accounts)) {
      if (milliCredits > 0) await engine.accounts.grant(account, { id: `for ${account}`, milliCredits });
      keys[account] = (await engine.keys.create({ account })).key;
    }
    const poor = Object.keys(accounts).filter((account) => accounts[account] === 0);
    return { port: Number(new URL(url).port), keys, sessions: await signIn(url, poor) };
  },
  watch() {
    // Linux: the peak begins anew (proc(5), clear_refs).
    if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
    return kinds.memory();
  },
  memory: () => ({ ...process.memoryUsage(), peak: peakResidentBytes() }),
};
process.on('message', async ({ kind, ...options }) => process.send(await kinds[kind](options)));

/** Signs accounts in by links of the operator. Returns the headers that their requests need. */
async function signIn(url, accounts) {
  const post = async (path, content, headers) => {
    const answer = await fetch(`${url}/console/api/${path}`, {
      method: 'POST',
      headers: { Origin: url, ...headers },
      body: JSON.stringify(content),
    });
    return { answer, body: await answer.json() };
  };
  const begin = async (secret) => {
    const { answer, body } = await post('session', secret);
    const [cookie] = answer.headers.get('set-cookie').split(';');
    return { Origin: url, Cookie: cookie, 'X-CSRF-Token': body.csrf_token };
  };
  const operator = await begin({ admin_token: adminToken });
  const sessions = {};
  for (const account of accounts) {
    const { body } = await post(`accounts/${account}/invitations`, {}, operator);
    sessions[account] = await begin({ invitation: body.link.slice(body.link.lastIndexOf('/') + 1) });
  }
  return sessions;
}
