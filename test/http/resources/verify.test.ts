import { describe, expect, it, onTestFinished } from 'vitest';
import { InsufficientCredits } from '../../../src/errors.ts';
import type { RequestOptions } from '../../../src/index.ts';
import { sandboxedEngine } from '../../support/sandboxed-engine.ts';
import { stubEngine, verdict } from '../../support/stub-http-engine.ts';
import { until } from '../../support/until.ts';
import { verdictWith } from '../../verdict/verdicts.ts';
import { openSocket, readToEnd } from '../hosts/raw-http.ts';
import { fetchWithKey, readDetail, serveEngine } from '../http-fixtures.ts';

describe('GET /v1/verify', () => {
  it('answers with the verdict, charges 0.2 credits once, and answers the same from the cache', async () => {
    const sandboxed = await sandboxedEngine({
      domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
      exchanges: { 'mx.example.org': {} },
    });
    onTestFinished(() => sandboxed[Symbol.asyncDispose]());
    const { engine } = sandboxed;
    await engine.accounts.grant('acme', { id: 'first', milliCredits: 100_000 });
    const { key } = await engine.keys.create({ account: 'acme' });
    const url = await serveEngine(engine);

    const fresh = await fetchWithKey(`${url}/v1/verify?email=ann@example.org`, key);
    expect(fresh.status).toBe(200);
    expect(fresh.headers.get('content-type')).toBe('application/json');
    expect(fresh.headers.get('cache-control')).toBe('no-store');
    const answer = await fresh.json();
    expect(answer).toMatchObject({ email: 'ann@example.org', status: 'safe', substatus: 'deliverable' });
    expect(Object.keys(answer as object).sort()).toEqual(Object.keys(verdict).sort());

    const cached = await fetchWithKey(`${url}/v1/verify?email=ann@example.org`, key);
    expect(await cached.json()).toEqual(answer);
    const balance = await fetchWithKey(`${url}/v1/credits`, key);
    expect(await balance.json()).toEqual({ credits: 99.8 });
  });

  it('says of an address with a space that a plus sign in a URL would have been one', async () => {
    const { engine, key } = await stubEngine({
      verify: async (email) => ({
        ...verdictWith({ status: 'invalid', substatus: 'invalid_syntax' }),
        email,
        explanation: 'The address contains a space.',
      }),
    });
    const url = await serveEngine(engine);
    const explanationOf = async (query: string) => {
      const response = await fetchWithKey(`${url}/v1/verify?email=${query}`, key);
      return ((await response.json()) as { explanation: string }).explanation;
    };
    expect(await explanationOf('ann+tag@example.org')).toBe(
      'The address contains a space (in a URL, + is a space: send a plus sign as %2B).',
    );
    for (const query of ['ann%20tag@example.org', 'ann..%2Btag@example.org'])
      expect(await explanationOf(query)).toBe('The address contains a space.');
  });

  it('passes on the address, the timeout and the account', async () => {
    const calls: { email: string; options: RequestOptions | undefined }[] = [];
    const { engine, key } = await stubEngine({
      async verify(email, options) {
        calls.push({ email, options });
        return verdict;
      },
    });
    const url = await serveEngine(engine);
    await fetchWithKey(`${url}/v1/verify?email=ann%2Bnews%40example.org&timeout=3&else=1`, key);
    await fetchWithKey(`${url}/v1/verify?timeout=90&email=`, key);
    await fetchWithKey(`${url}/v1/verify?email=%E4%BD%A0@example.org`, key);
    expect(calls).toMatchObject([
      { email: 'ann+news@example.org', options: { timeoutMs: 3_000, account: 'acme' } },
      { email: '', options: { timeoutMs: 90_000, account: 'acme' } },
      { email: '你@example.org', options: { timeoutMs: 70_000, account: 'acme' } },
    ]);
  });

  it.each<[string, RegExp]>([
    ['', /^email: is required/],
    ['?timeout=5', /^email: is required/],
    [`?email=${'a'.repeat(321)}`, /^email: must be at most 320 characters long/],
    ['?email=a@example.org&email=b@example.org', /^email: must be given once/],
    ['?email=a@example.org&timeout=5&timeout=5', /^timeout: must be given once/],
    ...'ann%ff@example.org ann%@example.org ann%4@example.org %c3(@example.org %ed%a0%80@b.org'
      .split(' ')
      .map((email): [string, RegExp] => [`?email=${email}`, /^email: must be UTF-8, percent-encoded/]),
    ['?email=a@example.org&timeout=5%', /^timeout: must be UTF-8, percent-encoded/],
    ['?email=a@example.org&%65mail=b@example.org', /^email: must be given once/],
    ...['2', '91', 'abc', '3.5', '', '-5', '1e1', '%205', '0x10', '5.0', '999999999999999999999'].map(
      (timeout): [string, RegExp] => [
        `?email=a@example.org&timeout=${timeout}`,
        /^timeout: must be a whole number of seconds from 3 to 90/,
      ],
    ),
  ])('refuses the query "%s" with 422, naming the parameter', async (query, detail) => {
    const { engine, key } = await stubEngine();
    const response = await fetchWithKey(`${await serveEngine(engine)}/v1/verify${query}`, key);
    expect(response.status).toBe(422);
    expect(await readDetail(response)).toMatch(detail);
  });

  it('ignores parameters that it does not know, malformed ones too', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine);
    for (const other of ['%zz', '%ff=1', 'other=%ff', 'constructor=1', '__proto__=1', '&', '='])
      expect((await fetchWithKey(`${url}/v1/verify?${other}&email=a@b.org`, key)).status, other).toBe(200);
  });

  it('accepts addresses of 320 characters, however many bytes they have', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine);
    for (const letter of ['a', 'ü', '🙂']) {
      const email = encodeURIComponent(letter.repeat(320));
      expect((await fetchWithKey(`${url}/v1/verify?email=${email}`, key)).status, letter).toBe(200);
    }
  });

  it('answers 403 with the balance and the required amount if the credits do not suffice', async () => {
    const { engine, key } = await stubEngine({
      verify: async () => {
        throw new InsufficientCredits({ availableMilliCredits: 100, requiredMilliCredits: 200 });
      },
    });
    const response = await fetchWithKey(`${await serveEngine(engine)}/v1/verify?email=a@example.org`, key);
    expect(response.status).toBe(403);
    expect(await readDetail(response)).toMatch(/balance is 0\.1\b.*required amount is 0\.2\b/);
  });

  it('aborts the verification when the client disconnects', async () => {
    const { engine, key, signals } = await createWaitingEngine();
    const socket = openSocket(await serveEngine(engine));
    socket.write(`GET /v1/verify?email=a@example.org HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\n\r\n`);
    await until(() => signals.length === 1);
    expect(signals[0]?.aborted).toBe(false);
    socket.destroy();
    await until(() => signals[0]?.aborted === true);
  });

  it('aborts the verification of a client that disconnects, and begins none that it has pipelined', async () => {
    const { engine, key, signals } = await createWaitingEngine();
    const socket = openSocket(await serveEngine(engine));
    const request = `GET /v1/verify?email=a@example.org HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\n\r\n`;
    socket.write(request.repeat(3));
    await until(() => signals.length === 1);
    socket.destroy();
    await until(() => signals[0]?.aborted === true);
    expect(signals).toHaveLength(1);
  });

  it('does not abort an answered verification', async () => {
    const signals: AbortSignal[] = [];
    const { engine, key } = await stubEngine({
      async verify(_, options) {
        if (options?.signal !== undefined) signals.push(options.signal);
        return verdict;
      },
    });
    const socket = openSocket(await serveEngine(engine));
    const head = `Host: h\r\nConnection: close\r\nX-API-Key: ${key}`;
    socket.write(`GET /v1/verify?email=a@example.org HTTP/1.1\r\n${head}\r\n\r\n`);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 /);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});

/** An engine whose verifications end only when they are aborted. */
async function createWaitingEngine() {
  const signals: AbortSignal[] = [];
  const stubbed = await stubEngine({
    verify: (_, options) =>
      new Promise((_resolve, reject) => {
        const signal = options?.signal;
        if (signal === undefined) return;
        signals.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  return { ...stubbed, signals };
}
