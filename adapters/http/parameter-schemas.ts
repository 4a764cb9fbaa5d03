import * as z from 'zod';

/** Text with a limited number of characters. Like JSON Schema, it counts code points, not UTF-16 units. */
export function text({ minLength = 0, maxLength }: { minLength?: number; maxLength: number }): z.ZodString {
  const rule =
    minLength === 0
      ? `must be at most ${maxLength} characters long`
      : `must be from ${minLength} to ${maxLength} characters long`;
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .refine((value) => hasLength(value, minLength, maxLength), { error: rule })
    .meta({ ...(minLength === 0 ? {} : { minLength }), maxLength });
}

/** A whole number in JSON. `rule` is the error text. */
export function integer(rule: string, { min, max }: { min: number; max?: number }): z.ZodInt {
  const number = z.int({ error: rule }).min(min, rule);
  return max === undefined ? number : number.max(max, rule);
}

/** A whole number in a query, where all values are text. Leaves anything but digits to `schema`, which refuses it. */
export function integerInQuery(schema: z.ZodInt) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    schema,
  );
}

/** A character has one or two UTF-16 units, so most texts can be judged without counting their characters. */
function hasLength(value: string, min: number, max: number): boolean {
  const units = value.length;
  if (units < min || units > 2 * max) return false;
  if (units >= 2 * min && units <= max) return true;
  const characters = [...value].length;
  return characters >= min && characters <= max;
}
