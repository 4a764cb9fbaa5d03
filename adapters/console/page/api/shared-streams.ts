/**
 * Streams of all tabs and windows of this browser together: half of the connections that it has to one server (six with HTTP/1.1),
 * so that the other half serves everything else.
 */
const mostStreams = 3;

/**
 * Runs `work` while it holds one of the streams that the tabs share, by a lock that ends with the tab. Resolves at once, without having
 * run it, if other tabs hold all of them. Browsers without locks run it whatever others do.
 */
export async function withSharedStream(work: () => Promise<void>): Promise<void> {
  // Browsers have none over plain http off this machine.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  for (let n = 0; n < mostStreams; n += 1) {
    const wasFree = await locks.request(
      `mailproof console stream ${n}`,
      { ifAvailable: true },
      async (lock) => {
        if (lock !== null) await work();
        return lock !== null;
      },
    );
    if (wasFree) return;
  }
}
