import * as z from 'zod';
import { apiKeyHeader } from './api-key.ts';
import type { Endpoint } from './endpoint.ts';
import type { ErrorStatus } from './problem.ts';
import { namedBodies, namedSchemas, problem } from './resources/schemas.ts';

const errorTexts: Partial<Record<ErrorStatus, string>> = {
  400: 'The body or the path is malformed.',
  401: 'The API key is missing, invalid or revoked.',
  403: 'The credit balance is too low; names the balance and the required amount.',
  404: 'There is no such job, or it belongs to another key.',
  409: 'The job is not in a state to answer this; names the state.',
  413: 'The body is too long.',
  422: 'A parameter is missing or out of range; names the parameter.',
  429: 'More than 20 requests in a second with one key.',
  500: 'An unexpected error on our side. Nothing is charged.',
  502: 'The service is temporarily unavailable. Nothing is charged; retry with growing pauses.',
};

const errorsOfAll: readonly ErrorStatus[] = [401, 429, 500, 502];

/** The OpenAPI 3.1 description of some endpoints, made from the schemas that check and type them. */
export function openApiDocument(endpoints: readonly Endpoint[], options: { basePath: string }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Email verification and lookup',
      description: 'Will this address take mail, and which one is the address of a person?',
      version: '1',
    },
    servers: [{ url: options.basePath === '' ? '/' : options.basePath }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader } },
      schemas: componentSchemas(),
    },
  };
}

function operationOf(endpoint: Endpoint): object {
  const { operationId, summary, body, rateLimited = true, errors } = endpoint;
  const always = rateLimited ? errorsOfAll : errorsOfAll.filter((status) => status !== 429);
  const statuses = [...always, ...errors].toSorted((a, b) => a - b);
  const parameters = [
    ...parametersIn('path', endpoint.parameters),
    ...parametersIn('query', endpoint.query),
    ...parametersIn('header', endpoint.headers),
  ];
  return {
    operationId,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: 'Success.', content: contentOf(endpoint) },
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status)])),
    },
  };
}

function errorResponse(status: ErrorStatus): object {
  const retryAfter = {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  };
  return {
    description: errorTexts[status] ?? 'An error.',
    ...(status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: json(problem),
  };
}

function json(schema: z.ZodType): object {
  return { 'application/json': { schema: refTo(schema) } };
}

function refTo(schema: z.ZodType): object {
  return { $ref: refOf(nameOf(schema)) };
}

function contentOf({ response, otherForms = {} }: Endpoint): object {
  const others = Object.entries(otherForms).map(([type, { schema, description }]) => [
    type,
    { schema: { description, ...(schema === undefined ? { type: 'string' } : refTo(schema)) } },
  ]);
  return { ...json(response), ...Object.fromEntries(others) };
}

function parametersIn(place: 'path' | 'query' | 'header', described: z.ZodObject | undefined): object[] {
  return Object.entries(described?.shape ?? {}).map(([name, part]) => {
    // The checked value is what clients mean: a number, not the digits it is written in.
    const { $schema, description, ...schema } = z.toJSONSchema(part as z.ZodType);
    const required = !z.safeParse(part as z.ZodType, undefined).success;
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema };
  });
}

function componentSchemas(): Record<string, object> {
  const answers = z.toJSONSchema(namedSchemas, { uri: refOf }).schemas;
  const bodies = z.toJSONSchema(namedBodies, { uri: refOf, io: 'input' }).schemas;
  return Object.fromEntries(
    Object.entries({ ...answers, ...bodies }).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}

function nameOf(schema: z.ZodType): string {
  const name = (namedSchemas.get(schema) ?? namedBodies.get(schema))?.id;
  if (name === undefined) throw new Error('A body must be one of the named schemas.');
  return name;
}

function refOf(name: string): string {
  return `#/components/schemas/${name}`;
}
