import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Returns the licences of packages that are copied into the build. `packages` are copied alone, `bundles` with everything
 * that they depend on.
 */
export async function licenceTexts(root, packages, bundles) {
  const folders = new Set(packages.map((name) => folderOf(root, name)));
  for (const name of bundles) await addWithDependencies(folders, folderOf(root, name));
  const texts = await Promise.all([...folders].map(licenceText));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Adds the folder of a package and those of everything that it depends on. */
async function addWithDependencies(folders, folder) {
  if (folders.has(folder)) return;
  folders.add(folder);
  const { dependencies = {} } = await manifestOf(folder);
  for (const name of Object.keys(dependencies)) await addWithDependencies(folders, folderOf(folder, name));
}

async function licenceText(folder) {
  const { name, version, license, homepage = '' } = await manifestOf(folder);
  if (license === undefined) throw new Error(`${name} has no licence: it must not be copied into the build.`);
  const files = await readdir(folder);
  const file = files.find((file) => /^licen[cs]e/i.test(file)) ?? files.find((file) => /^readme/i.test(file));
  const text = file === undefined ? homepage : await readFile(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/** Finds an installed package as Node does: beside the importer, or beside a folder that it is in. */
function folderOf(from, name) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  if (dirname(from) === from) throw new Error(`The package ${name} is not installed: run npm ci.`);
  return folderOf(dirname(from), name);
}

async function manifestOf(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}
