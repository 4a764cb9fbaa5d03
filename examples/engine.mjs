// The engine that the examples share. A program of your own has these lines at its start.
import { once } from 'node:events';
import { Server } from 'node:net';
import { createEngine } from 'mailproof';
import { memoryStores } from 'mailproof/memory';
import { netPorts } from 'mailproof/net';
import { startSandbox } from 'mailproof/sandbox';

/**
 * Creates an engine. With MAILPROOF_HELO and MAILPROOF_MAIL_FROM it asks real mail servers, otherwise a simulated internet
 * on this machine; MAILPROOF_DNS names other resolvers than those of the system. `stores` keep credits, keys, the cache and
 * jobs: here in memory, for production in SQLite, PostgreSQL or Redis.
 */
export async function startEngine(stores = memoryStores()) {
  const { MAILPROOF_HELO: helo, MAILPROOF_MAIL_FROM: mailFrom, MAILPROOF_DNS: dns } = process.env;
  const isReal = helo !== undefined && mailFrom !== undefined;
  const sandbox = isReal ? undefined : await startSandbox(world);
  const engine = createEngine({
    ...stores,
    ...netPorts(sandbox?.network ?? { helo, mailFrom, dns: dns?.split(',') }),
  });
  const stop = async () => {
    await engine.close({ drain: true });
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

/** Says where a server of Node listens, once it does. Rejects if it cannot, such as with EADDRINUSE. */
export async function listening(server) {
  if (!server.listening) await once(server, 'listening');
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
}

/** When the process is told to end, by Ctrl-C or a supervisor: first the server ends its requests, then the engine its own. */
export function closeOnSignal(server, stop) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      // Servers of Node call back, those of frameworks return a promise.
      if (server instanceof Server) await new Promise((resolve) => server.close(resolve));
      else await server.close();
      await stop();
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
