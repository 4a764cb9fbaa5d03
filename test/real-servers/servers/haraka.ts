import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { selfSignedCertificate } from '../../../adapters/sandbox/smtp/certificate.ts';
import { freePort } from '../../support/closed-port.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { hostName, type ServerSettings } from './mail-server.ts';

const execute = promisify(execFile);
const source = join(import.meta.dirname, 'haraka');

/** Starts Haraka, which leaves mailboxes to plugins: ours reads them from a file. */
export async function startHaraka(settings: ServerSettings): Promise<Daemon> {
  const { tls = false, tarpitSeconds = 0 } = settings;
  const haraka = await installedHaraka();
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-haraka-'));
  const { key, cert } = selfSignedCertificate(hostName);
  const { names, aliases = {}, full = [], disabled = [] } = settings.mailboxes;
  const plugins = [...(tls ? ['tls'] : []), 'mailboxes', ...(tarpitSeconds > 0 ? ['tarpit'] : [])];
  const files = {
    me: hostName,
    loglevel: 'LOGERROR',
    plugins: plugins.join('\n'),
    'smtp.ini': `listen=127.0.0.1:${port}\n`,
    'tarpit.ini': 'hooks_to_delay=rcpt_ok\n',
    'tls_key.pem': key,
    'tls_cert.pem': cert,
    'mailboxes.json': JSON.stringify({ names, aliases, full, disabled, tarpitSeconds }),
  };
  await mkdir(join(folder, 'config'));
  await mkdir(join(folder, 'plugins'));
  await copyFile(join(haraka, 'config/connection.ini'), join(folder, 'config/connection.ini'));
  await copyFile(join(source, 'mailboxes.js'), join(folder, 'plugins/mailboxes.js'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'config', name), text);
  const command = [process.execPath, join(haraka, 'bin/haraka'), '-c', folder];
  return startDaemon({ command, port, folder });
}

let installed: Promise<string> | undefined;

/** Returns the folder of the package, which is installed once, outside this repository, as its lock file says. */
function installedHaraka(): Promise<string> {
  installed ??= install();
  return installed;
}

const script = `
set -e
cd "$1"
if test -d node_modules; then exit 0; fi
rm -rf new
mkdir new
cp "$2/package.json" "$2/package-lock.json" new
npm ci --prefix new --omit=optional --ignore-scripts --silent
mv new/node_modules node_modules
`;

async function install(): Promise<string> {
  const lock = await readFile(join(source, 'package-lock.json'));
  const version = createHash('sha256').update(lock).update(script).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `mailproof-haraka-${version}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await execute('flock', [join(folder, 'lock'), 'sh', '-c', script, 'sh', folder, source]);
  return join(folder, 'node_modules/Haraka');
}
