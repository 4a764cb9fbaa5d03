import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const installation = 'apt-get update && apt-get install -y --no-install-recommends redis-server';

/**
 * Makes sure that a redis-server is on the PATH before any test runs: tests start servers of their own from it.
 * Installs Debian's when it is missing and this process runs as root. Throws, with the command to run, otherwise.
 */
export default async function installRedis(): Promise<void> {
  if (await succeeds('command -v redis-server')) return;
  const mayInstall = process.getuid?.() === 0 && (await succeeds('command -v apt-get'));
  if (!mayInstall) throw new Error(`The tests need redis-server. Install it: ${installation}`);
  console.error('Installing redis-server, which the tests need.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await execute('sh', ['-c', installation], { env, maxBuffer: 2 ** 26 }).catch((error: Error) => {
    throw new Error(`The tests need redis-server, and this failed: ${installation}\n${error.message}`);
  });
}

function succeeds(command: string): Promise<boolean> {
  return execute('sh', ['-c', command]).then(
    () => true,
    () => false,
  );
}
