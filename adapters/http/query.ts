import type * as z from 'zod';
import { Problem } from './problem.ts';
import { queryOf } from './request-view.ts';
import { validationProblem } from './validation-problem.ts';

/**
 * Reads and checks the query parameters of a request. Ignores parameters that the schema does not name. Throws a
 * Problem with status 422 that names the first invalid parameter.
 */
export function readQuery<Schema extends z.ZodObject>(target: string, schema: Schema): z.output<Schema> {
  const query = new URLSearchParams(queryOf(target));
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const [value, repeat] = query.getAll(name);
    if (repeat !== undefined) throw new Problem(422, `${name}: must be given once.`);
    if (value !== undefined) values[name] = value;
  }
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw validationProblem(parsed.error);
}
