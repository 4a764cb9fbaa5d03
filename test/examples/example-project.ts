import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { linkPackage, manifestOf, packBuild, unpackTo } from '../house/packed-package.ts';
import { repository } from '../house/repository-files.ts';

const execute = promisify(execFile);
const examples = join(repository, 'examples');

/**
 * Copies the examples into a project of their own, as a stranger would have them: with the packages that their package.json
 * names, and with mailproof from its tarball. Resolves with the folder. Rejects if those packages are not installed.
 */
export async function createExampleProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'mailproof-examples-'));
  const installed = join(examples, 'node_modules');
  const packages = await readdir(installed).catch((cause: unknown) => {
    throw new Error('The packages of the examples are missing: run "npm run examples:install".', { cause });
  });
  const filter = (path: string) => path !== installed;
  await cp(examples, project, { recursive: true, filter });
  const modules = join(project, 'node_modules');
  await mkdir(modules);
  for (const name of packages.filter((name) => !name.startsWith('.')))
    await symlink(join(installed, name), join(modules, name));
  await installPackedBuild(project);
  return project;
}

/** Unpacks mailproof into a project, with packages of its own, as npm does where two versions would clash. */
async function installPackedBuild(project: string): Promise<void> {
  const unpacked = join(project, 'node_modules/mailproof');
  const tarball = await packBuild(project);
  await unpackTo(unpacked, tarball);
  await rm(tarball);
  const { dependencies, optionalDependencies } = await manifestOf(unpacked);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
    await linkPackage(join(unpacked, 'node_modules'), name);
}

export async function removeExampleProject(project: string): Promise<void> {
  await rm(project, { recursive: true, force: true });
}

/** Compiles a TypeScript project in a folder. Rejects with what the compiler says if it finds an error. */
export async function compile(folder: string): Promise<void> {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  await execute(process.execPath, [compiler, '-p', folder]).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
}

/** Runs a program to its end. Resolves with what it printed. */
export async function runToEnd(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, args, { cwd });
  return stdout;
}
