import { readFile } from 'node:fs/promises';
import { storeDisposableLists } from '../../../src/address/disposable-updates.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { systemClock } from '../../system-clock.ts';
import { fetchPackage, listPackages, namesOf, readPackage } from '../data/npm-package.ts';
import { errorCode } from '../error-code.ts';
import { exitCode } from '../exit-code.ts';
import { printable } from '../output/printable.ts';
import { addSettingOptions, type FlagsOf, readSettings, setting } from '../settings/setting-value.ts';
import { addStoreOption, openStores, readPersistentStore, type StoreFlags } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

const dataSettings = {
  registry: setting(
    '--registry <url>',
    'MAILPROOF_REGISTRY',
    'npm registry to fetch from (default: https://registry.npmjs.org)',
  ),
};

type DataFlags = StoreFlags & FlagsOf<typeof dataSettings>;

const names = listPackages.map(({ name }) => name);

const help = `
The lists are those of the npm packages ${names.slice(0, -1).join(', ')} and ${names.at(-1)}. They are checked, and take the place
of those that came with mailproof. All servers, workers and bulk runs on the store use them within a minute; results in
the cache stay as they are. Without a network, run this elsewhere, and give its files to the command:

  npm pack ${names.join(' ')}`;

/** Adds `mailproof data update`. `finish` gets the exit code. */
export const addDataCommand: AddCommand = (program, terminal, finish) => {
  const data = program.command('data').description('renew the lists that verdicts are based on');
  const update = data
    .command('update')
    .description('put the current lists of disposable domains into the store, also while the server runs')
    .argument('[file...]', 'packages as "npm pack" writes them (default: fetched)')
    .addHelpText('after', help);
  addStoreOption(update);
  addSettingOptions(update, dataSettings);
  update.action(async (files: readonly string[], flags: DataFlags) =>
    finish(await updateLists(files, flags, terminal)),
  );
};

async function updateLists(
  files: readonly string[],
  flags: DataFlags,
  { stderr, env, signal }: Terminal,
): Promise<number> {
  const location = readPersistentStore(flags, env);
  const given = await Promise.all(files.map(async (file) => readPackage(await bytesOf(file), file)));
  const unknown = given.find(({ name }) => !names.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgument('file', `${unknown.name} has no list. Give packages of ${names.join(', ')}.`);
  const { registry = 'https://registry.npmjs.org' } = readSettings(dataSettings, flags, env);
  const packages = await Promise.all(
    listPackages.map(async (listPackage) => {
      const { name } = listPackage;
      const found = given.find((each) => each.name === name);
      return { listPackage, found: found ?? (await fetchPackage(name, { registry, signal })) };
    }),
  );
  const lists = { curated: new Set<string>(), broad: new Set<string>() };
  const sources = [];
  for (const { listPackage, found } of packages) {
    const { name, list } = listPackage;
    const listed = namesOf(found, listPackage);
    for (const each of listed) lists[list].add(each);
    sources.push({ name, version: found.version, names: listed.length });
    stderr.write(`${name} ${printable(found.version)}: ${listed.length.toLocaleString('en')} names\n`);
  }
  await using stores = await openStores(location);
  await storeDisposableLists({ cache: stores.cache, clock: systemClock }, { ...lists, sources });
  const count = new Set([...lists.curated, ...lists.broad]).size;
  stderr.write(`${count.toLocaleString('en')} disposable domains are in the store.\n`);
  return exitCode.done;
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new InvalidArgument('file', `${file} cannot be read (${errorCode(error)}).`, { cause: error });
  }
}
