/**
 * The engine of one checkout as a process: `engine-process.mjs ROOT memory|sqlite [FILE]`, where `npm run build` was run
 * in ROOT. Does what it is told, and says what that took.
 */
const [, , root, storage, file] = process.argv;
const load = (path) => import(`${root}/dist/${path}`);

const { createEngine } = await load('src/index.js');
const { netPorts } = await load('adapters/net/index.js');
const { networkOf } = await load('adapters/sandbox/index.js');
const account = 'acme';
const atOnce = 50;
let engine;

// The parent is gone.
process.on('disconnect', () => process.exit());

const kinds = {
  async start({ network }) {
    engine = createEngine({ ...(await openStores()), ...netPorts(networkOf(network)) });
    await engine.accounts.grant(account, { id: 'all', milliCredits: 1e12 });
  },
  verify: ({ emails }) => timed(() => inTurn(emails, (email) => engine.verify(email, { account }))),
  bulk: ({ emails }) =>
    timed(async () => {
      const job = await engine.jobs.submit(emails, { account });
      // The code before may be as old as 0.1.0.
      const jobId = job.id ?? job.job_id;
      const rows = [];
      for await (const row of engine.runBulk({ jobId })) rows.push(row);
      return rows;
    }),
};

process.on('message', async ({ kind, ...options }) => process.send((await kinds[kind](options)) ?? 'done'));

async function openStores() {
  if (storage === 'memory') return (await load('adapters/memory/index.js')).memoryStores();
  return (await load('adapters/sqlite/index.js')).sqliteStores(file);
}

async function timed(work) {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const answers = await work();
  const { user, system } = process.cpuUsage(before);
  return { answers, cpuMs: (user + system) / 1_000, durationMs: performance.now() - startedAt };
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
