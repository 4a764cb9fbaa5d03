/** Every code an error of mailproof can carry. Switch on it; messages are for people and may change. */
export type ErrorCode =
  | 'invalid_argument'
  | 'service_unavailable'
  | 'insufficient_credits'
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
  | 'reply_timeout'
  | 'reply_too_long'
  | 'reply_malformed'
  | 'tls_failed';

/** Base of every error thrown by mailproof: a literal `code`, a message that says what to do, and a `cause`. */
export class MailproofError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A caller's argument is out of range or of the wrong form; `parameter` names it. */
export class InvalidArgument extends MailproofError {
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super('invalid_argument', message);
    this.parameter = parameter;
  }
}

/**
 * The failure is ours, not the address's: no resolver answers, or no port-25 connection to anybody succeeds.
 * Nothing is charged for it (service document, Errors: 502).
 */
export class ServiceUnavailable extends MailproofError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('service_unavailable', message, options);
  }
}

/** The account has less than the work costs. Nothing was charged, and nothing done. */
export class InsufficientCredits extends MailproofError {
  readonly availableMilliCredits: number;
  readonly requiredMilliCredits: number;

  constructor(account: { availableMilliCredits: number; requiredMilliCredits: number }) {
    const available = account.availableMilliCredits / 1000;
    const required = account.requiredMilliCredits / 1000;
    super(
      'insufficient_credits',
      `Insufficient credits: the balance is ${available} and ${required} are required. Add credits, then try again.`,
    );
    this.availableMilliCredits = account.availableMilliCredits;
    this.requiredMilliCredits = account.requiredMilliCredits;
  }
}

/** The same id was used before with other arguments, or the thing exists already. Nothing was changed. */
export class Conflict extends MailproofError {
  constructor(message: string) {
    super('conflict', message);
  }
}

/** There is no such thing, or it is not the caller's (service document, Errors: 404). */
export class NotFound extends MailproofError {
  constructor(message: string) {
    super('not_found', message);
  }
}

/** The results of a job were asked for in a status in which there are none yet, or never will be. */
export class ResultsNotReady extends MailproofError {
  /** The status that the job has (service document, Errors: 409). */
  readonly status: string;

  constructor(status: string) {
    super('results_not_ready', `The job is ${status}: its results are not ready.`);
    this.status = status;
  }
}

/** The storage is out of reach or cannot be written. Whether the last change was made is not known. */
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

/** What can go wrong with one connection to one exchange. */
export type ConnectionErrorCode = Extract<
  ErrorCode,
  | 'connection_refused'
  | 'connection_timeout'
  | 'connection_failed'
  | 'connection_closed'
  | 'address_not_allowed'
  | 'reply_timeout'
  | 'reply_too_long'
  | 'reply_malformed'
  | 'tls_failed'
>;

/** Thrown by an SmtpTransport and its connections, and by nothing else. */
export class ConnectionError extends MailproofError {
  declare readonly code: ConnectionErrorCode;

  constructor(code: ConnectionErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}
