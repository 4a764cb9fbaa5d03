import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { HttpEngine, ServerOptions } from '../../../adapters/http/index.ts';
import type { EmailVerification } from '../../../src/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { jobWith, lookupResult, stubEngine, verdict } from '../../support/stub-http-engine.ts';
import { until } from '../../support/until.ts';
import { openSocket } from '../hosts/raw-http.ts';
import { createQuietHandler, readDetail, serveEngine } from '../http-fixtures.ts';

const jobId = '3f0a2c1e-0000-4000-8000-000000000001';
const resultsPath = `/v1/bulk/${jobId}/results`;
const rowsPerPage = 250;

/** A server whose only list has more rows than any system takes for a client that does not read. */
async function start(options: Partial<ServerOptions> = {}) {
  const counts = { pages: 0 };
  const page: readonly EmailVerification[] = Array.from({ length: rowsPerPage }, () => verdict);
  const jobs: Partial<HttpEngine['jobs']> = {
    results: async () => ({
      job: jobWith({ id: jobId, startedAt: 1, processed: 100_000, completedAt: 1 }, 100_000),
      async *pages() {
        for (let n = 0; n < 100_000 / rowsPerPage; n += 1) {
          counts.pages += 1;
          yield page;
        }
      },
      async *pendingRetries() {},
    }),
    lookupResults: async (_, { limit }) => ({
      job: jobWith({ id: jobId, kind: 'lookup', startedAt: 1, processed: 10_000, completedAt: 1 }, 10_000),
      results: Array.from({ length: limit }, () => lookupResult),
    }),
  };
  const { engine, key, keys } = await stubEngine();
  const served = { ...engine, jobs: { ...engine.jobs, ...jobs } };
  const keyOf = async (account: string, test = false) => (await keys.create({ account, test })).key;
  const clock = new ManualClock();
  const url = await serveEngine(served, { clock, testEngine: served, ...options });
  return { url, key, keyOf, clock, counts, served };
}

/** Asks, reads the first bytes of the answer, and nothing more. Resolves with the status. */
async function askUnread(url: string, key: string, path = resultsPath) {
  const socket = openSocket(url);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\n\r\n`);
  return { socket, status: await firstStatus(socket) };
}

function firstStatus(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    socket.once('readable', () => resolve(Number(String(socket.read(12)).slice(9))));
  });
}

/** Resolves once nothing more is read from the store for a while: what the system takes is full. */
async function untilFull(counts: { readonly pages: number }): Promise<void> {
  let [pages, turns] = [0, 0];
  await until(() => {
    turns = counts.pages === pages && pages > 0 ? turns + 1 : 0;
    pages = counts.pages;
    return turns === 20;
  });
}

function ask(url: string, key: string, path = resultsPath): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { 'X-API-Key': key } });
}

it('an account has eight answers under way over all its keys; another one does not notice', async () => {
  const { url, key, keyOf, counts } = await start();
  const keys = [key, await keyOf('acme')];
  const unread = [];
  for (let n = 0; n < 8; n += 1) unread.push(await askUnread(url, keys[n % 2] ?? key));
  expect(unread.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await untilFull(counts);
  for (const one of keys) {
    const refused = await ask(url, one);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await readDetail(refused)).toMatch(
      /maximum is 8 at once per account\. .* cut off in 300 seconds\.$/,
    );
  }
  expect((await askUnread(url, await keyOf('globex'))).status).toBe(200);
  // What is short is no answer under way.
  expect((await ask(url, key, '/v1/verify?email=ann@example.org')).status).toBe(200);
  unread[0]?.socket.destroy();
  await expect.poll(async () => (await askUnread(url, key)).status).toBe(200);
});

it('test keys share the eight answers of their account, however many there are', async () => {
  const { url, key, keyOf } = await start();
  const keys = [key, await keyOf('acme', true), await keyOf('acme', true)];
  for (let n = 0; n < 8; n += 1) expect((await askUnread(url, keys[n % 3] ?? key)).status).toBe(200);
  for (const one of [...keys, await keyOf('acme', true)]) expect((await ask(url, one)).status).toBe(429);
  expect((await askUnread(url, await keyOf('globex', true))).status).toBe(200);
});

it('pages of a lookup job count as well', async () => {
  const { url, key } = await start();
  const path = `/v1/bulk-lookup/${jobId}/results?limit=500`;
  const page = await (await ask(url, key, path)).json();
  expect(page).toMatchObject({ limit: 500, results: expect.arrayContaining([lookupResult]) });
  // The system of the client takes each of them, so that they have ended.
  for (let n = 0; n < 9; n += 1) expect((await ask(url, key, path)).status).toBe(200);
  for (let n = 0; n < 8; n += 1) await askUnread(url, key);
  expect((await ask(url, key, path)).status).toBe(429);
});

it('nothing is read from the store before the client took what was read', async () => {
  const { url, key, counts } = await start();
  const { socket } = await askUnread(url, key);
  await untilFull(counts);
  expect(counts.pages).toBeLessThan(100_000 / rowsPerPage);
  socket.resume();
  await until(() => counts.pages === 100_000 / rowsPerPage);
});

it('a client that reads nothing for five minutes is cut off, and its answer does not look whole', async () => {
  const { url, key, clock, counts } = await start();
  const answer = await ask(url, key);
  await untilFull(counts);
  for (let n = 1; n < 8; n += 1) await askUnread(url, key);
  expect((await ask(url, key)).status).toBe(429);
  await clock.advance(300_000);
  await expect(answer.text()).rejects.toThrow('terminated');
  expect((await askUnread(url, key)).status).toBe(200);
});

it('an answer that a mounted handler sends is cut off as well', async () => {
  const { served, key, clock } = await start();
  const handler = createQuietHandler(served, { clock });
  const request = () => new Request(`http://h${resultsPath}`, { headers: { 'X-API-Key': key } });
  const unread = [];
  for (let n = 0; n < 8; n += 1) unread.push(await handler.fetch(request()));
  expect((await handler.fetch(request())).status).toBe(429);
  await clock.advance(300_000);
  expect((await handler.fetch(request())).status).toBe(200);
  await expect(unread[0]?.text()).rejects.toThrow('cut off');
});
