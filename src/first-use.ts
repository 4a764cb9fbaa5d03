/** Returns a function that computes a value when it is first called, and returns that value from then on. */
export function onFirstUse<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

const mostRemembered = 5_000;
/** A longer text is hardly one that comes again, and takes more memory. */
const longestRemembered = 255;

/**
 * Returns a function like `compute` that remembers what it has found out about texts that come again and again, such as the
 * domains of a list. `compute` must always find the same, and nobody may change it.
 */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const found = new Map<string, { readonly result: Result }>();
  return (text) => {
    const known = found.get(text);
    if (known !== undefined) return known.result;
    const result = compute(text);
    if (text.length > longestRemembered) return result;
    // To find out which one was used last would cost more than to begin again.
    if (found.size >= mostRemembered) found.clear();
    found.set(text, { result });
    return result;
  };
}
