import type * as z from 'zod';
import type { KeyRecord } from '../../src/ports/key-store.ts';
import type { AnswersUnderWay } from './answers/answers-under-way.ts';
import type { IncomingBody } from './body/incoming-body.ts';
import type { EndpointEngine } from './http-engine.ts';
import type { ErrorStatus } from './problem.ts';
import type { RequestView } from './request-view.ts';
import type { HttpResponse } from './response.ts';

/** Path parameters by name, as the client sent them. */
export type PathParameters = Readonly<Record<string, string>>;

/** One authorized request to an endpoint. */
export interface RequestContext {
  /** Answers the request; for a test key, from a sandbox. */
  readonly engine: EndpointEngine;
  readonly key: KeyRecord;
  readonly request: RequestView;
  readonly pathParameters: PathParameters;
  readonly body: IncomingBody;
  /** Sends what is long. */
  readonly answers: AnswersUnderWay;
  /** Records the address or person that the request is about: the log hides it, or shows it if so configured. */
  recordSubject(subject: string): void;
}

/** How OpenAPI describes one method of one path. */
export interface DescribedEndpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With parameters as `:name`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Path parameters. */
  readonly parameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers other than those that say who asks. */
  readonly headers?: z.ZodObject;
  /** The JSON request body, one of the named schemas. */
  readonly body?: z.ZodType;
  /** Status of the response. Default 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The JSON response body, one of the named schemas. Left out: it has none, or only other formats. */
  readonly response?: z.ZodType;
  /** Headers of the response. */
  readonly responseHeaders?: z.ZodObject;
  /** Other formats that a client can ask for with Accept, by media type. A schema must be one of the named schemas. */
  readonly otherFormats?: Readonly<Record<string, { schema?: z.ZodType; description: string }>>;
  /** Errors that not every endpoint has. */
  readonly errors: readonly ErrorStatus[];
}

/** One method of one path under /v1: what it does, and how OpenAPI describes it. */
export interface Endpoint extends DescribedEndpoint {
  readonly response: z.ZodType;
  /** False exempts the endpoint from the limit on requests per second; its requests do not count either. Default true. */
  readonly rateLimited?: boolean;
  /** Longer bodies get 413. Default 16 KiB. */
  readonly maxBodyBytes?: number;
  /** Throws a Problem, or an error of the engine. */
  respond(context: RequestContext): Promise<HttpResponse>;
}
