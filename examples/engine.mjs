// The engine that the examples share. A program of your own has these lines at its start.
import { createEngine } from 'mailproof';
import { memoryStores } from 'mailproof/memory';
import { netPorts } from 'mailproof/net';
import { startSandbox } from 'mailproof/sandbox';

/**
 * Creates an engine. With MAILPROOF_HELO and MAILPROOF_MAIL_FROM it asks real mail servers, otherwise a simulated internet
 * on this machine. `stores` keep credits, keys, the cache and jobs: here in memory, for production in SQLite or Redis.
 */
export async function startEngine(stores = memoryStores()) {
  const { MAILPROOF_HELO: helo, MAILPROOF_MAIL_FROM: mailFrom } = process.env;
  const isReal = helo !== undefined && mailFrom !== undefined;
  const sandbox = isReal ? undefined : await startSandbox(world);
  const engine = createEngine({ ...stores, ...netPorts(sandbox?.network ?? { helo, mailFrom }) });
  const stop = async () => {
    await engine.close();
    await sandbox?.close();
  };
  return { engine, stop };
}

/** Opens an account with credits, prints an API key for it, and lets this process work on its jobs. */
export async function openAccount(engine) {
  await engine.accounts.grant('acme', { id: 'order 4711', milliCredits: 20_000_000 });
  const { key } = await engine.keys.create({ account: 'acme' });
  engine.jobs.work();
  console.log(`API key: ${key}`);
}

/** Calls `close` and ends the process when it is told to, with Ctrl-C or by a supervisor. */
export function closeOnSignal(close) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await close();
      process.exit();
    });
  }
}

const world = {
  domains: {
    'bakery.example.com': { mx: ['mx.example.com'], mailboxes: ['ann.baker', 'tom', 'info'] },
    'everybody.example.com': { mx: ['mx.example.com'], catchAll: true },
  },
  exchanges: { 'mx.example.com': {} },
};
