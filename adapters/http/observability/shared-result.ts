/** How long a result is shared: strangers may ask, as often as they like. */
const shareMs = 1_000;
/** Storage that takes longer to answer counts as out of reach. */
const timeoutMs = 2_000;

/**
 * Returns a function that runs `work` at most once a second and shares its result. It rejects if `work` does, or takes
 * longer than two seconds.
 */
export function shareResult<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let latest: { readonly result: Promise<Value>; readonly startedAt: number } | undefined;
  return () => {
    const now = performance.now();
    if (latest === undefined || now - latest.startedAt >= shareMs) {
      latest = { result: withTimeout(work()), startedAt: now };
    }
    return latest.result;
  };
}

function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
