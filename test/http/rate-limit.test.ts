import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { createBudgets } from '../../src/budgets/budgets.ts';
import { stubEngine } from '../support/stub-http-engine.ts';
import { fetchWithKey, post, readDetail, serveEngine } from './http-fixtures.ts';
import { postBulk, serveBulk, submitBulk } from './resources/bulk-service.ts';
import { ann } from './resources/lookup-service.ts';

describe('the rate limit', () => {
  it('allows 20 requests per second per key over all of /v1', async () => {
    const { engine, key, clock } = await stubEngine();
    const url = await serveEngine(engine);
    const targets = ['/v1/credits', '/v1/verify?email=a@example.org', '/v1/verify'];
    const pending = Array.from({ length: 30 }, (_, n) => fetchWithKey(url + targets[n % 3], key));
    const answers = await Promise.all(pending);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const response of refused) {
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await readDetail(response)).toMatch(/maximum is 20 requests per second per API key/);
    }

    await clock.advance(999);
    expect((await fetchWithKey(`${url}/v1/credits`, key)).status).toBe(429);
    await clock.advance(1);
    expect((await fetchWithKey(`${url}/v1/credits`, key)).status).toBe(200);
  });

  it('answers what is far beyond it only when the second is over', async () => {
    const { engine, key, clock } = await stubEngine();
    const url = await serveEngine(engine, { clock });
    const ask = () => fetchWithKey(`${url}/v1/credits`, key);
    const answers = await Promise.all(Array.from({ length: 120 }, ask));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
    let isAnswered = false;
    const next = ask().finally(() => {
      isAnswered = true;
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(isAnswered).toBe(false);
    await clock.advance(1_000);
    expect((await next).status).toBe(429);
    expect((await ask()).status).toBe(200);
  });

  it('is not asked of the store for what is far beyond it', async () => {
    const { engine, key, clock } = await stubEngine();
    let taken = 0;
    const budgets: typeof engine.budgets = {
      ...engine.budgets,
      take(...use) {
        taken += 1;
        return engine.budgets.take(...use);
      },
    };
    const url = await serveEngine({ ...engine, budgets }, { clock });
    const ask = () => fetchWithKey(`${url}/v1/credits`, key);
    await Promise.all(Array.from({ length: 120 }, ask));
    const left = new AbortController();
    const refused = Array.from({ length: 5 }, () =>
      fetch(`${url}/v1/credits`, { headers: { 'X-API-Key': key }, signal: left.signal }).catch(() => {}),
    );
    for (let turn = 0; turn < 3; turn += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(taken).toBe(120);
    left.abort();
    await Promise.all(refused);
  });

  it('reports each refusal once, however far beyond it is', async () => {
    const { engine, key, clock } = await stubEngine();
    const reported: string[] = [];
    const { rateLimits } = memoryStores({ clock });
    const budgets = createBudgets({ rateLimits, clock, onRefused: (name) => reported.push(name) });
    const url = await serveEngine({ ...engine, budgets }, { clock });
    const ask = () => fetchWithKey(`${url}/v1/credits`, key);
    await Promise.all(Array.from({ length: 120 }, ask));
    const further = ask();
    await expect.poll(() => reported.length).toBe(101);
    await clock.advance(1_000);
    expect((await further).status).toBe(429);
    expect(new Set(reported)).toEqual(new Set(['key_requests']));
  });

  it('counts the keys of an account together, and those of other accounts apart', async () => {
    const { engine, key, sibling, stranger } = await createKeys();
    const url = await serveEngine(engine);
    const each = await Promise.all(
      Array.from({ length: 30 }, (_, n) => fetchWithKey(`${url}/v1/credits`, n % 2 ? key : sibling)),
    );
    expect(each.filter(({ status }) => status === 429)).toHaveLength(10);
    const refused = await fetchWithKey(`${url}/v1/credits`, sibling);
    expect(await readDetail(refused)).toBe(
      'Rate limit exceeded: the maximum is 20 requests per second per API key (key_requests). Try again in 1 second. The keys of an account count together.',
    );
    expect((await fetchWithKey(`${url}/v1/credits`, stranger)).status).toBe(200);
  });

  it('neither limits nor counts submissions of bulk verifications', async () => {
    const { key, url } = await serveBulk();
    const submit = () => postBulk(url, key, ['ann@example.com']);
    const before = await Promise.all(Array.from({ length: 25 }, submit));
    expect(before.map(({ status }) => status)).toEqual(Array(25).fill(200));
    const responses = await Promise.all(
      Array.from({ length: 21 }, () => fetchWithKey(`${url}/v1/credits`, key)),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await submit()).status).toBe(200);
  });

  it('covers status and results of jobs, and is checked before the job id', async () => {
    const { key, clock, url } = await serveBulk();
    const jobId = await submitBulk(url, key, ['ann@example.com']);
    const targets = ['', '/results'].map((rest) => `${url}/v1/bulk/${jobId}${rest}`);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => fetchWithKey(targets[n % 2] ?? '', key)),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
    const refused = await fetchWithKey(`${url}/v1/bulk/nonsense`, key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await clock.advance(1_000);
    expect((await fetchWithKey(`${url}/v1/bulk/nonsense`, key)).status).toBe(400);
  });

  it('covers lookups, single and in bulk, and is checked before their bodies', async () => {
    const { engine, key, clock, url } = await serveBulk();
    const unknownId = '00000000-0000-4000-8000-000000000000';
    const requests = [
      () => post(`${url}/v1/bulk-lookup`, key, { input: [ann] }),
      () => post(`${url}/v1/email-lookup`, key, {}),
      () => fetchWithKey(`${url}/v1/bulk-lookup/${unknownId}`, key),
      () => fetchWithKey(`${url}/v1/bulk-lookup/${unknownId}/results`, key),
      () => fetchWithKey(`${url}/v1/credits`, key),
    ];
    const allowed = await Promise.all(
      [...requests, ...requests, ...requests, ...requests].map((send) => send()),
    );
    expect(allowed.map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => [200, 422, 404, 404, 200]).flat(),
    );
    for (const request of requests) {
      const refused = await request();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      expect(await readDetail(refused)).toMatch(/maximum is 20 requests per second per API key/);
    }
    expect((await post(`${url}/v1/bulk-lookup`, key, 'nonsense')).status).toBe(429);
    expect(await engine.accounts.balance('acme')).toEqual({ available: 96_000, held: 0 });
    await clock.advance(1_000);
    expect((await post(`${url}/v1/bulk-lookup`, key, 'nonsense')).status).toBe(422);
  });

  it('is checked before parameters, and neither limits nor counts requests outside /v1', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine);
    await Promise.all(Array.from({ length: 20 }, () => fetchWithKey(`${url}/healthz`, key)));
    await Promise.all(Array.from({ length: 20 }, () => fetchWithKey(`${url}/v1/verify`, key)));
    expect((await fetchWithKey(`${url}/v1/verify?timeout=1`, key)).status).toBe(429);
    expect((await fetchWithKey(`${url}/healthz`, key)).status).toBe(200);
  });
});

/** The key of an account, another one of it, and one of another account. */
async function createKeys() {
  const stubbed = await stubEngine();
  const { keys } = stubbed.engine;
  const [sibling, stranger] = ['another key of the same account', 'the key of another account'];
  const records = new Map(
    [
      { secret: sibling, id: 'key_sibling', account: 'acme' },
      { secret: stranger, id: 'key_stranger', account: 'bolt' },
    ].map(({ secret, ...key }) => {
      const times = {
        createdAt: 0,
        rotatedAt: null,
        previousValidUntil: null,
        revokedAt: null,
        lastUsedAt: null,
      };
      return [secret, { ...key, label: null, test: false, ...times }];
    }),
  );
  const engine = {
    ...stubbed.engine,
    keys: {
      find: async (key: string) => records.get(key) ?? keys.find(key),
      markUsed: async () => {},
    },
  };
  return { ...stubbed, engine, sibling, stranger };
}
