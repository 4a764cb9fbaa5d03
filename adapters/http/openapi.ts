import * as z from 'zod';
import type { DescribedEndpoint } from './endpoint.ts';
import type { ErrorStatus } from './problem.ts';

type NamedSchemas = z.core.$ZodRegistry<{ id: string }>;

/** What a description says of all its endpoints. */
export interface ApiDescription<Described> {
  readonly title: string;
  readonly description: string;
  /** Prefix of all paths, such as `/mail`, or empty. */
  readonly basePath: string;
  /** What every request must show, by name. */
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** The named schemas of responses, and of request bodies. */
  readonly answers: NamedSchemas;
  readonly bodies: NamedSchemas;
  /** The body of all errors, one of `answers`. */
  readonly problem: z.ZodType;
  /** Returns all errors that an endpoint can answer with. */
  errorsOf(endpoint: Described): readonly ErrorStatus[];
  readonly errorDescriptions: Partial<Record<ErrorStatus, string>>;
  /** The `detail` of an error, by its status. */
  readonly errorExamples?: Partial<Record<ErrorStatus, string>>;
  /** Examples of operations, by their ids. */
  readonly examples?: Readonly<Record<string, OperationExample>>;
  /** What `examples` group operations under. */
  readonly groups?: readonly { readonly name: string; readonly description: string }[];
}

/** A request to an operation, and its answer. */
export interface OperationExample<Group extends string = string> {
  readonly group: Group;
  /** Values by name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response: unknown;
  /** The answer in other formats, by media type. */
  readonly otherFormats?: Readonly<Record<string, string>>;
}

type Names = Pick<ApiDescription<never>, 'answers' | 'bodies'>;

/** Returns the OpenAPI 3.1 description of endpoints, made from the schemas that also check and type them. */
export function openApiDocument<Described extends DescribedEndpoint>(
  endpoints: readonly Described[],
  api: ApiDescription<Described>,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, api) };
  }
  return {
    openapi: '3.1.0',
    info: { title: api.title, description: api.description, version: '1' },
    ...(api.groups === undefined ? {} : { tags: api.groups }),
    servers: [{ url: api.basePath === '' ? '/' : api.basePath }],
    security: [Object.fromEntries(Object.keys(api.securitySchemes).map((name) => [name, []]))],
    paths,
    components: { securitySchemes: api.securitySchemes, schemas: describeSchemas(api) },
  };
}

function describeOperation<Described extends DescribedEndpoint>(
  endpoint: Described,
  api: ApiDescription<Described>,
): object {
  const { operationId, summary, body } = endpoint;
  const example = api.examples?.[operationId];
  const statuses = api.errorsOf(endpoint).toSorted((a, b) => a - b);
  const parameters = [
    ...describeParameters('path', endpoint.parameters),
    ...describeParameters('query', endpoint.query),
    ...describeParameters('header', endpoint.headers),
  ].map((parameter) => ({ ...parameter, ...exampleOf(example?.parameters?.[parameter.name]) }));
  return {
    operationId,
    summary,
    ...(example === undefined ? {} : { tags: [example.group] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonContent(body, api, example?.body) } }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success.',
        ...describeHeaders(endpoint.responseHeaders),
        ...responseContent(endpoint, api, example),
      },
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status, api)])),
    },
  };
}

function errorResponse(status: ErrorStatus, api: Omit<ApiDescription<never>, 'errorsOf'>): object {
  const retryAfter = {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  };
  const detail = api.errorExamples?.[status];
  return {
    description: api.errorDescriptions[status] ?? 'An error.',
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: jsonContent(api.problem, api, detail === undefined ? undefined : { detail }),
  };
}

function jsonContent(schema: z.ZodType, names: Names, example: unknown): object {
  return { 'application/json': { schema: refTo(schema, names), ...exampleOf(example) } };
}

function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}

function refTo(schema: z.ZodType, names: Names): object {
  return { $ref: refOf(nameOf(schema, names)) };
}

function responseContent(
  { response, otherFormats = {} }: DescribedEndpoint,
  names: Names,
  example: OperationExample | undefined,
): { content?: object } {
  const json = response === undefined ? {} : jsonContent(response, names, example?.response);
  const others = Object.entries(otherFormats).map(([type, { schema, description }]) => [
    type,
    {
      schema: { description, ...(schema === undefined ? { type: 'string' } : refTo(schema, names)) },
      ...exampleOf(example?.otherFormats?.[type]),
    },
  ]);
  const content = { ...json, ...Object.fromEntries(others) };
  return Object.keys(content).length === 0 ? {} : { content };
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
): { readonly name: string }[] {
  return Object.entries(parameters?.shape ?? {}).map(([name, parameter]) => {
    // Describes the checked value: a number, not the digits that a query has for it.
    const { $schema, description, ...schema } = z.toJSONSchema(parameter as z.ZodType);
    const required = !z.safeParse(parameter as z.ZodType, undefined).success;
    return { name, in: location, required, ...(description === undefined ? {} : { description }), schema };
  });
}

function describeSchemas(names: Names): Record<string, object> {
  const answers = z.toJSONSchema(names.answers, { uri: refOf }).schemas;
  // Generators of clients take a property with a default for one that is always there, and make it required.
  const bodies = z.toJSONSchema(names.bodies, {
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

function nameOf(schema: z.ZodType, { answers, bodies }: Names): string {
  const name = (answers.get(schema) ?? bodies.get(schema))?.id;
  if (name === undefined) throw new Error('A body must be one of the named schemas.');
  return name;
}

function refOf(name: string): string {
  return `#/components/schemas/${name}`;
}
