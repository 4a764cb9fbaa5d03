import { expect, it } from 'vitest';
import { allKinds } from './all-kinds.ts';
import { fuzz } from './fuzzer.ts';

/** The seed of the tests, so that they run the same inputs each time. `npm run fuzz` has others. */
const seed = 4711;

/** Defines the test of a kind. Each kind has a file of its own, so that they run in parallel. */
export function testFuzz(name: string): void {
  const entry = allKinds.find(({ kind }) => kind.name === name);
  if (entry === undefined) throw new Error(`There is no kind ${name}.`);
  const { kind, testInputs } = entry;
  it(`${testInputs} ${name} break no rule, stop nothing, and leave nothing behind`, {
    timeout: 300_000,
  }, async () => {
    const { find, inputs, outcomes } = await fuzz(kind, { seed, isDone: (count) => count >= testInputs });
    expect(find).toBeUndefined();
    expect(inputs).toBeGreaterThanOrEqual(testInputs);
    expect(outcomes).toBeGreaterThan(1);
  });
}
