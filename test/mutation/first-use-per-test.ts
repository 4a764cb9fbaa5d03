/**
 * Stands in for `src/first-use.ts` while mutants run. Stryker notes which tests reach a mutant, and runs these alone. What is
 * computed once would be reached by the first test only, so here each test of that first run computes it again. While a mutant
 * is switched on, it is computed once. `vitest.config.ts` of this folder replaces the module by this one.
 */
const stryker = () => (globalThis as { __stryker__?: { currentTestId?: string } }).__stryker__;

export function onFirstUse<T>(compute: () => T): () => T {
  let computed: { readonly value: T; readonly test: string | undefined } | undefined;
  return () => {
    const test = stryker()?.currentTestId;
    if (computed === undefined || computed.test !== test) computed = { value: compute(), test };
    return computed.value;
  };
}

/** What is remembered must always be the same, so it may as well be computed each time. */
export function remembered<Compute extends (text: string, ...rest: never) => unknown>(
  compute: Compute,
): Compute {
  return compute;
}
