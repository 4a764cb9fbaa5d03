import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The programs that tests start besides Node.js, by command, with their Debian packages: servers and what the README types. */
const programs = [
  { command: 'curl', packageName: 'curl' },
  { command: 'redis-server', packageName: 'redis-server' },
  { command: 'microsocks', packageName: 'microsocks' },
  { command: 'chromium-headless-shell', packageName: 'chromium-headless-shell' },
  { command: 'nginx', packageName: 'nginx' },
  { command: 'caddy', packageName: 'caddy' },
] as const;

/**
 * Makes sure that the programs are on the PATH before any test runs. Installs Debian's where one is missing and this
 * process runs as root. Otherwise prints the command to run, and ends the process.
 */
export default async function installPrograms(): Promise<void> {
  await installMissing(programs).catch((error: Error) => fail(error.message));
}

/** Installs the Debian packages of those programs that are missing. Rejects as `installPackages` does. */
export async function installMissing(
  wanted: readonly { readonly command: string; readonly packageName: string }[],
): Promise<void> {
  const missing: string[] = [];
  for (const { command, packageName } of wanted)
    if (!(await succeeds(`command -v ${command}`))) missing.push(packageName);
  if (missing.length > 0) await installPackages(missing);
}

/** Installs Debian packages, if this process runs as root. Otherwise rejects with the command to run. */
export async function installPackages(packageNames: readonly string[]): Promise<void> {
  const names = packageNames.join(' ');
  const installation = `apt-get update && apt-get install -y --no-install-recommends ${names}`;
  const mayInstall = process.getuid?.() === 0 && (await succeeds('command -v apt-get'));
  if (!mayInstall) throw new Error(`The tests need ${names}. Install: ${installation}`);
  console.error(`Installing ${names}, which the tests need.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await execute('sh', ['-c', installation], { env, maxBuffer: 2 ** 26 }).catch((cause: Error) => {
    const [reason = ''] = cause.message.split('\n').slice(-2);
    throw new Error(`The tests need ${names}. Install: ${installation} (which failed here: ${reason})`, {
      cause,
    });
  });
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
