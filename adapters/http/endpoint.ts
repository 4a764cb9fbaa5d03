import type * as z from 'zod';
import type { KeyRecord } from '../../src/ports.ts';
import type { ServedEngine } from './http-engine.ts';
import type { ErrorStatus } from './problem.ts';
import type { Reply } from './reply.ts';
import type { RequestView } from './request-view.ts';

/** One request to an endpoint, let in by its key. */
export interface Call {
  readonly engine: ServedEngine;
  readonly key: KeyRecord;
  readonly request: RequestView;
  /** Parameters of the path by name, as they were sent. */
  readonly path: Readonly<Record<string, string>>;
  /** Longer bodies get 413. */
  readonly maxBodyBytes: number;
  /** Names the address or person that the call is about, so that the log can keep it out, or show it on request. */
  about(subject: string): void;
}

/** One method of one path under /v1: what it does, and what OpenAPI says about it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** With parameters as `:name`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** False: outside the limit on requests per second, and not counted in it. Default true. */
  readonly rateLimited?: boolean;
  /** Parameters of the path. */
  readonly parameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers, beside the key. */
  readonly headers?: z.ZodObject;
  /** Of the request, in JSON: one of the named schemas. */
  readonly body?: z.ZodType;
  /** One of the named schemas. */
  readonly response: z.ZodType;
  /** What else than JSON can be asked for with Accept, by media type; a schema is one of the named ones. */
  readonly otherForms?: Readonly<Record<string, { schema?: z.ZodType; description: string }>>;
  /** Errors of its own, beside those that every endpoint has. */
  readonly errors: readonly ErrorStatus[];
  /** Answers with 200; throws a Problem or what the engine throws. */
  respond(call: Call): Promise<Reply>;
}
