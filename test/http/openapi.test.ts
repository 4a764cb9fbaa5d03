import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { emailVerification } from '../../adapters/http/schemas.ts';
import type { EmailVerification } from '../../src/index.ts';
import { ask, quietHandler, served, stubbedEngine } from './served.ts';

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  responses: Record<string, { description: string; headers?: object; content: object }>;
}

describe('/openapi.json', () => {
  it('is served without a key', async () => {
    const { engine } = await stubbedEngine();
    const response = await ask(`${await served(engine)}/openapi.json`, undefined);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    });
  });

  it('refers to nothing that is not in it', async () => {
    const document = await openApi();
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
    const { paths } = await openApi();
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
    const { paths } = await openApi();
    const statuses = (path: string) => Object.keys(paths[path]?.get?.responses ?? {});
    expect(statuses('/v1/verify')).toEqual(['200', '401', '403', '422', '429', '500', '502']);
    expect(statuses('/v1/credits')).toEqual(['200', '401', '429', '500', '502']);
    expect(paths['/v1/credits']?.get?.responses[429]?.headers).toHaveProperty('Retry-After');
  });

  it('has schemas that real answers satisfy, field by field', async () => {
    const { components } = await openApi();
    const { engine, key } = await stubbedEngine();
    const url = await served(engine);
    for (const [target, asked, name] of [
      ['/v1/verify?email=ann@example.org', key, 'EmailVerificationResponse'],
      ['/v1/credits', key, 'CreditsResponse'],
      ['/v1/credits', undefined, 'Error'],
    ] as const) {
      const body = (await (await ask(url + target, asked)).json()) as object;
      const schema = components.schemas[name] as { properties: object; required: string[] };
      expect(z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).parse(body)).toEqual(body);
      expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(body).sort());
      expect(schema.required.toSorted()).toEqual(Object.keys(body).sort());
    }
  });

  it('says where the routes stand', async () => {
    expect((await openApi()).servers).toEqual([{ url: '/' }]);
    expect((await openApi('/mail')).servers).toEqual([{ url: '/mail' }]);
  });
});

describe('the schema of a verification', () => {
  it('is the type of the resource', () => {
    expectTypeOf<z.output<typeof emailVerification>>().toEqualTypeOf<EmailVerification>();
    expect(Object.keys(emailVerification.shape)).toHaveLength(12);
  });
});

async function openApi(basePath = ''): Promise<Document> {
  const { engine } = await stubbedEngine();
  const { fetch } = quietHandler(engine, { basePath });
  const response = await fetch(new Request(`http://h${basePath}/openapi.json`));
  return (await response.json()) as Document;
}
