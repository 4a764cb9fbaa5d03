import { describe, expect, it } from 'vitest';
import type { Client } from '../../adapters/client/index.ts';
import { problem, rejectionOf, scriptedServer } from './scripted-server.ts';

const balance = () => Response.json({ credits: 99.8 });
const receipt = () =>
  Response.json({ job_id: crypto.randomUUID(), status: 'submitted', total_emails: 1, estimated_cost: 0.2 });

describe('a request of the client', () => {
  it('is repeated after as many seconds as Retry-After says, and not before', async () => {
    const busy = problem(429, 'Too many requests.', { 'Retry-After': '3' });
    const { client, clock, requests } = scriptedServer([busy, balance()]);
    const credits = client.credits();
    await clock.advance(2_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(await credits).toBe(99.8);
  });

  it('is repeated at the time that Retry-After names', async () => {
    const date = new Date(Date.UTC(2030, 0, 1, 0, 0, 7)).toUTCString();
    const { client, clock, requests } = scriptedServer([
      problem(503, 'No room.', { 'Retry-After': date }),
      balance(),
    ]);
    const credits = client.credits();
    await clock.advance(6_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(await credits).toBe(99.8);
  });

  it('is repeated with growing pauses where the server asks for none', async () => {
    const away = () => problem(502, 'Temporarily unavailable.');
    const broken = () => new TypeError('fetch failed');
    const { client, clock, requests } = scriptedServer([away(), broken(), away(), balance()]);
    const credits = client.credits();
    const sentAfter: number[] = [];
    for (let seconds = 0; seconds < 5; seconds += 0.5) {
      await clock.advance(500);
      sentAfter.push(requests.length);
    }
    expect(sentAfter).toEqual([2, 2, 3, 3, 3, 3, 4, 4, 4, 4]);
    expect(await credits).toBe(99.8);
  });

  it('keeps the growing pauses where the server asks for none at all', async () => {
    const replies = [1, 2, 3].map(() => problem(503, 'No room.', { 'Retry-After': '0' }));
    const { client, clock, requests } = scriptedServer([...replies, balance()]);
    const credits = client.credits();
    const sentAfter: number[] = [];
    for (const ms of [499, 1, 999, 1, 1_999, 1]) {
      await clock.advance(ms);
      sentAfter.push(requests.length);
    }
    expect(sentAfter).toEqual([1, 2, 2, 3, 3, 4]);
    expect(await credits).toBe(99.8);
  });

  it('is given up after the last attempt, with the error of that one', async () => {
    const replies = [1, 2, 3].map((n) => problem(502, `Away ${n}.`, { 'X-Request-Id': `r${n}` }));
    const { client, clock } = scriptedServer(replies, { retries: { maxAttempts: 3 } });
    const rejection = rejectionOf(client.credits());
    await clock.advance(60_000);
    expect(await rejection).toMatchObject({
      name: 'ApiError',
      code: 'service_unavailable',
      status: 502,
      requestId: 'r3',
      message: 'Away 3. (status 502)',
    });
  });

  it('is given up at once if the server asks for a longer pause than the longest', async () => {
    const busy = problem(503, 'No room.', { 'Retry-After': '61' });
    const { client, clock, requests } = scriptedServer([busy]);
    expect(await rejectionOf(client.credits())).toMatchObject({
      code: 'service_unavailable',
      retryAfterMs: 61_000,
    });
    expect([requests.length, clock.pending]).toEqual([1, 0]);
  });

  it.each([
    [400, 'invalid_argument'],
    [401, 'unauthorized'],
    [403, 'insufficient_credits'],
    [404, 'not_found'],
    [408, 'request_timeout'],
    [409, 'results_not_ready'],
    [413, 'invalid_argument'],
    [422, 'invalid_argument'],
    [500, 'server_error'],
  ])('is not repeated after %d, whose code is %s', async (status, code) => {
    const { client, requests } = scriptedServer([problem(status, 'Because.')]);
    expect(await rejectionOf(client.credits())).toMatchObject({ code, status });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['a page', new Response('<html>', { status: 200 })],
    ['a page of another server', new Response('<html>', { status: 404 })],
    ['nothing', new Response('', { status: 200 })],
    ['a redirect', new Response(null, { status: 301, headers: { Location: 'https://elsewhere.example' } })],
  ])('rejects with unexpected_answer for %s', async (_, reply) => {
    const { client, requests } = scriptedServer([reply]);
    expect(await rejectionOf(client.credits())).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringContaining('base URL'),
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    [429, { 'Retry-After': '86400' }, 'rate_limited', 'Ask again in 86400 seconds.'],
    [503, { 'Retry-After': '3600' }, 'service_unavailable', 'Ask again in 3600 seconds.'],
    [500, {}, 'server_error', 'Its log says why.'],
    [302, { Location: '/x' }, 'unexpected_answer', 'Set the base URL to where this one leads.'],
    [404, {}, 'unexpected_answer', 'Check that the base URL is that of a mailproof server'],
  ])('says what to do about a bare %d', async (status, headers, code, advice) => {
    const { client, requests } = scriptedServer([new Response(null, { status, headers })]);
    const error = await rejectionOf(client.credits());
    expect(error).toMatchObject({ code, status, message: expect.stringContaining(advice) });
    expect(requests).toHaveLength(1);
  });

  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['a verification', (client) => client.verify('ann@example.org')],
    ['a lookup', (client) => client.lookup({ first_name: 'Ann', last_name: 'Lee', domain: 'example.org' })],
    ['a balance', (client) => client.credits()],
    ['a receipt', (client) => client.bulk.submit(['ann@example.org'])],
    ['a receipt for people', (client) => client.bulkLookup.submit([])],
    ['the status of a job', (client) => client.bulk.wait('a')],
    ['the status of a job about people', (client) => client.bulkLookup.wait('a')],
    ['a page of results', (client) => client.bulkLookup.results('a').next()],
  ])('does not take other JSON for %s', async (_, call) => {
    for (const reply of [{}, [], 'ok', 5, { status: 5, credits: '5', job_id: null, results: {} }]) {
      const { client, requests } = scriptedServer([Response.json(reply)]);
      expect(await rejectionOf(call(client))).toMatchObject({ code: 'unexpected_answer', status: 200 });
      expect(requests).toHaveLength(1);
    }
  });

  it.each<[string, number, (client: Client) => Promise<unknown>]>([
    ['120 seconds', 120_000, (client) => client.credits()],
    ['its time limit and 10 seconds', 15_000, (client) => client.verify('a@b.de', { timeoutMs: 5_000 })],
  ])('of which nothing is heard for %s counts as a failed connection', async (_, limitMs, call) => {
    const attempts: Request[] = [];
    const mute = (request: Request) => {
      attempts.push(request);
      return new Promise<never>((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    };
    const { client, clock } = scriptedServer([], { fetch: mute, retries: { maxAttempts: 2, maxPauseMs: 0 } });
    const rejection = rejectionOf(call(client));
    await clock.advance(limitMs - 1);
    expect(attempts).toHaveLength(1);
    await clock.advance(1);
    expect(attempts).toHaveLength(2);
    await clock.advance(limitMs);
    expect(await rejection).toMatchObject({ code: 'server_unreachable' });
    expect([attempts.length, clock.pending]).toEqual([2, 0]);
  });

  it('keeps what went wrong with the connection as the cause', async () => {
    const cause = new TypeError('fetch failed');
    const { client } = scriptedServer([cause], { retries: { maxAttempts: 1 } });
    expect(await rejectionOf(client.credits())).toMatchObject({
      code: 'server_unreachable',
      status: undefined,
      cause,
    });
  });

  it('ends with the reason of its signal, also during a pause', async () => {
    const controller = new AbortController();
    const { client, clock, requests } = scriptedServer([problem(502, 'Away.')]);
    const rejection = rejectionOf(client.credits({ signal: controller.signal }));
    await clock.advance(100);
    const reason = new Error('No longer needed.');
    controller.abort(reason);
    expect(await rejection).toBe(reason);
    expect([requests.length, clock.pending]).toEqual([1, 0]);
    expect(await rejectionOf(client.credits({ signal: controller.signal }))).toBe(reason);
    expect(requests).toHaveLength(1);
  });
});

describe('a submission', () => {
  it('has an idempotency key of its own, which its repeats keep', async () => {
    const { client, clock, requests } = scriptedServer([problem(502, 'Away.'), receipt(), receipt()]);
    const first = client.bulk.submit(['ann@example.org']);
    await clock.advance(1_000);
    await first;
    await client.bulk.submit(['ann@example.org']);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(await Promise.all(requests.map((request) => request.json()))).toEqual(
      requests.map(() => ['ann@example.org']),
    );
  });

  it('of people has one as well', async () => {
    const { client, requests } = scriptedServer([
      Response.json({ job_id: 'j', status: 'submitted', total_rows: 1, credits_consumed: 1 }),
    ]);
    await client.bulkLookup.submit([{ first_name: 'Ann', last_name: 'Lee', domain: 'example.org' }]);
    expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[\da-f]{32}$/);
  });

  it('takes the key of the caller', async () => {
    const { client, requests } = scriptedServer([receipt()]);
    await client.bulk.submit(['ann@example.org'], { idempotencyKey: 'order 4711' });
    expect(requests[0]?.headers.get('idempotency-key')).toBe('order 4711');
  });
});
