/**
 * Answers with results that all tabs and windows of this browser read at once. Long lists on slow lines take minutes, and together
 * would take all six connections to the server that are left beside the streams.
 */
const mostReaders = 2;

/**
 * Runs `work`, which reads results, once one of the permits that the tabs share is free. They end with the tab. Browsers without locks run
 * it at once. Rejects with the signal's reason if that fires before.
 */
export async function withResultsPermit<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  // Browsers have none over plain http off this machine.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  for (let n = 0; n < mostReaders; n += 1) {
    const done = await locks.request(nameOf(n), { ifAvailable: true }, async (lock) =>
      lock === null ? undefined : { value: await work() },
    );
    if (done !== undefined) return done.value;
  }
  const name = nameOf(Math.floor(Math.random() * mostReaders));
  return locks.request(name, signal === undefined ? {} : { signal }, work);
}

function nameOf(n: number): string {
  return `mailproof console results ${n}`;
}
