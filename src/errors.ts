import { toCredits } from './credit-units.ts';

/** The codes of mailproof's errors. Programs should check the code: messages are for people and may change. */
export type ErrorCode =
  | 'invalid_argument'
  | 'service_unavailable'
  | 'insufficient_credits'
  | 'budget_exceeded'
  | 'not_found'
  | 'results_not_ready'
  | 'job_failed'
  | 'conflict'
  | 'storage_unavailable'
  | 'engine_closed'
  | 'connection_refused'
  | 'connection_timeout'
  | 'connection_failed'
  | 'connection_closed'
  | 'address_not_allowed'
  | 'no_route'
  | 'egress_failed'
  | 'reply_timeout'
  | 'reply_too_long'
  | 'reply_malformed'
  | 'tls_failed';

/** Base class of mailproof's errors. The message says what is wrong and what to do; `cause` is the original error. */
export class MailproofError<Code extends string = ErrorCode> extends Error {
  /** Stable: programs should check this. */
  readonly code: Code;

  constructor(code: Code, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** An argument is out of range or malformed. */
export class InvalidArgument extends MailproofError {
  /** Name of the argument or option. */
  readonly parameter: string;

  constructor(parameter: string, message: string, options?: ErrorOptions) {
    super('invalid_argument', message, options);
    this.parameter = parameter;
  }
}

/**
 * The fault is on our side, not the address's: no resolver answers, no mail server can be reached on port 25, every
 * egress has failed, or no connection or DNS question was free in time, because this process, or the mail server, allows
 * no more of them at once. Nothing is charged (service document, Errors: 502).
 */
export class ServiceUnavailable extends MailproofError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('service_unavailable', message, options);
  }
}

/**
 * The account has fewer credits than the work costs. Nothing was done or charged (service document, Errors: 403). Both
 * amounts are in milli-credits.
 */
export class InsufficientCredits extends MailproofError {
  readonly availableMilliCredits: number;
  readonly requiredMilliCredits: number;

  constructor(account: { availableMilliCredits: number; requiredMilliCredits: number }) {
    const available = toCredits(account.availableMilliCredits);
    const required = toCredits(account.requiredMilliCredits);
    super(
      'insufficient_credits',
      `Insufficient credits: the balance is ${available} and ${required} are required. Add credits, then try again.`,
    );
    this.availableMilliCredits = account.availableMilliCredits;
    this.requiredMilliCredits = account.requiredMilliCredits;
  }
}

/** The id already exists, or was used with other arguments. Nothing was changed. */
export class Conflict extends MailproofError {
  constructor(message: string) {
    super('conflict', message);
  }
}

/** There is no such object, or it does not belong to the caller (service document, Errors: 404). */
export class NotFound extends MailproofError {
  constructor(message: string) {
    super('not_found', message);
  }
}

/** The job has no results in its present status (service document, Errors: 409). */
export class ResultsNotReady extends MailproofError {
  /** The status of the job. */
  readonly status: string;

  constructor(status: string) {
    super(
      'results_not_ready',
      status === 'failed'
        ? 'The job has failed: its results are not given.'
        : `The job is ${status}: its results are not ready.`,
    );
    this.status = status;
  }
}

/** A job ended without being completed. Its results so far were given. */
export class JobFailed extends MailproofError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('job_failed', message, options);
  }
}

/** The storage cannot be read or written. It is unknown whether the failed call changed anything. */
export class StorageUnavailable extends MailproofError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('storage_unavailable', message, options);
  }
}

/** The engine was closed before the work was done. */
export class EngineClosed extends MailproofError {
  constructor() {
    super('engine_closed', 'The engine is closed. Create a new one to go on.');
  }
}

/** The codes of a failed connection to an exchange. */
export type ConnectionErrorCode = Extract<
  ErrorCode,
  | 'connection_refused'
  | 'connection_timeout'
  | 'connection_failed'
  | 'connection_closed'
  | 'address_not_allowed'
  | 'no_route'
  | 'egress_failed'
  | 'reply_timeout'
  | 'reply_too_long'
  | 'reply_malformed'
  | 'tls_failed'
>;

/** A connection to an exchange failed. Thrown only by an SmtpTransport and its connections. */
export class ConnectionError extends MailproofError<ConnectionErrorCode> {}
