import type * as z from 'zod';
import { Problem } from './problem.ts';
import { queryOf } from './request-view.ts';
import { validationProblem } from './validation-problem.ts';

/**
 * Reads and checks the query parameters of a request. Ignores parameters that the schema does not name. Throws a
 * Problem with status 422 that names the first invalid parameter: given twice, not percent-encoded UTF-8, or refused by
 * the schema.
 */
export function readQuery<Schema extends z.ZodObject>(target: string, schema: Schema): z.output<Schema> {
  const values: Record<string, string> = {};
  for (const parameter of queryOf(target).split('&')) {
    const equals = parameter.indexOf('=');
    const name = decode(equals === -1 ? parameter : parameter.slice(0, equals));
    if (name === undefined || !Object.hasOwn(schema.shape, name)) continue;
    if (Object.hasOwn(values, name)) throw new Problem(422, `${name}: must be given once.`);
    const value = decode(equals === -1 ? '' : parameter.slice(equals + 1));
    if (value === undefined) throw new Problem(422, `${name}: must be UTF-8, percent-encoded.`);
    values[name] = value;
  }
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw validationProblem(parsed.error);
}

/**
 * Decodes percent-encoding, and + as a space. Returns undefined if it is malformed. URLSearchParams would put U+FFFD in
 * the place of malformed bytes: another address than the one that was meant.
 */
function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
