import type * as z from 'zod';
import type { KeyRecord } from '../../src/ports.ts';
import type { ErrorStatus } from './problem.ts';
import type { RequestView } from './request-view.ts';
import type { ServedEngine } from './served-engine.ts';

/** One request to an endpoint, let in by its key. */
export interface Call {
  readonly engine: ServedEngine;
  readonly key: KeyRecord;
  readonly request: RequestView;
  /** Names an address that the call is about, so that the log can keep it out, or show it on request. */
  about(address: string): void;
}

/** One method of one path under /v1: what it does, and what OpenAPI says about it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** With parameters as `:name`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** One of the named schemas. */
  readonly response: z.ZodType;
  /** Errors of its own, beside those that every endpoint has. */
  readonly errors: readonly ErrorStatus[];
  /** The body of the 200; throws a Problem or what the engine throws. */
  respond(call: Call): Promise<object>;
}
