import { describe, expect, it } from 'vitest';
import { bulkService, post, submitted } from './resources/bulk-service.ts';
import { ann } from './resources/lookup-service.ts';
import { ask, detailOf, post as postTo, served, stubbedEngine } from './served.ts';

describe('the rate limit', () => {
  it('lets 20 requests a second through for one key, over all of /v1', async () => {
    const { engine, key, clock } = await stubbedEngine();
    const url = await served(engine);
    const targets = ['/v1/credits', '/v1/verify?email=a@example.org', '/v1/verify'];
    const asked = Array.from({ length: 30 }, (_, n) => ask(url + targets[n % 3], key));
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const response of refused) {
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await detailOf(response)).toMatch(/maximum is 20 requests per second per API key/);
    }

    await clock.advance(999);
    expect((await ask(`${url}/v1/credits`, key)).status).toBe(429);
    await clock.advance(1);
    expect((await ask(`${url}/v1/credits`, key)).status).toBe(200);
  });

  it('is of each key alone', async () => {
    const { engine, key, other } = await withTwoKeys();
    const url = await served(engine);
    await Promise.all(Array.from({ length: 20 }, () => ask(`${url}/v1/credits`, key)));
    expect((await ask(`${url}/v1/credits`, key)).status).toBe(429);
    expect((await ask(`${url}/v1/credits`, other)).status).toBe(200);
  });

  it('does not hold for submissions in bulk, and does not count them', async () => {
    const { engine, key } = await bulkService();
    const url = await served(engine);
    const submit = () => post(url, key, ['ann@example.com']);
    const before = await Promise.all(Array.from({ length: 25 }, submit));
    expect(before.map(({ status }) => status)).toEqual(Array(25).fill(200));
    const asked = await Promise.all(Array.from({ length: 21 }, () => ask(`${url}/v1/credits`, key)));
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await submit()).status).toBe(200);
  });

  it('is shared by what is asked about jobs, and comes before the id', async () => {
    const { engine, key, clock } = await bulkService();
    const url = await served(engine);
    const jobId = await submitted(url, key, ['ann@example.com']);
    const targets = ['', '/results'].map((rest) => `${url}/v1/bulk/${jobId}${rest}`);
    const asked = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(targets[n % 2] ?? '', key)));
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(10);
    const refused = await ask(`${url}/v1/bulk/nonsense`, key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await clock.advance(1_000);
    expect((await ask(`${url}/v1/bulk/nonsense`, key)).status).toBe(400);
  });

  it('is shared by lookups, single and in bulk, and comes before their bodies', async () => {
    const { engine, key, clock } = await bulkService();
    const url = await served(engine);
    const nobody = '00000000-0000-4000-8000-000000000000';
    const requests = [
      () => postTo(`${url}/v1/bulk-lookup`, key, { input: [ann] }),
      () => postTo(`${url}/v1/email-lookup`, key, {}),
      () => ask(`${url}/v1/bulk-lookup/${nobody}`, key),
      () => ask(`${url}/v1/bulk-lookup/${nobody}/results`, key),
      () => ask(`${url}/v1/credits`, key),
    ];
    const allowed = await Promise.all(
      [...requests, ...requests, ...requests, ...requests].map((ask) => ask()),
    );
    expect(allowed.map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => [200, 422, 404, 404, 200]).flat(),
    );
    for (const request of requests) {
      const refused = await request();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      expect(await detailOf(refused)).toMatch(/maximum is 20 requests per second per API key/);
    }
    expect((await postTo(`${url}/v1/bulk-lookup`, key, 'nonsense')).status).toBe(429);
    expect(await engine.accounts.balance('acme')).toEqual({ available: 96_000, held: 0 });
    await clock.advance(1_000);
    expect((await postTo(`${url}/v1/bulk-lookup`, key, 'nonsense')).status).toBe(422);
  });

  it('comes before the parameters, and neither counts nor stops what is outside /v1', async () => {
    const { engine, key } = await stubbedEngine();
    const url = await served(engine);
    await Promise.all(Array.from({ length: 20 }, () => ask(`${url}/healthz`, key)));
    await Promise.all(Array.from({ length: 20 }, () => ask(`${url}/v1/verify`, key)));
    expect((await ask(`${url}/v1/verify?timeout=1`, key)).status).toBe(429);
    expect((await ask(`${url}/healthz`, key)).status).toBe(200);
  });
});

async function withTwoKeys() {
  const stubbed = await stubbedEngine();
  const { keys } = stubbed.engine;
  const other = 'another key of the same account';
  const record = { id: 'key_other', account: 'acme', label: null, createdAt: 0, revokedAt: null };
  const engine = {
    ...stubbed.engine,
    keys: { find: async (key: string) => (key === other ? record : keys.find(key)) },
  };
  return { ...stubbed, engine, other };
}
