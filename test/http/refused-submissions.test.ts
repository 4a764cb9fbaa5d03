import { describe, expect, it } from 'vitest';
import { fetchWithKey, readDetail, serveEngine } from './http-fixtures.ts';
import { createBulkService, postBulk, serveBulk } from './resources/bulk-service.ts';

const limit = 20;
const people = Array.from({ length: 50 }, (_, n) => ({
  ...{ first_name: 'Ann', last_name: `Baker ${n}`, domain: 'bakery.example.com', company: 'Bakery' },
}));

describe('submissions that are refused', () => {
  it.each([
    ['of an empty list', [], 400],
    ['of what is no list of texts', [1], 422],
  ])('%s have a budget by account', async (_, body, status) => {
    const { engine, key, clock } = await createBulkService();
    const url = await serveEngine(engine, { clock });
    const submit = (list: unknown) => postBulk(url, key, list);
    const refused = await Promise.all(Array.from({ length: limit }, () => submit(body)));
    expect(refused.map((response) => response.status)).toEqual(Array(limit).fill(status));
    let isAnswered = false;
    const next = submit(['ann@example.com']).finally(() => {
      isAnswered = true;
    });
    expect((await fetchWithKey(`${url}/v1/credits`, key)).status).toBe(200);
    expect(isAnswered).toBe(false);
    await clock.advance(1_000);
    const response = await next;
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await readDetail(response)).toBe(
      'Rate limit exceeded: the maximum is 20 submissions that are refused per second per account (refused_submissions). Try again in 1 second.',
    );
    expect((await submit(['ann@example.com'])).status).toBe(200);
  });

  it.each([
    ['whose last element is wrong', (texts: readonly string[]) => [...texts, 1]],
    ['that are longer than a list may be', (texts: readonly string[]) => [...texts, ...texts]],
  ])('%s cost what was read of them', async (_, bodyOf) => {
    const { key, url } = await serveBulk();
    const texts = Array.from({ length: 60_000 }, (__, index) => `user${index}@example.com`);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await postBulk(url, key, bodyOf(texts))).status);
    expect(statuses.slice(0, 4)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
    const response = await postBulk(url, key, ['ann@example.com']);
    expect(await readDetail(response)).toContain('(fruitless_items)');
  });

  it('and those that are taken cost what was read beside their items', async () => {
    const { key, url } = await serveBulk({ budgets: { fruitless_items: 20_000 } });
    const bodies = [
      ['bulk', `["ann@example.com"${' '.repeat(500_000)}]`],
      ['bulk-lookup', JSON.stringify({ note: 'a'.repeat(500_000), input: people.slice(0, 1) })],
      ['bulk-lookup', JSON.stringify({ input: people.map((row) => ({ ...row, note: 'a'.repeat(22_000) })) })],
    ] as const;
    for (const [path, body] of bodies) {
      const response = await fetchWithKey(`${url}/v1/${path}`, key, { method: 'POST', body });
      expect(response.status).toBe(200);
    }
    expect(await readDetail(await postBulk(url, key, ['ann@example.com']))).toContain('(fruitless_items)');
  });

  it('and lists as programs write them cost little or nothing', async () => {
    const { key, url } = await serveBulk({ credits: 1_000, budgets: { fruitless_items: 100 } });
    const addresses = people.map((_, n) => `ann.baker.the.${n}th@bakery.example.com`);
    for (let n = 0; n < 3; n += 1) {
      expect((await postBulk(url, key, addresses)).status).toBe(200);
      const init = { method: 'POST', body: JSON.stringify({ input: people }, null, 2) };
      expect((await fetchWithKey(`${url}/v1/bulk-lookup`, key, init)).status).toBe(200);
    }
  });

  it('leave those that are taken unlimited', async () => {
    const { engine, key, clock } = await createBulkService();
    const url = await serveEngine(engine, { clock });
    const taken = await Promise.all(
      Array.from({ length: 3 * limit }, () => postBulk(url, key, ['ann@example.com'])),
    );
    expect(taken.map(({ status }) => status)).toEqual(Array(3 * limit).fill(200));
  });
});
