/**
 * Streams of all tabs and windows of this browser together: half of the connections that it has to one server (six with HTTP/1.1),
 * so that the other half serves everything else.
 */
const mostStreams = 3;

/**
 * Answers with results that all tabs and windows of this browser read at once. Long lists on slow lines take minutes, and together
 * would take all six connections to the server that are left beside the streams.
 */
const mostReaders = 2;

/**
 * Runs `work` while it holds one of the streams that the tabs share, by a lock that ends with the tab. Resolves at once, without having
 * run it, if other tabs hold all of them. Browsers without locks run it whatever others do.
 */
export async function withSharedStream(work: () => Promise<void>): Promise<void> {
  await withFreeLock('stream', mostStreams, work);
}

/**
 * Runs `work`, which reads results, once one of the permits that the tabs share is free. They end with the tab. Browsers without locks run
 * it at once. Rejects with the signal's reason if that fires before.
 */
export async function withResultsPermit<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const done = await withFreeLock('results', mostReaders, work);
  if (done !== undefined) return done.value;
  const name = nameOf('results', Math.floor(Math.random() * mostReaders));
  return navigator.locks.request(name, signal === undefined ? {} : { signal }, work);
}

/** Runs `work` with one of `most` locks. Returns undefined, without having run it, if none is free. */
async function withFreeLock<T>(
  kind: string,
  most: number,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  // Browsers have none over plain http off this machine.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return { value: await work() };
  for (let n = 0; n < most; n += 1) {
    const done = await locks.request(nameOf(kind, n), { ifAvailable: true }, async (lock) =>
      lock === null ? undefined : { value: await work() },
    );
    if (done !== undefined) return done;
  }
  return undefined;
}

function nameOf(kind: string, n: number): string {
  return `mailproof console ${kind} ${n}`;
}
