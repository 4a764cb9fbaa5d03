/** An error as it is logged. */
export interface ErrorRecord {
  readonly type: string;
  readonly code?: string | number;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorRecord;
}

const maxCauseDepth = 5;
/** Text around an @ sign, up to characters that an address cannot contain. */
const anyAddress = /[^\s<>"'`(),:;[\]]+@[^\s<>"'`(),:;[\]]+/g;

/**
 * Returns an error and up to five of its causes as plain objects. Replaces every address, and every text in `hidden`,
 * by `<address>`; with `hidden` undefined nothing is replaced.
 */
export function redactError(error: unknown, hidden: readonly string[] | undefined, depth = 0): ErrorRecord {
  const redact = (text: string) => (hidden === undefined ? text : redactText(text, hidden));
  if (!(error instanceof Error)) return { type: typeof error, message: redact(textOf(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    message: redact(error.message),
    ...(error.stack === undefined ? {} : { stack: redact(error.stack) }),
    ...(error.cause === undefined || depth === maxCauseDepth
      ? {}
      : { cause: redactError(error.cause, hidden, depth + 1) }),
  };
}

function redactText(text: string, hidden: readonly string[]): string {
  const withoutHidden = hidden
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '<address>'), text);
  return withoutHidden.replace(anyAddress, '<address>');
}

function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something that cannot be printed';
  }
}
