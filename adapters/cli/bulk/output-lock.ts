import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { delay } from '../../../src/concurrency/deadline.ts';
import { Conflict, InvalidArgument } from '../../../src/errors.ts';
import type { Clock } from '../../../src/ports.ts';

/** A lock that shows no beat in the time of so many is that of a process that was killed. */
const silentBeats = 8;
const looksPerBeat = 5;

export interface LockOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Tells this run from others. */
  readonly id: string;
  /** Called before it takes a while to see whether the run that has the lock is alive. */
  readonly onDoubt: () => void;
  /** How often the holder touches the lock; the same for all runs. Default 500. */
  readonly beatMs?: number;
}

/**
 * One run at a time works towards a file: a lock beside it, which its holder touches again and again, and
 * which disposing removes. Throws Conflict where another run is under way; takes the place of one that was killed.
 */
export async function lockOutput(file: string, options: LockOptions): Promise<AsyncDisposable> {
  const { clock, signal, id, onDoubt, beatMs = 500 } = options;
  const lock = `${file}.mailproof-lock`;
  for (;;) {
    const handle = await create(lock);
    if (handle !== undefined) return held(lock, handle, { clock, beatMs });
    const seen = await touched(lock);
    if (seen === undefined) continue;
    onDoubt();
    const state = await watch(lock, seen, { clock, signal, beatMs });
    if (state === 'alive') {
      throw new Conflict(
        `Another run of ${file} is under way. Wait for its results, end it, or choose another --out.`,
      );
    }
    if (state === 'silent') await remove(lock, seen, id);
  }
}

interface Touched {
  readonly inode: bigint;
  readonly at: bigint;
}

/** Undefined where another process was faster. */
async function create(lock: string): Promise<FileHandle | undefined> {
  try {
    return await open(lock, 'wx');
  } catch (error) {
    switch (error instanceof Error && 'code' in error ? error.code : undefined) {
      case 'EEXIST':
        return undefined;
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
        throw new InvalidArgument(
          '--out',
          `${dirname(lock)} may not be written. Change its permissions, or choose another --out.`,
        );
      default:
        throw error;
    }
  }
}

async function touched(lock: string): Promise<Touched | undefined> {
  const found = await stat(lock, { bigint: true }).catch(() => undefined);
  return found && { inode: found.ino, at: found.mtimeNs };
}

interface Watching {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly beatMs: number;
}

/** Looks at the lock until it changes, which does not depend on what time it is for the other machine. */
async function watch(
  lock: string,
  seen: Touched,
  { clock, signal, beatMs }: Watching,
): Promise<'alive' | 'silent' | 'gone'> {
  // Counted, since both may have been stopped for a while, as by a lid that was closed.
  for (let look = 0; look < silentBeats * looksPerBeat; look += 1) {
    await delay(clock, beatMs / looksPerBeat, signal);
    const now = await touched(lock);
    if (now === undefined) return 'gone';
    if (!isSame(now, seen)) return 'alive';
  }
  return 'silent';
}

/** Removes the lock of a process that was killed, and not one that somebody else has made in its place. */
async function remove(lock: string, seen: Touched, id: string): Promise<void> {
  const aside = `${lock}-${id}`;
  const moved = await rename(lock, aside).then(
    () => touched(aside),
    () => undefined,
  );
  if (moved !== undefined && !isSame(moved, seen)) await link(aside, lock).catch(() => {});
  await rm(aside, { force: true });
}

/** The number of a file that was removed may be given to a new one. */
function isSame(one: Touched, other: Touched): boolean {
  return one.inode === other.inode && one.at === other.at;
}

function held(
  lock: string,
  handle: FileHandle,
  { clock, beatMs }: Pick<Watching, 'clock' | 'beatMs'>,
): AsyncDisposable {
  let cancel = () => {};
  let beating: Promise<void> = Promise.resolve();
  const beat = () => {
    const seconds = clock.now() / 1_000;
    // A beat that fails is one beat less.
    beating = handle.utimes(seconds, seconds).catch(() => {});
    cancel = clock.after(beatMs, beat);
  };
  beat();
  return {
    async [Symbol.asyncDispose]() {
      cancel();
      await beating;
      const { ino } = await handle.stat({ bigint: true });
      await handle.close();
      if ((await touched(lock))?.inode === ino) await rm(lock, { force: true });
    },
  };
}
