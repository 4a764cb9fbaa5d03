import { redactError } from './redaction.ts';

/** The methods that a logger must have. A pino logger has them. */
export interface HttpLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What becomes known about a request while it is served. */
export interface RequestDetails {
  /** The value of X-Request-Id in the answer. */
  readonly requestId: string;
  keyId: string | undefined;
  /** The address or person that the request is about. */
  subject: string | undefined;
}

/** One request after its response has ended. */
export interface CompletedRequest {
  readonly method: string;
  /** The path of the route, with parameters as `:name` and without a query; `none` where no route matched. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly details: Readonly<RequestDetails>;
  /** The error behind a response with status 500 or above. Undefined if nothing failed, such as for a full room. */
  readonly cause: unknown;
}

/**
 * Returns a function that logs a request: at level error if it failed on our side, else, also if there was no room for it, at debug. Never shows API keys;
 * shows addresses only with `logAddresses`.
 */
export function requestLog(
  logger: HttpLogger,
  { logAddresses }: { logAddresses: boolean },
): (request: CompletedRequest) => void {
  return ({ method, route, status, durationMs, details, cause }) => {
    const { requestId, keyId, subject } = details;
    const shown = logAddresses && subject !== undefined ? { address: subject } : {};
    const fields = { requestId, method, route, status, durationMs, keyId, ...shown };
    if (status < 500 || cause === undefined) logger.debug(fields, 'request answered');
    else {
      const hidden = logAddresses ? undefined : [subject ?? ''];
      logger.error({ ...fields, error: redactError(cause, hidden) }, 'request failed');
    }
  };
}
