import * as z from 'zod';
import { apiKeyHeader } from './api-key.ts';
import type { Endpoint } from './endpoint.ts';
import type { ErrorStatus } from './problem.ts';
import { namedBodies, namedSchemas, problemSchema } from './resources/named-schemas.ts';

const errorDescriptions: Partial<Record<ErrorStatus, string>> = {
  400: 'The body or the path is malformed.',
  401: 'The API key is missing, invalid or revoked.',
  403: 'The credit balance is too low; names the balance and the required amount.',
  404: 'There is no such job, or it belongs to another key.',
  408: 'The body did not arrive in time.',
  409: 'The job is not in a state to answer this; names the state.',
  413: 'The body is too long.',
  422: 'A parameter is missing or out of range; names the parameter.',
  429: 'More than 20 requests in a second with one key.',
  500: 'An unexpected error on our side. Nothing is charged.',
  502: 'The service is temporarily unavailable. Nothing is charged; retry with growing pauses.',
  503: 'There is no room for another long list at the moment. Nothing is charged; retry later.',
};

const commonErrors: readonly ErrorStatus[] = [401, 429, 500, 502];

/** Returns the OpenAPI 3.1 description of endpoints, made from the schemas that also check and type them. */
export function openApiDocument(endpoints: readonly Endpoint[], options: { basePath: string }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) };
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
      schemas: describeSchemas(),
    },
  };
}

function describeOperation(endpoint: Endpoint): object {
  const { operationId, summary, body, rateLimited = true, errors } = endpoint;
  const common = rateLimited ? commonErrors : commonErrors.filter((status) => status !== 429);
  const statuses = [...common, ...errors].toSorted((a, b) => a - b);
  const parameters = [
    ...describeParameters('path', endpoint.parameters),
    ...describeParameters('query', endpoint.query),
    ...describeParameters('header', endpoint.headers),
  ];
  return {
    operationId,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: jsonContent(body) } }),
    responses: {
      200: {
        description: 'Success.',
        ...describeHeaders(endpoint.responseHeaders),
        content: responseContent(endpoint),
      },
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
    description: errorDescriptions[status] ?? 'An error.',
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: jsonContent(problemSchema),
  };
}

function jsonContent(schema: z.ZodType): object {
  return { 'application/json': { schema: refTo(schema) } };
}

function refTo(schema: z.ZodType): object {
  return { $ref: refOf(nameOf(schema)) };
}

function responseContent({ response, otherFormats = {} }: Endpoint): object {
  const others = Object.entries(otherFormats).map(([type, { schema, description }]) => [
    type,
    { schema: { description, ...(schema === undefined ? { type: 'string' } : refTo(schema)) } },
  ]);
  return { ...jsonContent(response), ...Object.fromEntries(others) };
}

function describeHeaders(headers: z.ZodObject | undefined): { headers?: object } {
  if (headers === undefined) return {};
  const described = Object.entries(headers.shape).map(([name, header]) => {
    const { $schema, description, ...schema } = z.toJSONSchema(header as z.ZodType);
    return [name, { description, required: true, schema }];
  });
  return { headers: Object.fromEntries(described) };
}

function describeParameters(
  location: 'path' | 'query' | 'header',
  parameters: z.ZodObject | undefined,
): object[] {
  return Object.entries(parameters?.shape ?? {}).map(([name, parameter]) => {
    // Describes the checked value: a number, not the digits that a query has for it.
    const { $schema, description, ...schema } = z.toJSONSchema(parameter as z.ZodType);
    const required = !z.safeParse(parameter as z.ZodType, undefined).success;
    return { name, in: location, required, ...(description === undefined ? {} : { description }), schema };
  });
}

function describeSchemas(): Record<string, object> {
  const answers = z.toJSONSchema(namedSchemas, { uri: refOf }).schemas;
  // Generators of clients take a property with a default for one that is always there, and make it required.
  const bodies = z.toJSONSchema(namedBodies, {
    uri: refOf,
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.default;
    },
  }).schemas;
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
