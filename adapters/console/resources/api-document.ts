import { openApiDocument } from '../../http/openapi.ts';
import type { ErrorStatus } from '../../http/problem.ts';
import type { ConsoleEndpoint } from '../endpoint.ts';
import { consoleEndpoints } from './endpoints.ts';
import { answerSchemas, bodySchemas, problemSchema } from './named-schemas.ts';

const errorDescriptions: Partial<Record<ErrorStatus, string>> = {
  400: 'The list is too short or too long.',
  401: 'Nobody is signed in, or the sign-in has ended.',
  403: 'The request comes from another origin, lacks the token of the page, is not for this kind of session, or costs more than the balance.',
  404: 'There is no such thing, or it belongs to another account.',
  408: 'The body did not arrive in time.',
  409: 'It is not in a state for this; names the state.',
  413: 'The body is too long.',
  422: 'A parameter is missing or out of range; names the parameter.',
  429: 'Too many requests, attempts to sign in, or streams.',
  500: 'An unexpected error on our side. Nothing is charged.',
  502: 'The service is temporarily unavailable. Nothing is charged.',
  503: 'There is no room for another list or stream at the moment.',
};

/** Returns the OpenAPI 3.1 description of the API of the console. Its paths are relative to where the console is mounted. */
export function describeConsole(options: { basePath: string }): object {
  return openApiDocument(consoleEndpoints, {
    title: 'The console',
    description: 'What the pages of the console ask. It may change with every release: programs use /v1.',
    basePath: options.basePath,
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-mailproof-console',
        description:
          'Set at the sign-in (mailproof-console on this machine without https). Requests other than GET also need the csrf_token of the session in the header X-CSRF-Token. One of another session is answered with 401.',
      },
    },
    answers: answerSchemas,
    bodies: bodySchemas,
    problem: problemSchema,
    errorsOf,
    errorDescriptions,
  });
}

function errorsOf({ method, errors }: ConsoleEndpoint): readonly ErrorStatus[] {
  const always: readonly ErrorStatus[] = [401, 429, 500, 502, ...(method === 'GET' ? [] : ([403] as const))];
  return [...new Set([...always, ...errors])];
}
