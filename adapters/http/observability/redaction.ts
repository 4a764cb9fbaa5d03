/** An error as it goes to the log. */
export interface ErrorRecord {
  readonly type: string;
  readonly code?: string | number;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorRecord;
}

const deepestCause = 5;
/** Anything around an @ sign, up to what cannot be in an address. */
const anyAddress = /[^\s<>"'`(),:;[\]]+@[^\s<>"'`(),:;[\]]+/g;

/** An error with its causes; addresses, and the texts in `hidden`, are left out unless `hidden` is undefined. */
export function redacted(error: unknown, hidden: readonly string[] | undefined, depth = 0): ErrorRecord {
  const clean = (text: string) => (hidden === undefined ? text : withoutAddresses(text, hidden));
  if (!(error instanceof Error)) return { type: typeof error, message: clean(textOf(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    message: clean(error.message),
    ...(error.stack === undefined ? {} : { stack: clean(error.stack) }),
    ...(error.cause === undefined || depth === deepestCause
      ? {}
      : { cause: redacted(error.cause, hidden, depth + 1) }),
  };
}

function withoutAddresses(text: string, hidden: readonly string[]): string {
  const literal = hidden
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '<address>'), text);
  return literal.replace(anyAddress, '<address>');
}

function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something that cannot be printed';
  }
}
