import { Child } from '../child.mjs';

/** Runs `work` with a sandbox in a process of its own, then ends it. */
export async function inSandbox({ world, latency }, work) {
  const sandbox = new Child(new URL('../sandbox-process.mjs', import.meta.url));
  try {
    const { network, addresses } = await sandbox.ask({ kind: 'start', world, latency });
    return await work({ network, addresses, traffic: () => sandbox.ask({ kind: 'stop' }) });
  } finally {
    await sandbox.end();
  }
}
