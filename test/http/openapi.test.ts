import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { emailLookup } from '../../adapters/http/resources/lookup.ts';
import { emailVerification } from '../../adapters/http/resources/verify.ts';
import type { EmailLookup, EmailVerification } from '../../src/index.ts';
import { stubEngine } from '../support/stub-http-engine.ts';
import { createQuietHandler, fetchWithKey, post, serveEngine } from './http-fixtures.ts';
import { postBulk, recordResults, serveBulk } from './resources/bulk-service.ts';
import { ann, createRows, recordRows, submitBulkLookup } from './resources/lookup-service.ts';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

interface Document {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
}

interface ExampleOperation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; required: boolean; schema: object; example?: unknown }[];
  requestBody?: WithContent;
  responses: Record<string, WithContent>;
}

interface WithContent {
  content: Record<string, { schema: object; example?: unknown }>;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: object;
  responses: Record<string, { description: string; headers?: object; content: object }>;
}

describe('/openapi.json', () => {
  it('is served without a key', async () => {
    const { engine } = await stubEngine();
    const response = await fetchWithKey(`${await serveEngine(engine)}/openapi.json`, undefined);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    });
  });

  it('has no dangling references', async () => {
    const document = await fetchOpenApi();
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '');
    expect(refs.length).toBeGreaterThan(5);
    for (const ref of refs) {
      const steps = ref.replace(/^#\//, '').split('/');
      const found = steps.reduce<unknown>(
        (value, step) => (value as Record<string, unknown>)[step],
        document,
      );
      expect(found, ref).toEqual(expect.any(Object));
    }
  });

  it('describes the parameters as they are checked', async () => {
    const { paths } = await fetchOpenApi();
    expect(paths['/v1/verify']?.get?.parameters).toMatchObject([
      { name: 'email', in: 'query', required: true, schema: { type: 'string', maxLength: 320 } },
      {
        name: 'timeout',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 3, maximum: 90, default: 70 },
      },
    ]);
  });

  it('names every error that an endpoint can answer with', async () => {
    const { paths } = await fetchOpenApi();
    const statuses = (path: string) => Object.keys(paths[path]?.get?.responses ?? {});
    expect(statuses('/v1/verify')).toEqual(['200', '401', '403', '422', '429', '500', '502']);
    expect(statuses('/v1/credits')).toEqual(['200', '401', '429', '500', '502']);
    expect(paths['/v1/credits']?.get?.responses[429]?.headers).toHaveProperty('Retry-After');
  });

  it('describes bulk jobs: bodies, parameters and result formats', async () => {
    const { paths, components } = await fetchOpenApi();
    const submit = paths['/v1/bulk']?.post;
    expect(submit?.requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/BulkVerificationSubmission' } },
      },
    });
    expect(components.schemas.BulkVerificationSubmission).toMatchObject({
      type: 'array',
      minItems: 1,
      maxItems: 100_000,
      items: { type: 'string' },
    });
    expect(submit?.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', required: false, schema: { minLength: 1, maxLength: 255 } },
    ]);
    expect(Object.keys(submit?.responses ?? {})).toEqual(
      '200 400 401 403 408 413 422 500 502 503'.split(' '),
    );
    expect(submit?.responses[503]?.headers).toHaveProperty('Retry-After');
    const status = paths['/v1/bulk/{job_id}']?.get;
    const results = paths['/v1/bulk/{job_id}/results']?.get;
    for (const operation of [status, results]) {
      expect(operation?.parameters).toMatchObject([
        { name: 'job_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ]);
    }
    expect(Object.keys(status?.responses ?? {})).toEqual(['200', '400', '401', '404', '429', '500', '502']);
    expect(Object.keys(results?.responses ?? {})).toEqual('200 400 401 404 409 429 500 502 503'.split(' '));
    expect(results?.responses[200]?.headers).toMatchObject({
      'X-Row-Count': { required: true, schema: { type: 'integer', minimum: 0 } },
      'X-Job-Status': { required: true, schema: { enum: ['complete', 'partial_complete_retrying'] } },
    });
    expect(Object.keys(results?.responses[200]?.content ?? {})).toEqual([
      'application/json',
      'application/x-ndjson',
      'text/csv',
    ]);
  });

  it('has a group and an example for every operation, which its schemas accept', async () => {
    const document = await fetchOpenApi();
    const accepts = (schema: object, value: unknown) =>
      z
        .fromJSONSchema({ ...schema, $defs: referring(document.components.schemas) } as JsonSchema)
        .parse(value);
    let contents = 0;
    for (const operation of Object.values(document.paths).flatMap(Object.values) as ExampleOperation[]) {
      expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0]);
      for (const { name, required, schema, example } of operation.parameters ?? []) {
        if (required) expect(example, `${operation.operationId} ${name}`).toBeDefined();
        if (example !== undefined) expect(accepts(schema, example)).toBe(example);
      }
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      for (const [type, { schema, example }] of bodies.flatMap((body) =>
        Object.entries(body?.content ?? {}),
      )) {
        expect(example, `${operation.operationId} ${type}`).toBeDefined();
        const lines =
          typeof example === 'string' && type.endsWith('ndjson') ? example.trimEnd().split('\n') : [];
        const values = lines.length > 0 ? lines.map((line) => JSON.parse(line)) : [example];
        for (const value of values) expect(accepts(referring(schema), value)).toEqual(value);
        contents += 1;
      }
    }
    expect(contents).toBeGreaterThan(50);
  });

  it('has no default in a body, because generators of clients would make the property required', async () => {
    const { components } = await fetchOpenApi();
    expect(components.schemas).toHaveProperty('EmailLookupRequest.properties.timeout');
    expect(JSON.stringify(components.schemas)).not.toContain('"default"');
  });

  it('has schemas that real answers about jobs satisfy, field by field', async () => {
    const { components } = await fetchOpenApi();
    const { url, ...service } = await serveBulk();
    const submission = await postBulk(url, service.key, ['ann@example.com']);
    const receipt = (await submission.json()) as { job_id: string };
    await recordResults(service, receipt.job_id, [['ann@example.com', 'safe']]);
    const get = async (path: string) => (await fetchWithKey(`${url}/v1/bulk/${path}`, service.key)).json();
    for (const [name, body] of [
      ['BulkVerificationSubmitResponse', receipt],
      ['BulkVerificationStatusResponse', await get(receipt.job_id)],
      ['BulkVerificationResultsResponse', await get(`${receipt.job_id}/results`)],
    ] as const) {
      const schema = components.schemas[name] as { properties: object; required: string[] };
      expect(schema.required).toEqual(Object.keys(body as object));
      expect(Object.keys(schema.properties)).toEqual(Object.keys(body as object));
    }
  });

  it('describes lookups: bodies, parameters and paging', async () => {
    const { paths, components } = await fetchOpenApi();
    const bodyOf = (path: string) => paths[path]?.post?.requestBody;
    const json = (name: string) => ({
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    });
    expect(bodyOf('/v1/email-lookup')).toMatchObject(json('EmailLookupRequest'));
    const name = { type: 'string', minLength: 1, maxLength: 255 };
    const question = components.schemas.EmailLookupRequest;
    expect(question).toMatchObject({
      type: 'object',
      properties: {
        first_name: name,
        last_name: name,
        domain: { type: 'string', minLength: 3, maxLength: 255 },
        timeout: { type: 'integer', minimum: 30, maximum: 120 },
      },
      required: ['first_name', 'last_name', 'domain'],
    });
    expect(question).not.toHaveProperty('additionalProperties');

    expect(bodyOf('/v1/bulk-lookup')).toMatchObject(json('BulkLookupSubmission'));
    const field = { type: 'string', maxLength: 255 };
    expect(components.schemas).toMatchObject({
      BulkLookupSubmission: {
        properties: {
          input: {
            type: 'array',
            minItems: 1,
            maxItems: 10_000,
            items: { $ref: '#/components/schemas/LookupRow' },
          },
        },
        required: ['input'],
      },
      LookupRow: {
        properties: { first_name: field, last_name: field, domain: field },
        required: ['first_name', 'last_name', 'domain'],
      },
    });
    expect(paths['/v1/bulk-lookup']?.post?.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', required: false },
    ]);
    expect(paths['/v1/bulk-lookup/{job_id}/results']?.get?.parameters).toMatchObject([
      { name: 'job_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
      },
      { name: 'offset', in: 'query', required: false, schema: { type: 'integer', minimum: 0, default: 0 } },
    ]);
  });

  it.each([
    ['/v1/email-lookup', 'post', '200 401 403 408 413 422 429 500 502'],
    ['/v1/bulk-lookup', 'post', '200 401 403 408 413 422 429 500 502 503'],
    ['/v1/bulk-lookup/{job_id}', 'get', '200 400 401 404 429 500 502'],
    ['/v1/bulk-lookup/{job_id}/results', 'get', '200 400 401 404 422 429 500 502 503'],
  ])('names every error of %s', async (path, method, statuses) => {
    const { paths } = await fetchOpenApi();
    expect(Object.keys(paths[path]?.[method]?.responses ?? {}).join(' ')).toBe(statuses);
  });

  it('has schemas that real answers about lookups satisfy, field by field', async () => {
    const { components } = await fetchOpenApi();
    const { url, ...service } = await serveBulk();
    const jobId = await submitBulkLookup(url, service.key, createRows(2));
    await recordRows(service, jobId, [
      [0, 'found'],
      [1, 'not found'],
    ]);
    const get = async (path: string) =>
      (await fetchWithKey(`${url}/v1/bulk-lookup/${path}`, service.key)).json();
    const submission = await post(`${url}/v1/bulk-lookup`, service.key, { input: [ann] });
    const stubbed = await stubEngine();
    const single = await post(`${await serveEngine(stubbed.engine)}/v1/email-lookup`, stubbed.key, ann);
    for (const [name, body] of [
      ['EmailLookupResponse', await single.json()],
      ['BulkLookupSubmitResponse', await submission.json()],
      ['BulkLookupStatusResponse', await get(jobId)],
      ['BulkLookupResultsResponse', await get(`${jobId}/results`)],
    ] as const) {
      const schema = components.schemas[name] as { properties: object; required: string[] };
      expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(body as object).sort());
      expect(schema.required.toSorted()).toEqual(Object.keys(body as object).sort());
      const inlined = JSON.parse(
        JSON.stringify(schema).replace(
          '{"$ref":"#/components/schemas/EmailLookupResponse"}',
          JSON.stringify(components.schemas.EmailLookupResponse),
        ),
      );
      expect(z.fromJSONSchema(inlined).parse(body)).toEqual(body);
    }
  });

  it('has schemas that real answers satisfy, field by field', async () => {
    const { components } = await fetchOpenApi();
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine);
    for (const [target, sentKey, name] of [
      ['/v1/verify?email=ann@example.org', key, 'EmailVerificationResponse'],
      ['/v1/credits', key, 'CreditsResponse'],
      ['/v1/credits', undefined, 'Error'],
    ] as const) {
      const body = (await (await fetchWithKey(url + target, sentKey)).json()) as object;
      const schema = components.schemas[name] as { properties: object; required: string[] };
      expect(z.fromJSONSchema(schema as JsonSchema).parse(body)).toEqual(body);
      expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(body).sort());
      expect(schema.required.toSorted()).toEqual(Object.keys(body).sort());
    }
  });

  it('names the base path as the server', async () => {
    expect((await fetchOpenApi()).servers).toEqual([{ url: '/' }]);
    expect((await fetchOpenApi('/mail')).servers).toEqual([{ url: '/mail' }]);
  });
});

describe('the schema of a lookup', () => {
  it('is the type of the resource', () => {
    expectTypeOf<z.output<typeof emailLookup>>().toEqualTypeOf<EmailLookup>();
    expect(Object.keys(emailLookup.shape)).toHaveLength(16);
  });
});

/** Over HTTP, every verification goes to the end. */
type DocumentedVerification = {
  [Field in keyof EmailVerification]: Exclude<EmailVerification[Field], 'not_asked'>;
};

describe('the schema of a verification', () => {
  it('is the type of the resource', () => {
    expectTypeOf<z.output<typeof emailVerification>>().toEqualTypeOf<DocumentedVerification>();
    expect(Object.keys(emailVerification.shape)).toHaveLength(12);
  });
});

/** Puts the schemas of the components where a schema by itself can refer to them. */
function referring<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/'));
}

async function fetchOpenApi(basePath = ''): Promise<Document> {
  const { engine } = await stubEngine();
  const { fetch } = createQuietHandler(engine, { basePath });
  const response = await fetch(new Request(`http://h${basePath}/openapi.json`));
  return (await response.json()) as Document;
}
