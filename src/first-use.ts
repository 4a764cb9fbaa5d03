/** Returns a function that computes a value when it is first called, and returns that value from then on. */
export function onFirstUse<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
