export type { BulkOptions, JobEvent } from './bulk/bulk-context.ts';
export type { BulkRun, RunBulkOptions } from './bulk/bulk-run.ts';
export type { Forgotten } from './bulk/forgetting/forgetting.ts';
export type { JobAccess, JobResults, Jobs, LookupPageOptions, SubmitOptions } from './bulk/jobs.ts';
export type { ChargeEvent } from './credits/charges.ts';
export type { Prices } from './credits/prices.ts';
export {
  type Accounts,
  createEngine,
  type Engine,
  type EngineEvent,
  type EngineOptions,
  type EnginePorts,
  type RequestOptions,
} from './engine.ts';
export {
  Conflict,
  ConnectionError,
  type ConnectionErrorCode,
  EngineClosed,
  type ErrorCode,
  InsufficientCredits,
  InvalidArgument,
  MailproofError,
  NotFound,
  ResultsNotReady,
  ServiceUnavailable,
  StorageUnavailable,
} from './errors.ts';
export type { PolicyOptions } from './exchange/policy.ts';
export type * from './ports.ts';
export type { Trace, TraceEvent } from './probe/session/trace.ts';
export type * from './resources.ts';
export type { RetentionOptions } from './retention.ts';
export type { VerificationOptions } from './verdict/wiring.ts';
