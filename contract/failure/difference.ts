import { isDeepStrictEqual } from 'node:util';

/** Where two values differ first. `path` is empty if they differ as a whole. */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly came: unknown;
}

/** Returns the first difference of two values that are not equal, as deep inside them as it can be named. */
export function firstDifference(expected: unknown, came: unknown, path = ''): Difference {
  const whole = { path, expected, came };
  if (!isCompound(expected) || !isCompound(came) || Array.isArray(expected) !== Array.isArray(came))
    return whole;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(came)])) {
    const [one, other] = [expected[key], came[key]];
    if (key in expected !== key in came || !isDeepStrictEqual(one, other))
      return firstDifference(one, other, `${path}${Array.isArray(expected) ? `[${key}]` : `.${key}`}`);
  }
  return whole;
}

function isCompound(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
