import { checkMethods } from '../../../src/argument-checks.ts';
import { MailproofError } from '../../../src/errors.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Random } from '../../../src/ports/random.ts';
import type { RequestView } from '../request-view.ts';
import { type ErrorRecord, redactError } from './redaction.ts';
import { throttled } from './throttled.ts';

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
 * Returns a function that logs a request: at level error if it failed on our side, at info if `isNotable` says so; else,
 * also if there was no room for it, at debug. If others gave no answer, at debug too, and one in ten seconds at error: an account
 * whose mail server blocks us could fill the disk. Never shows API keys; shows addresses only with `logAddresses`.
 */
export function requestLog(
  logger: HttpLogger,
  {
    logAddresses,
    clock,
    isNotable = () => false,
  }: {
    logAddresses: boolean;
    clock: Pick<Clock, 'now' | 'steady'>;
    isNotable?: (request: CompletedRequest) => boolean;
  },
): (request: CompletedRequest) => void {
  const fieldsOf = ({ method, route, status, durationMs, details }: CompletedRequest) => {
    const { requestId, keyId, subject } = details;
    const shown = logAddresses && subject !== undefined ? { address: subject } : {};
    return { requestId, method, route, status, durationMs, keyId, ...shown };
  };
  const errorOf = ({ cause, details: { subject = '' } }: CompletedRequest) =>
    redactError(cause, logAddresses ? undefined : [subject]);
  const logUnavailable = throttled<CompletedRequest>(clock, (requests, newest) =>
    logger.error(
      { ...fieldsOf(newest), requests, error: withoutStacks(errorOf(newest)) },
      'requests without a verdict: others gave no answer',
    ),
  );
  return (request) => {
    const { status, cause } = request;
    const isUnavailable = cause instanceof MailproofError && cause.code === 'service_unavailable';
    if (status < 500 || cause === undefined || isUnavailable)
      logger[isNotable(request) ? 'info' : 'debug'](fieldsOf(request), 'request answered');
    else logger.error({ ...fieldsOf(request), error: errorOf(request) }, 'request failed');
    if (isUnavailable) logUnavailable(request);
  };
}

function withoutStacks({ stack: _, cause, ...error }: ErrorRecord): ErrorRecord {
  return cause === undefined ? error : { ...error, cause: withoutStacks(cause) };
}

export const requestIdHeader = 'X-Request-Id';
const lowerCaseHeader = requestIdHeader.toLowerCase();

/** Ids are logged: there is no room in them for text, and, without an @, for addresses. */
const acceptable = /^[\w.~:/+=-]{1,128}$/;

/** Returns the id that a proxy or the client gave the request, if it is acceptable, otherwise a new one. */
export function requestIdOf(request: RequestView, random: Pick<Random, 'uuid'>): string {
  const given = headerOf(request);
  return given !== undefined && acceptable.test(given) ? given : random.uuid();
}

/** Reads the raw headers where there are some: Node builds the others on first use, which takes long. */
function headerOf(request: RequestView): string | undefined {
  const { rawHeaders } = request;
  if (rawHeaders === undefined) return request.header(lowerCaseHeader);
  let given: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== lowerCaseHeader.length || name.toLowerCase() !== lowerCaseHeader) continue;
    if (given !== undefined) return undefined;
    given = rawHeaders[index + 1];
  }
  return given;
}

/** Checks the logger and the clock that a host has given, if any. Throws InvalidArgument. */
export function checkLoggerAndClock(given: {
  readonly logger?: HttpLogger | undefined;
  readonly clock?: Clock | undefined;
}): void {
  const { logger, clock } = given;
  if (clock !== undefined)
    checkMethods('clock', clock, ['now', 'after'], 'Leave it out for the system clock.');
  const advice = 'Pass a logger such as pino: { logger: pino() }, or leave it out.';
  if (logger !== undefined) checkMethods('logger', logger, ['debug', 'info', 'warn', 'error'], advice);
}
