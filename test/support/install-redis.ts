import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const installation = 'apt-get update && apt-get install -y --no-install-recommends redis-server';

/**
 * Makes sure that a redis-server is on the PATH before any test runs: tests start servers of their own from it.
 * Installs Debian's when it is missing and this process runs as root. Otherwise prints the command to run, and ends
 * the process.
 */
export default async function installRedis(): Promise<void> {
  if (await succeeds('command -v redis-server')) return;
  const mayInstall = process.getuid?.() === 0 && (await succeeds('command -v apt-get'));
  if (!mayInstall) fail(`The tests need redis-server. Install it: ${installation}`);
  console.error('Installing redis-server, which the tests need.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await execute('sh', ['-c', installation], { env, maxBuffer: 2 ** 26 }).catch((error: Error) =>
    fail(`The tests need redis-server, and its installation failed. ${error.message}`),
  );
}

function succeeds(command: string): Promise<boolean> {
  return execute('sh', ['-c', command]).then(
    () => true,
    () => false,
  );
}

/** Ends vitest at once: an error thrown here would be buried under a stack and "no test files found". */
function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
