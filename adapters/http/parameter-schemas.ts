import * as z from 'zod';

/** Text of so many characters. Characters, not UTF-16 units: what JSON Schema counts as well. */
export function text({ least = 0, most }: { least?: number; most: number }): z.ZodString {
  const rule =
    least === 0
      ? `must be at most ${most} characters long`
      : `must be from ${least} to ${most} characters long`;
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .refine((given) => fits(given, least, most), { error: rule })
    .meta({ ...(least === 0 ? {} : { minLength: least }), maxLength: most });
}

/** A whole number, in JSON. */
export function whole(rule: string, { least, most }: { least: number; most?: number }): z.ZodInt {
  const number = z.int({ error: rule }).min(least, rule);
  return most === undefined ? number : number.max(most, rule);
}

/** A whole number in a query, which is text: anything but digits is left for the check to refuse. */
export function wholeInText(check: z.ZodInt) {
  return z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given),
    check,
  );
}

/** A character has one or two units: only where that leaves it open is there something to count. */
function fits(given: string, least: number, most: number): boolean {
  const units = given.length;
  if (units < least || units > 2 * most) return false;
  if (units >= 2 * least && units <= most) return true;
  const characters = [...given].length;
  return characters >= least && characters <= most;
}
