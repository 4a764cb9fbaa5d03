import { MailproofError } from '../../src/errors.ts';

/** The codes of an `ApiError`. */
export type ApiErrorCode =
  | 'invalid_argument'
  | 'unauthorized'
  | 'insufficient_credits'
  | 'not_found'
  | 'results_not_ready'
  | 'job_failed'
  | 'rate_limited'
  | 'request_timeout'
  | 'server_error'
  | 'service_unavailable'
  | 'server_unreachable'
  | 'unexpected_answer';

interface ApiErrorDetails {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A request to the server failed, after the repeats that make sense. The message is the server's own, if it sent one. */
export class ApiError extends MailproofError<ApiErrorCode> {
  /** HTTP status of the last answer. Undefined if there was none. */
  readonly status: number | undefined;
  /** What the server calls the last request in its log. Undefined if it did not say. */
  readonly requestId: string | undefined;
  /** How long the server asked us to wait, in milliseconds. Undefined if it did not. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ApiErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(code, message, details.cause === undefined ? {} : { cause: details.cause });
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Returns the error that an answer other than 200 stands for. `body` is its JSON, or its text if it has none. */
export function errorOf(response: Response, body: unknown, now: number): ApiError {
  const { status } = response;
  const details = {
    status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response, now),
  };
  const detail = detailOf(body);
  if (detail !== undefined) return new ApiError(codeOf(status), `${detail} (status ${status})`, details);
  // Not an answer of mailproof: some proxy's, or another server's.
  const code = status === 429 || status >= 500 ? codeOf(status) : 'unexpected_answer';
  const advice = adviceFor(status, details.retryAfterMs);
  return new ApiError(code, `The answer has status ${status} and no explanation. ${advice}`, details);
}

function adviceFor(status: number, retryAfterMs: number | undefined): string {
  const again = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1_000)} seconds`;
  if (status === 429) return `There were too many requests. Ask again ${again}.`;
  if (status === 502 || status === 503 || status === 504)
    return `The server, or a proxy before it, cannot answer now. Ask again ${again}.`;
  if (status >= 500) return 'The server, or a proxy before it, failed. Its log says why.';
  if (status >= 300 && status <= 399)
    return 'Redirects are not followed. Set the base URL to where this one leads.';
  return 'Check that the base URL is that of a mailproof server, without /v1.';
}

/** Returns what Retry-After asks for (RFC 9110 §10.2.3), in milliseconds from now. Undefined without the header. */
export function retryAfterMs({ headers }: Response, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function detailOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return undefined;
  return typeof body.detail === 'string' ? body.detail : undefined;
}

function codeOf(status: number): ApiErrorCode {
  switch (status) {
    case 400:
    case 413:
    case 422:
      return 'invalid_argument';
    case 401:
      return 'unauthorized';
    case 403:
      return 'insufficient_credits';
    case 404:
      return 'not_found';
    case 408:
      return 'request_timeout';
    case 409:
      return 'results_not_ready';
    case 429:
      return 'rate_limited';
    case 502:
    case 503:
    case 504:
      return 'service_unavailable';
    default:
      return status >= 500 ? 'server_error' : 'unexpected_answer';
  }
}
