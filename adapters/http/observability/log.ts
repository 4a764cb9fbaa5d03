import { redacted } from './redaction.ts';

/** What is asked of a logger: a pino logger is one. */
export interface HttpLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One request, once it has been answered. */
export interface Answered {
  readonly method: string;
  /** The path as it is routed, without parameters and query. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly noted: { readonly keyId: string | undefined; readonly address: string | undefined };
  /** What an answer of 500 and above came from. */
  readonly cause: unknown;
}

/** Answers at level debug, failures on our side at error. Keys are never shown, addresses only on request. */
export function answerLog(
  logger: HttpLogger,
  options: { logAddresses: boolean },
): (answered: Answered) => void {
  return ({ method, route, status, durationMs, noted, cause }) => {
    const { keyId, address } = noted;
    const shown = options.logAddresses && address !== undefined ? { address } : {};
    const fields = { method, route, status, durationMs, keyId, ...shown };
    if (status < 500) logger.debug(fields, 'request answered');
    else {
      const hidden = options.logAddresses ? undefined : [address ?? ''];
      logger.error({ ...fields, error: redacted(cause, hidden) }, 'request failed');
    }
  };
}
