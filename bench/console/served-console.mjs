/**
 * A server with the console as a process: `served-console.mjs ROWS`. An account has a finished job of so many rows, and one that is
 * worked on slowly. Answers `where` with what its clients need, `cpu` with the processor time that it has used, in milliseconds, and
 * `collect` once it has collected its garbage (with `--expose-gc`).
 */
import { createConsole } from '../../dist/adapters/console/index.js';
import { startServer } from '../../dist/adapters/http/index.js';
import { memoryStores } from '../../dist/adapters/memory/index.js';
import { netPorts } from '../../dist/adapters/net/index.js';
import { startSandbox } from '../../dist/adapters/sandbox/index.js';
import { createEngine } from '../../dist/src/index.js';

/** With 20 requests a second each, enough for 100,000 requests a second. */
const keyCount = 5_000;
const account = 'acme';
const email = 'ann@example.org';
const adminToken = 'the admin token of this measurement 1';
const slowRows = 10_000;
/** Each gives one answer a second or so: together, the job has news each second for as long as anybody measures. */
const slowDomains = Array.from({ length: 10 }, (_, n) => `slow${n}.example.org`);
const slowAddresses = Array.from(
  { length: slowRows },
  (_, n) => `person${n}@${slowDomains[n % slowDomains.length]}`,
);
const mailboxes = Array.from({ length: slowRows }, (_, n) => `person${n}`);
/** Not all of the same pace, or all would answer at once. */
const slowExchangeOf = (n) => ({ tarpitMs: 200 + 20 * n, maxConnections: 1 });
const world = {
  domains: {
    'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] },
    ...Object.fromEntries(slowDomains.map((domain) => [domain, { mx: [`mx.${domain}`], mailboxes }])),
  },
  exchanges: {
    'mx.example.org': {},
    ...Object.fromEntries(slowDomains.map((domain, n) => [`mx.${domain}`, slowExchangeOf(n)])),
  },
};
const logger = { debug() {}, info() {}, warn() {}, error() {} };

process.on('disconnect', () => process.exit());

const rows = Number(process.argv[2]);
const sandbox = await startSandbox(world);
const stores = memoryStores();
const engine = createEngine(
  { ...stores, ...netPorts(sandbox.network) },
  { connectionsPerExchange: 1, tuning: { recipientsPerTransaction: 1 } },
);
engine.jobs.work();
await engine.accounts.grant(account, { id: 'all', milliCredits: 1e12 });
const console = createConsole({ engine, cache: stores.cache, adminToken, logger });
const { url } = await startServer({ engine, port: 0, logger, mounted: [console] });
const keys = await Promise.all(
  Array.from({ length: keyCount }, async () => (await engine.keys.create({ account })).key),
);
const body = JSON.stringify(await engine.verify(email, { account }));
// They need no mail server, so that all of them have results soon.
const { id: finishedJob } = await engine.jobs.submit(
  Array.from({ length: rows }, (_, n) => `person ${n} at example${n % 500}.com`),
  { account },
);
await untilJob(finishedJob, ({ finishedAt }) => finishedAt !== null);
const { id: slowJob } = await engine.jobs.submit(slowAddresses, { account });
// From its first result on, its page is the same for as long as anybody measures.
await untilJob(slowJob, ({ processed }) => processed > 0);
const path = `/v1/verify?email=${encodeURIComponent(email)}`;
const answers = {
  where: async () => ({
    ...{ url, port: Number(new URL(url).port), keys, path, body },
    ...{ link: await inviteAccount(), finishedJob, slowJob },
  }),
  cpu: async () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  collect: async () => {
    gc();
    return null;
  },
};
process.on('message', async (question) => process.send(await answers[question]()));

async function untilJob(id, isSo) {
  while (!isSo(await engine.jobs.get(id))) await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Makes a link to sign in with, as the operator does. */
async function inviteAccount() {
  const api = `${url}/console/api`;
  const post = (path, content, headers) =>
    fetch(`${api}/${path}`, {
      method: 'POST',
      headers: { Origin: url, ...headers },
      body: JSON.stringify(content),
    });
  const signedIn = await post('session', { admin_token: adminToken });
  const { csrf_token: token } = await signedIn.json();
  const [cookie] = signedIn.headers.get('set-cookie').split(';');
  const invited = await post(
    `accounts/${account}/invitations`,
    {},
    { Cookie: cookie, 'X-CSRF-Token': token },
  );
  return (await invited.json()).link;
}
