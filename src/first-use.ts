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
 * domains of a list. `compute` must always find the same for a text, and nobody may change it; the text decides all that
 * is passed with it. `longest`: no longer text is remembered.
 */
export function remembered<Result, Rest extends readonly unknown[] = []>(
  compute: (text: string, ...rest: Rest) => Result,
  longest = longestRemembered,
): (text: string, ...rest: Rest) => Result {
  const found = new Map<string, { readonly result: Result }>();
  return (text, ...rest) => {
    const known = found.get(text);
    if (known !== undefined) return known.result;
    const result = compute(text, ...rest);
    if (text.length > longest) return result;
    // To find out which one was used last would cost more than to begin again.
    if (found.size >= mostRemembered) found.clear();
    found.set(text, { result });
    return result;
  };
}
