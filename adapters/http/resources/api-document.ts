import { apiKeyHeader } from '../api-key.ts';
import { errorExamples, examples, groups } from '../docs/examples.ts';
import { introduction } from '../docs/introduction.ts';
import type { Endpoint } from '../endpoint.ts';
import { openApiDocument } from '../openapi.ts';
import type { ErrorStatus } from '../problem.ts';
import { endpoints } from './endpoints.ts';
import { namedBodies, namedSchemas, problemSchema } from './named-schemas.ts';

const errorDescriptions: Partial<Record<ErrorStatus, string>> = {
  400: 'The body or the path is malformed.',
  401: 'The API key is missing, invalid or revoked.',
  403: 'The credit balance is too low; names the balance and the required amount.',
  404: 'There is no such job, or it belongs to another key.',
  408: 'The body did not arrive in time.',
  409: 'The job is not in a state to answer this; names the state.',
  413: 'The body is too long.',
  422: 'A parameter is missing or out of range; names the parameter.',
  429: 'More than 20 requests in a second with the keys of the account, or more of something else than it may have; names the limit.',
  500: 'An unexpected error on our side. Nothing is charged.',
  502: 'The service is temporarily unavailable. Nothing is charged; retry with growing pauses.',
  503: 'There is no room for another long list, or long answer, at the moment. Nothing is charged; retry later.',
};

/** Returns the OpenAPI 3.1 description of the endpoints under /v1. */
export function apiDocument(options: { basePath: string }): object {
  return openApiDocument(endpoints, {
    title: 'Email verification and lookup',
    description: introduction,
    basePath: options.basePath,
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader } },
    answers: namedSchemas,
    bodies: namedBodies,
    problem: problemSchema,
    errorsOf,
    errorDescriptions,
    errorExamples,
    examples,
    groups,
  });
}

function errorsOf({ rateLimited = true, errors }: Endpoint): readonly ErrorStatus[] {
  return [401, ...(rateLimited ? ([429] as const) : []), 500, 502, ...errors];
}
