import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { memoryStores } from '../../memory/index.ts';
import { postgresAddress } from '../../postgres/location.ts';
import { parseRedisUrl } from '../../redis/location.ts';
import { errorCode } from '../error-code.ts';
import { quoteForShell } from '../output/printable.ts';
import type { Environment } from '../terminal.ts';
import {
  addSettingOptions,
  type FlagsOf,
  invalidSetting,
  readSettingValue,
  type SettingValue,
  setting,
} from './setting-value.ts';

/** Where accounts, keys and results are kept. `source`: the flag or variable it comes from, if any. */
export type StoreLocation = { readonly text: string; readonly source: string | undefined } & (
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'redis' | 'postgres'; readonly url: string }
);

const defaultFile = 'mailproof.db';

const storeSettings = {
  store: setting(
    '--store <location>',
    'MAILPROOF_STORE',
    'where accounts, keys, jobs and results are kept: memory:, sqlite:<file>, postgres://..., redis://... or redis+cluster://...',
  ),
};

export type StoreFlags = FlagsOf<typeof storeSettings>;

/** Adds --store. `byDefault`: the default that the help shows. */
export function addStoreOption(command: Command, { byDefault = `sqlite:${defaultFile}` } = {}): void {
  const { store } = storeSettings;
  addSettingOptions(command, {
    store: { ...store, description: `${store.description} (default: ${byDefault})` },
  });
}

/** Reads the configured store, or returns the default file. Throws InvalidArgument that names the flag or the variable. */
export function readStoreLocation(flags: StoreFlags, env: Environment): StoreLocation {
  return readConfiguredStore(flags, env) ?? sqliteFile(defaultFile);
}

/** Returns the location of a file that the command chooses itself. */
export function sqliteFile(file: string): StoreLocation {
  return { kind: 'sqlite', file, text: `sqlite:${file}`, source: undefined };
}

/** Reads the configured store; undefined if there is none. Throws as `readStoreLocation` does. */
export function readConfiguredStore(flags: StoreFlags, env: Environment): StoreLocation | undefined {
  const value = readSettingValue(storeSettings.store, flags.store, env);
  if (value === undefined) return undefined;
  const { text, source } = value;
  if (text === 'memory:') return { kind: 'memory', text, source };
  if (text.startsWith('sqlite:')) return { kind: 'sqlite', file: fileOf(value), text, source };
  if (parseRedisUrl(text) !== undefined) return { kind: 'redis', url: text, text, source };
  if (postgresAddress(text) !== undefined) return { kind: 'postgres', url: text, text, source };
  throw invalidStore(value);
}

/** Like `readStoreLocation`, for commands whose changes must outlast the process: refuses a store in memory. */
export function readPersistentStore(flags: StoreFlags, env: Environment): StoreLocation {
  const location = readStoreLocation(flags, env);
  if (location.kind !== 'memory') return location;
  const { flag, variable } = storeSettings.store;
  throw new InvalidArgument(
    location.source ?? flag,
    'A store in memory ends with this command, so nothing would remain. ' +
      `Set ${flag} or ${variable} to sqlite:<file>, postgres://... or redis://...: the store that the server uses.`,
  );
}

/** Like `readStoreLocation`, for workers: refuses a store in memory, which no other process can add jobs to. */
export function readWorkerStore(flags: StoreFlags, env: Environment): StoreLocation {
  const location = readStoreLocation(flags, env);
  if (location.kind !== 'memory') return location;
  const { flag, variable } = storeSettings.store;
  throw new InvalidArgument(
    location.source ?? flag,
    'A store in memory belongs to one process, so that there would never be a job for a worker. ' +
      `Set ${flag} or ${variable} to postgres://..., redis://... or sqlite:<file>: the store that the server uses.`,
  );
}

/** Returns the file of a store, or of the one that is kept apart beside it. */
export function sqliteFileOf(location: { readonly file: string }, apart?: 'simulated' | 'test'): string {
  return apart === undefined ? location.file : `${location.file}-${apart}`;
}

interface OpenStoresOptions {
  /** A store of its own at the same location. */
  readonly apart?: 'simulated' | 'test';
  /** Whether a file that is missing is created; else an empty store in memory stands for it. Default true. */
  readonly create?: boolean;
}

/**
 * Opens a store and loads its driver. Disposing closes it. Throws InvalidArgument if the driver is not installed. A storage that is out
 * of reach is noticed at the first use.
 */
export async function openStores(
  location: StoreLocation,
  { apart, create = true }: OpenStoresOptions = {},
): Promise<Stores & AsyncDisposable> {
  const stores = !create && isMissing(location, apart) ? memoryStores() : await loadStores(location, apart);
  return { ...stores, [Symbol.asyncDispose]: () => stores.close() };
}

async function loadStores(location: StoreLocation, apart: 'simulated' | 'test' | undefined): Promise<Stores> {
  switch (location.kind) {
    case 'memory':
      return memoryStores();
    case 'sqlite': {
      // sqliteStores throws its own error if the driver is missing.
      const { sqliteStores } = await import('../../sqlite/index.ts');
      return sqliteStores(sqliteFileOf(location, apart));
    }
    case 'redis': {
      const { redisStores } = await import('../../redis/index.ts').catch((error) => {
        throw isMissingModule(error) ? missingDriver(location, 'ioredis 6', 'ioredis@6') : error;
      });
      return redisStores(location.url, apart === undefined ? {} : { prefix: `mailproof-${apart}` });
    }
    case 'postgres': {
      const { postgresStores } = await import('../../postgres/index.ts').catch((error) => {
        throw isMissingModule(error) ? missingDriver(location, 'pg 8', 'pg@8') : error;
      });
      return postgresStores(location.url, apart === undefined ? {} : { schema: `mailproof_${apart}` });
    }
  }
}

/** Returns the location without the passwords of a URL, for output. What seems to belong to one is hidden too. */
export function redactedLocation(location: StoreLocation): string {
  if (!('url' in location)) return location.text;
  return location.url
    .replace(/^([^:]+:\/\/[^:@/]*):.*@/s, '$1:***@')
    .replace(/([?&]\w*password=)[^&#]*/gi, '$1***');
}

/** Returns how a message names the store: a file by its whole path, because the default is one in each folder. */
export function storeName(location: StoreLocation): string {
  const name = location.kind === 'sqlite' ? resolve(location.file) : redactedLocation(location);
  return name + missingNote(location);
}

/** Returns what a message adds to the name of a store whose file does not exist; empty if it does. */
export function missingNote(location: StoreLocation): string {
  return isMissing(location) ? ' (there is no such file)' : '';
}

function isMissing(location: StoreLocation, apart?: 'simulated' | 'test'): boolean {
  if (location.kind !== 'sqlite') return false;
  try {
    return statSync(sqliteFileOf(location, apart), { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Returns the flag that another command needs to use the same store; empty if it finds the store without. */
export function storeArgument(location: StoreLocation): string {
  if (location.source !== storeSettings.store.flag) return '';
  return ` ${storeSettings.store.flag} ${quoteForShell(redactedLocation(location))}`;
}

function missingDriver({ source }: StoreLocation, driver: string, installed: string): InvalidArgument {
  return new InvalidArgument(
    source ?? storeSettings.store.flag,
    `This storage needs the package ${driver}: run "npm install ${installed}", then try again.`,
  );
}

/** Tells whether an import failed because a package is not installed. */
export function isMissingModule(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

function fileOf(value: SettingValue): string {
  const file = value.text.slice('sqlite:'.length);
  // SQLite opens these as databases without a file, which end with the process.
  if (file === '' || file.startsWith(':') || file.startsWith('file:')) throw invalidStore(value);
  return file;
}

/** A location with an @ is not repeated: it may contain a password. */
function invalidStore({ text, source }: SettingValue): InvalidArgument {
  const advice =
    'Set it to memory:, sqlite:<file>, postgres://<host>/<database>, redis://<host>:<port> or redis+cluster://<host>:<port>.';
  if (!text.includes('@')) return invalidSetting({ text, source }, advice);
  return new InvalidArgument(source, `${source} is not a store. ${advice}`);
}
