import { Child } from '../child.mjs';

/**
 * Runs `work` with a sandbox in a process of its own, then ends it. `hanging`: how many domains, and addresses at each,
 * have silent exchanges, and as many others silent name servers (default none).
 */
export async function inSandbox({ world, hanging, latency }, work) {
  const sandbox = new Child(new URL('../sandbox-process.mjs', import.meta.url));
  try {
    const started = await sandbox.ask({ kind: 'start', world, hanging, latency });
    return await work({ ...started, traffic: () => sandbox.ask({ kind: 'stop' }) });
  } finally {
    await sandbox.end();
  }
}
