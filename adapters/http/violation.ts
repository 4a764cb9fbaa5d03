import type * as z from 'zod';
import { Problem } from './problem.ts';

/** 422 naming the first parameter that breaks its rule, such as `input[3].last_name`, or else the body. */
export function violation(error: z.ZodError, within = ''): Problem {
  const [issue] = error.issues;
  const steps = issue?.path ?? [];
  const name = steps.reduce<string>((name, step) => `${name}${stepText(step, name)}`, within);
  return new Problem(422, `${name === '' ? 'body' : name}: ${issue?.message}.`);
}

function stepText(step: PropertyKey, before: string): string {
  if (typeof step === 'number') return `[${step}]`;
  return before === '' ? String(step) : `.${String(step)}`;
}
