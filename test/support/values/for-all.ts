import fc from 'fast-check';

/** Arbitraries, and what is checked with a value of each. */
type Property<Values extends [unknown, ...unknown[]], Result> = [
  ...arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  check: (...values: Values) => Result,
];

/** Checks what must hold for whatever comes, so many times. */
export function times(numRuns: number | undefined) {
  const parameters = numRuns === undefined ? {} : { numRuns };
  return {
    forAll: <Values extends [unknown, ...unknown[]]>(...property: Property<Values, void>) =>
      fc.assert(fc.property<Values>(...property), parameters),
    forAllAsync: <Values extends [unknown, ...unknown[]]>(...property: Property<Values, Promise<void>>) =>
      fc.assert(fc.asyncProperty<Values>(...property), parameters),
  };
}

/** Checks what must hold for whatever comes, as often as is usual. */
export const { forAll, forAllAsync } = times(undefined);
