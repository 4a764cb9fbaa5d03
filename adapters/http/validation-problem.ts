import type * as z from 'zod';
import { Problem } from './problem.ts';

/**
 * Returns a Problem with status 422 that names the first invalid parameter, such as `input[3].last_name`, or `body`.
 * `prefix` is the path of the checked value inside the request.
 */
export function validationProblem(error: z.ZodError, prefix = ''): Problem {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const name = path.reduce<string>((parent, step) => `${parent}${formatStep(step, parent)}`, prefix);
  return new Problem(422, `${name === '' ? 'body' : name}: ${issue?.message}.`);
}

function formatStep(step: PropertyKey, parent: string): string {
  if (typeof step === 'number') return `[${step}]`;
  return parent === '' ? String(step) : `.${String(step)}`;
}
