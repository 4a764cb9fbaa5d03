import { access } from 'node:fs/promises';
import { createEngine } from '../../../src/engine.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import { netPorts } from '../../net/index.ts';
import { errorCode } from '../error-code.ts';
import type { Environment } from '../terminal.ts';
import { type JobStoreFlags, openEngineStores, type SandboxStoreFlags } from './sandbox-stores.ts';
import { openStores, readPersistentStore, sqliteFileOf } from './stores.ts';

/** Returns the file of the store if it does not exist: a command that only reads need not create it. */
export async function missingStoreFile(
  flags: SandboxStoreFlags,
  env: Environment,
): Promise<string | undefined> {
  const location = readPersistentStore(flags, env);
  if (location.kind !== 'sqlite') return undefined;
  const file = sqliteFileOf(location, flags.sandbox ? 'simulated' : undefined);
  return access(file).then(
    () => undefined,
    (error) => (errorCode(error) === 'ENOENT' ? file : undefined),
  );
}

/**
 * Opens the engine of a store, for commands that need no network. Closing it closes the store. With `sandbox`, results
 * and jobs are those of the simulated internet; with `test`, jobs are those of test keys, and there are no accounts.
 */
export async function openOfflineEngine(flags: JobStoreFlags, env: Environment): Promise<Engine> {
  const location = readPersistentStore(flags, env);
  const stores = flags.test
    ? await openStores(location, { apart: 'test' })
    : (await openEngineStores(location, flags)).stores;
  return createEngine({ ...stores, ...netPorts({}) });
}
