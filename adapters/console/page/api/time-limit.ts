/**
 * Runs `work` with a signal that fires when `signal` does, or after `limitMs`. Rejects then with a TypeError, as after a connection that
 * breaks.
 */
export async function withTimeLimit<T>(
  { signal, limitMs }: { readonly signal: AbortSignal | undefined; readonly limitMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    return await work(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
  } catch (error) {
    // Browsers do not hand on the reason of a signal that fires while a body is read.
    if (late.signal.aborted) throw new TypeError('No answer has arrived in time.', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
