import { InsufficientCredits, MailproofError, ResultsNotReady } from '../../src/errors.ts';

/** The codes of the service document, and those of HTTP itself that a server cannot do without. */
export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 422
  | 429
  | 431
  | 499
  | 500
  | 502
  | 503;

/** An answer other than success: thrown by endpoints, and sent as `{ "detail": … }`. */
export class Problem extends Error {
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ErrorStatus,
    detail: string,
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'Problem';
    this.status = status;
    this.headers = options.headers ?? {};
  }
}

/** The body of every error (service document, Errors): one field. */
export function problemBody(detail: string): string {
  return JSON.stringify({ detail });
}

/** What a client is told about anything thrown. Causes stay with us: they go to the log. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InsufficientCredits) return new Problem(403, insufficientDetail(error));
  if (error instanceof ResultsNotReady) return new Problem(409, error.message);
  if (!(error instanceof MailproofError)) return unexpected(error);
  switch (error.code) {
    case 'not_found':
      return new Problem(404, 'job not found');
    case 'service_unavailable':
    case 'engine_closed':
      return new Problem(
        502,
        'The verification service is temporarily unavailable. Nothing was charged: try again later.',
        {
          cause: error,
        },
      );
    case 'storage_unavailable':
      return new Problem(
        502,
        'The service is temporarily unavailable. Nothing was charged: try again later.',
        {
          cause: error,
        },
      );
    default:
      return unexpected(error);
  }
}

export function methodNotAllowed(allowed: string): Problem {
  return new Problem(405, `This path answers ${allowed} only.`, { headers: { Allow: allowed } });
}

export function notFound(): Problem {
  return new Problem(404, 'There is nothing at this path.');
}

function insufficientDetail({ availableMilliCredits, requiredMilliCredits }: InsufficientCredits): string {
  const balance = creditsOf(availableMilliCredits);
  return `Insufficient credits: the current balance is ${balance} and the required amount is ${creditsOf(requiredMilliCredits)}.`;
}

/** Credits as a number that prints exactly, with at most three decimals: dividing rounds to the nearest one. */
export function creditsOf(milliCredits: number): number {
  return milliCredits / 1000;
}

function unexpected(cause: unknown): Problem {
  return new Problem(500, 'An unexpected error happened on our side. Nothing was charged: try again.', {
    cause,
  });
}
