import { BudgetExceeded } from '../../src/budgets/budgets.ts';
import { toCredits } from '../../src/credit-units.ts';
import { InsufficientCredits, MailproofError, ResultsNotReady } from '../../src/errors.ts';

/** The status codes of the service document, and those that HTTP itself requires of a server. */
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

/** An error response. Endpoints throw it; the client receives `{ "detail": … }`. */
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

/** Returns the body of every error response (service document, Errors): one field. */
export function problemBody(detail: string): string {
  return JSON.stringify({ detail });
}

/** Converts any thrown value to a Problem. The client sees its detail only; its cause goes to the log. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InsufficientCredits) return new Problem(403, insufficientDetail(error));
  if (error instanceof BudgetExceeded) return budgetProblem(error);
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

function budgetProblem({ message, retryAfterMs }: BudgetExceeded): Problem {
  if (retryAfterMs === null) return new Problem(403, message);
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new Problem(429, message, { headers: { 'Retry-After': String(seconds) } });
}

function insufficientDetail({ availableMilliCredits, requiredMilliCredits }: InsufficientCredits): string {
  const balance = toCredits(availableMilliCredits);
  return `Insufficient credits: the current balance is ${balance} and the required amount is ${toCredits(requiredMilliCredits)}.`;
}

function unexpected(cause: unknown): Problem {
  return new Problem(500, 'An unexpected error happened on our side. Nothing was charged: try again.', {
    cause,
  });
}
