import { InvalidArgument } from '../../src/errors.ts';

/** Throws InvalidArgument unless `value` is a number from `least` on. */
export function checkAtLeast(parameter: string, value: unknown, least: number): void {
  if (typeof value === 'number' && value >= least) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be a number from ${least} on. Leave it out for the default.`,
  );
}
