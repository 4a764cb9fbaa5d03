import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import createOpenApiClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type paths } from '../../adapters/client/index.ts';
import { type RunningServer, startServer } from '../../adapters/http/index.ts';
import type { Clock } from '../../src/ports/index.ts';
import { createRecordingLogger } from '../http/http-fixtures.ts';
import { type SandboxedEngine, sandboxedEngine } from '../support/sandboxed-engine.ts';
import { rejectionOf } from './scripted-server.ts';

const ann = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };
const zoe = { ...ann, first_name: 'Zoe' };
const emails = ['ann.lee@example.com', 'bob@example.com', 'ann.lee@example.com'];

let sandboxed: SandboxedEngine;
let server: RunningServer;
/** Method and path of each request, with job ids left out. */
let sent: Set<string>;

beforeAll(async () => {
  sandboxed = await sandboxedEngine(
    {
      domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann.lee'] } },
      exchanges: { 'mx.example.com': {} },
    },
    { bulk: { retryDelaysMs: [] } },
  );
  const { engine } = sandboxed;
  server = await startServer({ engine, port: 0, logger: createRecordingLogger(), shutdownTimeoutMs: 100 });
  engine.jobs.work();
});

afterAll(async () => {
  await server.close();
  await sandboxed[Symbol.asyncDispose]();
});

/** Each test has an account of its own, and with it 20 requests a second. */
async function createKey(): Promise<string> {
  const { accounts, keys } = sandboxed.engine;
  const account = randomUUID();
  await accounts.grant(account, { id: account, milliCredits: 100_000 });
  const { key } = await keys.create({ account });
  return key;
}

/** Ends every pause at once, and no time limit of an attempt. */
const impatientClock: Clock = {
  now: () => 0,
  after(delayMs, task) {
    if (delayMs > 60_000) return () => {};
    const timer = setImmediate(task);
    return () => clearImmediate(timer);
  },
};

/** The global fetch, which records what is sent. */
function recordingFetch(request: Request): Promise<Response> {
  sent.add(
    `${request.method} ${new URL(request.url).pathname.replace(/[\da-f]{8}-[\da-f-]{27}/, '{job_id}')}`,
  );
  return fetch(request);
}

/** Every operation of the document that the server serves, in the form of `sent`. */
async function operations(): Promise<string[]> {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

describe('over a socket, on the simulated internet', () => {
  it('our client calls every operation', async () => {
    sent = new Set();
    const client = createClient({ baseUrl: server.url, apiKey: await createKey(), fetch: recordingFetch });
    const before = await client.credits();
    const verdict = await client.verify('ann.lee@example.com', { timeoutMs: 20_000 });
    expect(verdict).toMatchObject({ email: 'ann.lee@example.com', status: 'safe' });
    expect(await client.lookup(ann, { timeoutMs: 30_000 })).toMatchObject({ email: 'ann.lee@example.com' });

    const receipt = await client.bulk.submit(emails);
    expect(receipt).toMatchObject({ status: 'submitted', total_emails: 2 });
    expect(await client.bulk.status(receipt.job_id)).toMatchObject({ job_id: receipt.job_id });
    await client.bulk.wait(receipt.job_id, { maxPollMs: 50 });
    const verdicts: string[] = [];
    for await (const { email, status } of client.bulk.results(receipt.job_id))
      verdicts.push(`${email} ${status}`);
    expect(verdicts).toEqual(['ann.lee@example.com safe', 'bob@example.com invalid']);

    const lookups = await client.bulkLookup.submit([ann, zoe]);
    expect(await client.bulkLookup.status(lookups.job_id)).toMatchObject({ total_rows: 2 });
    await client.bulkLookup.wait(lookups.job_id, { maxPollMs: 50 });
    const found: (string | null)[] = [];
    for await (const { email } of client.bulkLookup.results(lookups.job_id, { pageSize: 1 }))
      found.push(email);
    expect(found).toEqual(['ann.lee@example.com', null]);

    expect(before - (await client.credits())).toBeCloseTo(0.2 + 1 + 0.4 + 2);
    expect([...sent].sort()).toEqual((await operations()).sort());
  });

  it('a submission that is repeated under its key is one job, charged once', async () => {
    let losesAnswer = false;
    const client = createClient({
      baseUrl: server.url,
      apiKey: await createKey(),
      clock: impatientClock,
      async fetch(request) {
        const response = await fetch(request);
        if (!losesAnswer) return response;
        losesAnswer = false;
        await response.body?.cancel();
        throw new TypeError('The answer was lost.');
      },
    });
    const before = await client.credits();
    losesAnswer = true;
    const receipt = await client.bulk.submit(['tom@example.com']);
    expect(before - (await client.credits())).toBeCloseTo(0.2);
    expect(await client.bulk.status(receipt.job_id)).toMatchObject({ total_emails: 1 });
  });

  it('results that a proxy ends early, in an orderly way, do not look whole', async () => {
    const proxy = createServer(async ({ method, url, headers }, outgoing) => {
      const sentHeaders = { 'X-API-Key': String(headers['x-api-key']), Accept: String(headers.accept) };
      const answer = await fetch(`${server.url}${url}`, { method: method ?? 'GET', headers: sentHeaders });
      const [line] = (await answer.text()).split('\n');
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(`${line}\n`);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void proxy.close());
    const apiKey = await createKey();
    const direct = createClient({ baseUrl: server.url, apiKey });
    const { job_id: jobId } = await direct.bulk.submit(emails);
    await direct.bulk.wait(jobId, { maxPollMs: 50 });
    const { port } = proxy.address() as AddressInfo;
    const results = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey }).bulk.results(jobId);
    expect((await results.next()).value).toMatchObject({ email: 'ann.lee@example.com' });
    expect(await rejectionOf(results.next())).toMatchObject({
      code: 'server_unreachable',
      message: expect.stringContaining('1 of the 2 results'),
      cause: expect.any(Error),
    });
  });

  it('our client tells why a request was refused', async () => {
    const client = createClient({ baseUrl: server.url, apiKey: await createKey() });
    expect(await rejectionOf(client.bulk.submit([]))).toMatchObject({
      code: 'invalid_argument',
      status: 400,
      message: 'email list cannot be empty (status 400)',
    });
    expect(await rejectionOf(client.bulk.status(crypto.randomUUID()))).toMatchObject({ code: 'not_found' });
    const stranger = createClient({ baseUrl: server.url, apiKey: 'mp_wrong' });
    expect(await rejectionOf(stranger.credits())).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('a client made from the document calls every operation', async () => {
    sent = new Set();
    const headers = { 'X-API-Key': await createKey() };
    const options = { baseUrl: server.url, headers, fetch: recordingFetch };
    const api = createOpenApiClient<paths, 'application/json'>(options);
    const verify = await api.GET('/v1/verify', { params: { query: { email: 'ann.lee@example.com' } } });
    expect(verify.data?.status satisfies 'safe' | 'risky' | 'invalid' | 'unknown' | undefined).toBe('safe');
    const lookup = await api.POST('/v1/email-lookup', { body: ann });
    expect(lookup.data?.email).toBe('ann.lee@example.com');

    const bulk = await api.POST('/v1/bulk', { body: emails });
    const path = { job_id: bulk.data?.job_id ?? '' };
    const isOver = async () => {
      const { data } = await api.GET('/v1/bulk/{job_id}', { params: { path } });
      return data?.status === 'complete';
    };
    await expect.poll(isOver, { interval: 100 }).toBe(true);
    const results = await api.GET('/v1/bulk/{job_id}/results', { params: { path } });
    expect(results.data?.results.map(({ status }) => status)).toEqual(['safe', 'invalid']);
    expect(results.response.headers.get('X-Job-Status')).toBe('complete');
    expect(results.response.headers.get('X-Row-Count')).toBe('2');

    const people = await api.POST('/v1/bulk-lookup', { body: { input: [ann, zoe] } });
    const peoplePath = { job_id: people.data?.job_id ?? '' };
    const arePeopleOver = async () => {
      const { data } = await api.GET('/v1/bulk-lookup/{job_id}', { params: { path: peoplePath } });
      return data?.status === 'completed';
    };
    await expect.poll(arePeopleOver, { interval: 100 }).toBe(true);
    const page = await api.GET('/v1/bulk-lookup/{job_id}/results', {
      params: { path: peoplePath, query: { limit: 1, offset: 1 } },
    });
    expect(page.data?.results.map(({ email }) => email)).toEqual([null]);

    const credits = await api.GET('/v1/credits');
    expect(credits.data?.credits).toBeGreaterThan(0);
    const refused = await api.POST('/v1/bulk', { body: [] });
    expect(refused.error?.detail).toBe('email list cannot be empty');
    expect([...sent].sort()).toEqual((await operations()).sort());
  });
});
