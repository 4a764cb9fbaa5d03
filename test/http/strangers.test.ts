import { describe, expect, it } from 'vitest';
import { stubEngine } from '../support/stub-http-engine.ts';
import { createQuietHandler, fetchWithKey, readDetail, serveEngine } from './http-fixtures.ts';

const limit = 100;
const addressHeader = 'X-Forwarded-For';

/** A handler behind a proxy that names the client. */
async function handlerBehindProxy() {
  const { engine, key, clock } = await stubEngine();
  const handler = createQuietHandler(engine, { clock, clientAddressHeader: addressHeader });
  const send = (path: string, client: string, headers: Record<string, string> = {}, method = 'GET') =>
    handler.fetch(
      new Request(`http://localhost${path}`, { method, headers: { [addressHeader]: client, ...headers } }),
    );
  const statuses = async (count: number, ...request: Parameters<typeof send>) => {
    const responses = await Promise.all(Array.from({ length: count }, () => send(...request)));
    return responses.map(({ status }) => status);
  };
  return { send, statuses, key, clock };
}

describe('requests without a valid key', () => {
  it.each([
    ['without a key', '/v1/credits', {}, 401],
    ['with a wrong key', '/v1/verify?email=a@example.org', { 'X-API-Key': 'wrong' }, 401],
    ['for paths that do not exist', '/nothing', {}, 404],
    ['for the description of the interface', '/openapi.json', {}, 200],
    ['for the metrics', '/metrics', {}, 200],
    ['by a method that does not exist', '/v1/credits', {}, 405, 'PUT'],
    [
      'with a body of a length that nothing takes',
      '/v1/bulk',
      { 'Content-Length': '1000000000' },
      413,
      'POST',
    ],
  ])('%s have a budget by client address', async (_, path, headers, status, method?: string) => {
    const { send, statuses, clock } = await handlerBehindProxy();
    expect(await statuses(limit, path, '192.0.2.1', headers, method)).toEqual(Array(limit).fill(status));
    const refusing = send(path, '192.0.2.1', headers, method);
    expect((await send(path, '192.0.2.2', headers, method)).status).toBe(status);
    await clock.advance(1_000);
    const refused = await refusing;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await readDetail(refused)).toBe(
      'Rate limit exceeded: the maximum is 100 requests without a valid key or session per second per client address (stranger_requests). Try again in 1 second.',
    );
    expect((await send(path, '192.0.2.1', headers, method)).status).toBe(status);
  });

  it('are answered beyond the budget only when it has room again', async () => {
    const { send, statuses, clock } = await handlerBehindProxy();
    await statuses(limit, '/v1/credits', '192.0.2.1');
    let isAnswered = false;
    const refused = send('/v1/credits', '192.0.2.1').then(() => {
      isAnswered = true;
    });
    await clock.advance(999);
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    await refused;
  });

  it('are answered beyond the budget one after another', async () => {
    const { send, statuses, clock } = await handlerBehindProxy();
    await statuses(limit, '/v1/credits', '192.0.2.1');
    let answered = 0;
    const refused = Array.from({ length: 50 }, () =>
      send('/v1/credits', '192.0.2.1').then(() => {
        answered += 1;
      }),
    );
    for (const [afterMs, expected] of [
      [1_000, 1],
      [10, 2],
      [10, 3],
    ] as const) {
      await clock.advance(afterMs);
      expect(answered).toBe(expected);
    }
    for (const _ of refused) await clock.advance(10);
    await Promise.all(refused);
  });

  it('count by the /64 of an IPv6 address', async () => {
    const { send, statuses, clock } = await handlerBehindProxy();
    await statuses(limit - 1, '/nothing', '2001:db8::1');
    await statuses(1, '/nothing', '2001:db8::ffff');
    const refused = send('/nothing', '2001:db8:0:0:1::1');
    expect((await send('/nothing', '2001:db8:0:1::1')).status).toBe(404);
    await clock.advance(1_000);
    expect((await refused).status).toBe(429);
  });

  it('keep nobody at their address from using a valid key', async () => {
    const { send, statuses, key } = await handlerBehindProxy();
    await statuses(limit, '/v1/credits', '192.0.2.1');
    expect((await send('/v1/credits', '192.0.2.1', { 'X-API-Key': key })).status).toBe(200);
    expect((await send('/healthz', '192.0.2.1')).status).toBe(200);
  });

  it('count by the address of the connection where no proxy names the client', async () => {
    const { engine, key, clock } = await stubEngine();
    const url = await serveEngine(engine, { clock });
    const forged = Array.from({ length: limit }, (_, number) =>
      fetch(`${url}/v1/credits`, { headers: { [addressHeader]: `192.0.2.${number}` } }),
    );
    expect((await Promise.all(forged)).map(({ status }) => status)).toEqual(Array(limit).fill(401));
    const refused = fetchWithKey(`${url}/v1/credits`, 'wrong');
    expect((await fetchWithKey(`${url}/v1/credits`, key)).status).toBe(200);
    await clock.advance(1_000);
    expect((await refused).status).toBe(429);
  });
});
