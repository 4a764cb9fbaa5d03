import { createRequire } from 'node:module';
import type * as FastCheck from 'fast-check';

/**
 * Stands in for fast-check while mutants run: each property is tested a few times only, with the same values for every
 * mutant. `vitest.config.ts` of this folder replaces the package by this module.
 */
const fastCheck: typeof FastCheck = createRequire(import.meta.url)('fast-check');

const maxRuns = 40;
const seed = 1;

function assert<Values>(
  property: FastCheck.IRawProperty<Values>,
  parameters?: FastCheck.Parameters<Values>,
): void | Promise<void> {
  const numRuns = Math.min(parameters?.numRuns ?? maxRuns, maxRuns);
  return fastCheck.assert(property, { ...parameters, seed, numRuns, endOnFailure: true });
}

export default { ...fastCheck, assert };
