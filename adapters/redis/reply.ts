/** Readers of replies. What is not of the expected shape was not written by these stores. */

export function listOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw new TypeError(`A list was expected, not ${typeof reply}.`);
}

export function textOf(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  throw new TypeError(`Text was expected, not ${typeof reply}.`);
}

/** Numbers come as numbers or, beyond what a client likes to convert, as text. */
export function integerOf(reply: unknown): number {
  const value = typeof reply === 'string' && reply !== '' ? Number(reply) : reply;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new TypeError('An integer was expected.');
}
