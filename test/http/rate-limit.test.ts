import { describe, expect, it } from 'vitest';
import { ask, detailOf, served, stubbedEngine } from './served.ts';

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
