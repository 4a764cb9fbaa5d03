import { inspect } from 'node:util';

/** Times from 2001 to 2096 in milliseconds since the epoch, as the suites use them. */
const epochTimes = /(?<![\w.'-])(?:9[89]\d|[1-3]\d{3})\d{9}(?![\w.'])/g;

/** Returns a value in one line, shortened: for an argument or a result. */
export function briefText(value: unknown): string {
  if (value instanceof Error) return errorText(value);
  if (value instanceof AbortSignal) return value.aborted ? 'a signal that has fired' : 'a signal';
  if (typeof value === 'function') return 'a function';
  const options = { depth: 3, breakLength: Number.POSITIVE_INFINITY, maxArrayLength: 3, maxStringLength: 60 };
  return withTimes(inspect(value, options));
}

/** Returns a value as it is compared. */
export function fullText(value: unknown): string {
  if (value instanceof Error) return errorText(value);
  return withTimes(inspect(value, { depth: 6, breakLength: 100, maxArrayLength: 20, maxStringLength: 400 }));
}

/** Returns an error with its code, and the parameter that it names. */
function errorText(error: Error): string {
  const { code, parameter } = error as { code?: unknown; parameter?: unknown };
  const details = [
    ...(code === undefined ? [] : [`code ${briefText(code)}`]),
    ...(parameter === undefined ? [] : [`parameter ${briefText(parameter)}`]),
  ];
  const title = details.length === 0 ? error.name : `${error.name} (${details.join(', ')})`;
  return `${title}: ${error.message}`;
}

function withTimes(text: string): string {
  return text.replace(epochTimes, (digits) => new Date(Number(digits)).toISOString());
}
