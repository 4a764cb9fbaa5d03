import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './repository-files.ts';

const execute = promisify(execFile);

/** The documents that the package carries. */
export const documents = [
  ...'ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md LICENSE README.md docs/library.md'.split(' '),
  ...'docs/lists.md docs/operations.md docs/sending-addresses.md docs/server.md'.split(' '),
  ...'docs/service-document.md docs/settings.md docs/signup.md docs/webhooks.md'.split(' '),
  ...'docs/write-your-own-store.md docs/pictures/job.png bench/README.md examples/README.md'.split(' '),
  ...'examples/engine.mjs deploy/Dockerfile deploy/compose.postgres.yaml deploy/compose.yaml'.split(' '),
  ...'deploy/mailproof.service'.split(' '),
];

/** What the package is made of. Nothing else of the work tree may influence it. */
const ingredients = [
  ...documents.filter((path) => !path.includes('/')),
  ...'llms.txt docs deploy bench/README.md examples package.json tsconfig.json'.split(' '),
  ...'tsconfig.build.json build src adapters contract'.split(' '),
];

/** Copies the repository without its build, so that packing the copy leaves the repository as it is. */
export async function copyRepository(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const filter = (path: string) => basename(path) !== 'node_modules';
  for (const name of ingredients)
    await cp(join(repository, name), join(folder, name), { recursive: true, filter });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

/** Packs a copy of the repository, with its `prepack` script, and unpacks the tarball to `target`. */
export async function packTo(target: string, copy: string): Promise<void> {
  const { stdout } = await npm(copy, ['pack', '--silent', '--pack-destination', dirname(copy)]);
  const tarball = join(dirname(copy), stdout.trim().split('\n').at(-1) ?? '');
  await unpackTo(target, tarball);
}

/** Unpacks a tarball of npm, as an installation does. */
export async function unpackTo(target: string, tarball: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await execute('tar', ['-xzf', tarball, '-C', target, '--strip-components', '1']);
}

/** Packs what is built in the repository to `folder`. Resolves with the path of the tarball. */
export async function packBuild(folder: string): Promise<string> {
  const options = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await npm(repository, options);
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** Returns the sorted paths of all files below a folder, with slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Links the dependencies, peers and bins of an unpacked package, as an installation would. */
export async function linkInstallation(unpacked: string): Promise<void> {
  const modules = dirname(unpacked);
  const { name, dependencies, optionalDependencies, peerDependencies, bin } = await manifestOf(unpacked);
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    await linkPackage(modules, needed);
  await mkdir(join(modules, '.bin'));
  for (const [command, path] of Object.entries(bin)) {
    await chmod(join(unpacked, path), 0o755);
    await symlink(join('..', name, path), join(modules, '.bin', command));
  }
}

/** Links an installed package of the repository into the node_modules of another project. */
export async function linkPackage(modules: string, name: string): Promise<void> {
  const source = join(repository, 'node_modules', name);
  await stat(source);
  await mkdir(dirname(join(modules, name)), { recursive: true });
  await symlink(source, join(modules, name));
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

export async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** Returns every specifier under which the package can be imported, but not `./package.json`. */
export function specifiersOf({ name, exports }: Manifest): string[] {
  return Object.keys(exports)
    .filter((subpath) => subpath !== './package.json')
    .map((subpath) => name + subpath.slice(1));
}

/** Returns the programs of a document that begin with an import or a `require`, by the language of their block. */
export function programsOf(text: string): { readonly language: string; readonly source: string }[] {
  return [...text.matchAll(/^```(js|ts)\n((?:import|const \{[^}]*\} = require)[\s\S]*?)^```$/gm)].map(
    ([, language = '', source = '']) => ({ language, source }),
  );
}

/** Returns the type errors of a project of these files as the compiler prints them: an empty text if there are none. */
export async function typeErrors(
  project: string,
  options: object,
  sources: string | readonly string[],
  compiler = join(repository, 'node_modules/typescript/bin/tsc'),
): Promise<string> {
  const files = [sources].flat().map((text, index) => ({ name: `main${index || ''}.ts`, text }));
  for (const { name, text } of files) await writeFile(join(project, name), text);
  const configuration = { compilerOptions: options, files: files.map(({ name }) => name) };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(configuration));
  try {
    await execute(process.execPath, [compiler, '-p', project, '--noEmit']);
    return '';
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && error.stdout !== '') return String(error.stdout);
    throw error;
  }
}

function npm(folder: string, options: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  return execute('npm', options, { cwd: folder, env });
}
