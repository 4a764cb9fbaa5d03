export type { ChargeEvent } from './credits/charges.ts';
export type { Prices } from './credits/prices.ts';
export {
  type Accounts,
  createEngine,
  type Engine,
  type EngineEvent,
  type EngineOptions,
  type EnginePorts,
  type VerifyOptions,
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
  ServiceUnavailable,
  StorageUnavailable,
} from './errors.ts';
export type { PolicyOptions } from './exchange/policy.ts';
export type * from './ports.ts';
export type { Trace, TraceEvent } from './probe/trace.ts';
export type * from './resources.ts';
