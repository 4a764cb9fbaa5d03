/** Readers of Redis replies. They throw TypeError for values that these stores did not write. */

export function asList(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw new TypeError(`A list was expected, not ${typeof reply}.`);
}

export function asText(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  throw new TypeError(`Text was expected, not ${typeof reply}.`);
}

/** Accepts numbers, and decimal text: clients return large numbers as text. */
export function asInteger(reply: unknown): number {
  const value = typeof reply === 'string' && reply !== '' ? Number(reply) : reply;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new TypeError('An integer was expected.');
}
