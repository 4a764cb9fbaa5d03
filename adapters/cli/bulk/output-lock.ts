import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { delay } from '../../../src/concurrency/deadline.ts';
import { Conflict, InvalidArgument } from '../../../src/errors.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { errorCode } from '../error-code.ts';

/** After this many missed heartbeats, the holder of a lock is taken for dead. */
const missedHeartbeats = 8;
const checksPerHeartbeat = 5;

export interface LockOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Unique to this run. */
  readonly id: string;
  /** Called before it takes a few seconds to find out whether the holder of the lock is alive. */
  readonly onWait: () => void;
  /** How often the holder touches the lock; must be the same for all runs. Default 500. */
  readonly heartbeatMs?: number;
}

/**
 * Locks several files of one output as `lockOutput` locks one; none if one of them cannot be locked. The first decides between runs
 * that begin together.
 */
export async function lockOutputs(files: readonly string[], options: LockOptions): Promise<AsyncDisposable> {
  let waits = false;
  const onWait = () => {
    if (!waits) options.onWait();
    waits = true;
  };
  const locks: AsyncDisposable[] = [];
  const lock = async (file: string) => locks.push(await lockOutput(file, { ...options, onWait }));
  const release = async () => {
    for (const each of locks) await each[Symbol.asyncDispose]();
  };
  const [first, ...others] = files;
  try {
    if (first !== undefined) await lock(first);
    // Together, because it takes a few seconds to see that the holder of a lock is dead.
    const locked = await Promise.allSettled(others.map(lock));
    for (const each of locked) if (each.status === 'rejected') throw each.reason;
  } catch (error) {
    await release();
    throw error;
  }
  return { [Symbol.asyncDispose]: release };
}

/**
 * Locks an output with a file beside it, so that one run at a time writes it. The holder touches the lock file
 * regularly and removes it when disposed. Throws Conflict if another run holds the lock; replaces the lock of a run
 * that was killed.
 */
export async function lockOutput(file: string, options: LockOptions): Promise<AsyncDisposable> {
  const { clock, signal, id, onWait, heartbeatMs = 500 } = options;
  const lock = `${file}.mailproof-lock`;
  for (;;) {
    const handle = await create(lock);
    if (handle !== undefined) return startHeartbeat(lock, handle, { clock, heartbeatMs });
    const seen = await readVersion(lock);
    if (seen === undefined) continue;
    onWait();
    const state = await watch(lock, seen, { clock, signal, heartbeatMs });
    if (state === 'alive') {
      throw new Conflict(
        `Another run of ${file} is under way. Wait for its results, end it, or choose another --out.`,
      );
    }
    if (state === 'silent') await removeDeadLock(lock, seen, id);
  }
}

/** Changes with every heartbeat and every new lock. */
interface LockVersion {
  readonly inode: bigint;
  readonly modifiedAt: bigint;
}

/** Creates the lock file; undefined if it exists. */
async function create(lock: string): Promise<FileHandle | undefined> {
  try {
    return await open(lock, 'wx');
  } catch (error) {
    switch (errorCode(error)) {
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

async function readVersion(lock: string): Promise<LockVersion | undefined> {
  const found = await stat(lock, { bigint: true }).catch(() => undefined);
  return found && { inode: found.ino, modifiedAt: found.mtimeNs };
}

interface WatchOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
}

/** Watches for a change of the lock, which does not depend on the clock of the holder's machine. */
async function watch(
  lock: string,
  seen: LockVersion,
  { clock, signal, heartbeatMs }: WatchOptions,
): Promise<'alive' | 'silent' | 'gone'> {
  // Checks are counted rather than time measured: the machine may have been suspended, and both processes with it.
  for (let check = 0; check < missedHeartbeats * checksPerHeartbeat; check += 1) {
    await delay(clock, heartbeatMs / checksPerHeartbeat, signal);
    const now = await readVersion(lock);
    if (now === undefined) return 'gone';
    if (!isSame(now, seen)) return 'alive';
  }
  return 'silent';
}

/** Removes the lock of a dead process, but not a new one that another process has created in its place. */
async function removeDeadLock(lock: string, seen: LockVersion, id: string): Promise<void> {
  const aside = `${lock}-${id}`;
  const moved = await rename(lock, aside).then(
    () => readVersion(aside),
    () => undefined,
  );
  if (moved !== undefined && !isSame(moved, seen)) await link(aside, lock).catch(() => {});
  await rm(aside, { force: true });
}

/** Compares times too, since the inode number of a removed file may be reused. */
function isSame(one: LockVersion, other: LockVersion): boolean {
  return one.inode === other.inode && one.modifiedAt === other.modifiedAt;
}

function startHeartbeat(
  lock: string,
  handle: FileHandle,
  { clock, heartbeatMs }: Pick<WatchOptions, 'clock' | 'heartbeatMs'>,
): AsyncDisposable {
  let cancel = () => {};
  let beating: Promise<void> = Promise.resolve();
  const beat = () => {
    const seconds = clock.now() / 1_000;
    // A heartbeat that fails counts as missed.
    beating = handle.utimes(seconds, seconds).catch(() => {});
    cancel = clock.after(heartbeatMs, beat);
  };
  beat();
  return {
    async [Symbol.asyncDispose]() {
      cancel();
      await beating;
      const { ino } = await handle.stat({ bigint: true });
      await handle.close();
      if ((await readVersion(lock))?.inode === ino) await rm(lock, { force: true });
    },
  };
}
