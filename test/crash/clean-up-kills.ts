import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import type { SandboxDescription } from '../../adapters/sandbox/index.ts';
import type { BulkStorage } from './bulk-storage.ts';

/** Imports the package built by `npm run build`. */
const script = fileURLToPath(new URL('./clean-up-process.mjs', import.meta.url));

/** From the chosen change of a store to the kill. */
const maxDelayMs = 10;

interface CleanUpOptions {
  readonly storage: BulkStorage;
  readonly network: SandboxDescription;
  /** The address to forget. Without it, the process cleans up as its retention says. */
  readonly forget?: string;
}

interface KillOptions extends CleanUpOptions {
  readonly kills: number;
  readonly seed: number;
  /** Each process is killed at one of these changes of the store, counted from 1. */
  readonly changes: { readonly first: number; readonly last: number };
  /** Called after each kill. */
  readonly onKill: () => Promise<void>;
}

/** Lets processes clean up one after another, and kills each at a random moment, but for the last. */
export async function cleanUpThroughKills(options: KillOptions): Promise<void> {
  const random = new SeededRandom(options.seed);
  const { first, last } = options.changes;
  for (let kill = 0; kill < options.kills; kill += 1) {
    const change = first + Math.floor(random.next() * (last - first + 1));
    await runCleanUp(options, { change, delayMs: random.next() * maxDelayMs });
    await options.onKill();
  }
  await runCleanUp(options, undefined);
}

/** Runs a process until it is done, or is killed. Throws if it ends by itself. */
async function runCleanUp(
  { storage, network, forget }: CleanUpOptions,
  kill: { readonly change: number; readonly delayMs: number } | undefined,
): Promise<void> {
  const args = [JSON.stringify({ storage: storage.location, network, forget, lastChange: kill?.change })];
  const child = fork(script, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close');
  const reached = new Promise<void>((resolve) => {
    let changes = 0;
    child.on('message', (message) => {
      if (message === 'change') changes += 1;
      if (message === 'done' || changes === kill?.change) resolve();
    });
  });
  const isEarly = await Promise.race([reached.then(() => false), ended.then(() => true)]);
  if (isEarly) throw new Error(`The process ended by itself:\n${errors}`);
  if (kill !== undefined) await delay(kill.delayMs);
  child.kill('SIGKILL');
  await ended;
}
