export {
  createEngine,
  type Engine,
  type EngineOptions,
  type EnginePorts,
  type VerifyOptions,
} from './engine.ts';
export {
  ConnectionError,
  type ConnectionErrorCode,
  EngineClosed,
  type ErrorCode,
  InvalidArgument,
  MailproofError,
  ServiceUnavailable,
} from './errors.ts';
export type { PolicyOptions } from './exchange/policy.ts';
export type * from './ports.ts';
export type { Trace, TraceEvent } from './probe/trace.ts';
export type * from './resources.ts';
