import { callSafely } from '../../src/event-listeners.ts';
import type { Random } from '../../src/ports/random.ts';
import { bodyTooLong } from './body/utf8-text.ts';
import type { FruitlessRequests } from './fruitless-requests.ts';
import type { Metrics } from './observability/metrics.ts';
import { ObservedStream, type StreamEnd } from './observability/observed-stream.ts';
import {
  type CompletedRequest,
  type RequestDetails,
  requestIdHeader,
  requestIdOf,
} from './observability/request-log.ts';
import { methodNotAllowed, notFound, Problem, problemOf } from './problem.ts';
import type { RequestView } from './request-view.ts';
import { type HttpResponse, problemResponse, type StreamedResponse, withHeader } from './response.ts';
import type { FindRoute, RouteMatch } from './route-table.ts';

export interface AnsweringOptions {
  readonly find: FindRoute;
  /** Longer bodies of requests without a route get 413. */
  readonly maxBodyBytes: number;
  /** Counts requests that are refused before anybody is asked for a key or a session. */
  readonly fruitless: FruitlessRequests;
  readonly logRequest: (completed: CompletedRequest) => void;
  readonly metrics: Pick<Metrics, 'recordRequest'>;
  readonly random: Pick<Random, 'uuid'>;
}

interface Outcome {
  readonly response: HttpResponse;
  readonly cause: unknown;
}

/**
 * Returns a function that answers requests by their routes, gives each an id, and records it once its response has ended. It
 * never rejects: an error becomes a response.
 */
export function createAnswering(options: AnsweringOptions): (request: RequestView) => Promise<HttpResponse> {
  const { find, fruitless, metrics, logRequest, random } = options;

  /** Never rejects. */
  const serve = async (
    request: RequestView,
    match: RouteMatch | undefined,
    details: RequestDetails,
  ): Promise<Outcome> => {
    try {
      const handler = match?.route.handlers.get(request.method);
      const mostBytes = match?.route.maxBodyBytes ?? options.maxBodyBytes;
      const isTooLong = Number(request.declaredLength ?? 0) > mostBytes;
      if (match === undefined || handler === undefined || isTooLong) {
        // Nobody has been asked for a key or a session.
        await fruitless.countStranger(request);
        if (isTooLong) throw bodyTooLong(mostBytes);
        throw match === undefined ? notFound() : methodNotAllowed(match.route.allowed);
      }
      return { response: await handler(request, match.parameters, details), cause: undefined };
    } catch (error) {
      return errorOutcome(request, error);
    }
  };

  const record = (completed: CompletedRequest) => {
    metrics.recordRequest(completed);
    // The answer was made and perhaps charged: an error of the host's logger must not keep it from the client.
    callSafely(
      () => logRequest(completed),
      () => {},
    );
  };

  return async (request) => {
    const startedAt = performance.now();
    const { method } = request;
    const match = find(request);
    const requestId = requestIdOf(request, random);
    const details: RequestDetails = { requestId, keyId: undefined, subject: undefined };
    const outcome = await serve(request, match, details);
    const { cause } = outcome;
    const response = withHeader(outcome.response, requestIdHeader, requestId);
    const durationMs = performance.now() - startedAt;
    const route = match?.route.path ?? 'none';
    const completed = { method, route, status: response.status, durationMs, details, cause };
    if (response.kind === 'streamed') return recordAtEnd(response, { ...completed, startedAt }, record);
    record(completed);
    return response;
  };
}

function errorOutcome(request: RequestView, error: unknown): Outcome {
  if (!(error instanceof Problem) && request.signal.aborted) {
    const problem = new Problem(499, 'The client closed the connection before the answer.');
    return { response: problemResponse(problem), cause: undefined };
  }
  const problem = problemOf(error);
  return { response: problemResponse(problem), cause: problem.cause };
}

/** Records a streamed response when its last chunk has been read. */
function recordAtEnd(
  response: StreamedResponse,
  started: CompletedRequest & { readonly startedAt: number },
  record: (completed: CompletedRequest) => void,
): StreamedResponse {
  const { startedAt, ...request } = started;
  const onEnd = (end: StreamEnd) => {
    const { status, cause } = streamOutcome(end);
    record({ ...request, status, cause, durationMs: performance.now() - startedAt });
  };
  return { ...response, chunks: new ObservedStream(response.chunks, onEnd) };
}

/** A response that broke off is recorded with the status of the error, although the client has seen 200. */
function streamOutcome(end: StreamEnd): { status: number; cause: unknown } {
  switch (end.kind) {
    case 'complete':
      return { status: 200, cause: undefined };
    case 'cancelled':
      return { status: 499, cause: undefined };
    case 'failed': {
      const { status, cause } = problemOf(end.error);
      return { status, cause: cause ?? end.error };
    }
  }
}
