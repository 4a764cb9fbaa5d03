import type * as z from 'zod';
import { Problem } from './problem.ts';
import { queryOf } from './request-view.ts';
import { violation } from './violation.ts';

/**
 * The parameters of a request's query, checked; 422 naming the first that is wrong. Those that the schema does
 * not know are left alone.
 */
export function readQuery<Shape extends z.ZodObject>(target: string, schema: Shape): z.output<Shape> {
  const query = new URLSearchParams(queryOf(target));
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const [value, another] = query.getAll(name);
    if (another !== undefined) throw new Problem(422, `${name}: must be given once.`);
    if (value !== undefined) given[name] = value;
  }
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw violation(read.error);
}
