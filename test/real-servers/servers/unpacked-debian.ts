import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Exim, Postfix and OpenSMTPD cannot be installed beside one another. Unpacked, they can: only links such as `mailq` clash. */
const packageNames = ['exim4-daemon-light', 'postfix', 'opensmtpd', 'postgrey'];

/** The accounts that the servers give up their rights for. In a root of our own, so that the machine gets none. */
const accounts = [
  'root:0',
  'nobody:65534',
  'Debian-exim:901',
  'postfix:902',
  'postdrop:903',
  'opensmtpd:904',
  'opensmtpq:905',
  'postgrey:906',
  'mailbox:907',
].map((account) => account.split(':') as [name: string, id: string]);

/**
 * Downloads the packages with all that they depend on, down to the C library, and unpacks them into a root for chroot. Runs
 * none of their scripts, so that nothing is installed, started or changed outside the folder. Several processes that need it
 * at the same time wait for the one that began.
 */
const script = `
set -e
cd "$1"
if test -d root; then exit 0; fi
rm -rf new apt
mkdir -p apt/state/lists/partial apt/cache/archives/partial new
: > apt/status
get() {
  apt-get -qq -y -o Dir::State="$1/apt/state" -o Dir::State::status="$1/apt/status" -o Dir::Cache="$1/apt/cache" \\
    -o APT::Sandbox::User=root -o Acquire::Retries=3 "$2" --no-install-recommends --download-only $3
}
get "$1" update
for name in ${packageNames.join(' ')}; do get "$1" install "$name"; done
for archive in apt/cache/archives/*.deb; do dpkg-deb -x "$archive" new; done
cd new
rm -rf usr/share/doc usr/share/man usr/share/locale usr/share/info
mkdir -p dev root tmp var/run var/spool/smtpd var/lib/opensmtpd/empty
chmod 1777 tmp
chmod 711 var/spool/smtpd
mknod -m 666 dev/null c 1 3
mknod -m 666 dev/random c 1 8
mknod -m 666 dev/urandom c 1 9
cat > etc/passwd <<'END'
${accounts.map(([name, id]) => `${name}:x:${id}:${id}::/:/usr/sbin/nologin`).join('\n')}
END
cat > etc/group <<'END'
${accounts.map(([name, id]) => `${name}:x:${id}:`).join('\n')}
END
echo '127.0.0.1 localhost' > etc/hosts
cd ..
rm -rf apt
mv new root
`;

/** Another script makes another root. */
const folder = join(
  tmpdir(),
  `mailproof-mail-servers-${createHash('sha256').update(script).digest('hex').slice(0, 12)}`,
);

let unpacked: Promise<string> | undefined;

/**
 * Returns the folder that has Debian's mail servers in `root`; unpacks them if they are not there yet. Rejects with how to get
 * them where that is not possible.
 */
export function unpackedDebian(): Promise<string> {
  unpacked ??= unpack();
  return unpacked;
}

async function unpack(): Promise<string> {
  const mayUnpack = process.getuid?.() === 0 && (await isThere('/usr/bin/apt-get'));
  if (!mayUnpack) throw new Error(`The tests of real mail servers unpack Debian's. Run: ${inContainer}`);
  // Programs with the rights of root are unpacked here: nobody else may enter, or have made the folder.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await stat(folder)).uid !== 0) throw new Error(`Remove ${folder}, which is not root's.`);
  await execute('flock', [`${folder}/lock`, 'sh', '-c', script, 'sh', folder], { maxBuffer: 2 ** 26 }).catch(
    (cause: Error) => {
      throw new Error(
        `The tests of real mail servers unpack Debian's, which failed here. Run: ${inContainer}`,
        { cause },
      );
    },
  );
  return folder;
}

const inContainer =
  'docker run --rm -v "$PWD":/mailproof -w /mailproof node:22-bookworm npx vitest run test/real-servers';

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
