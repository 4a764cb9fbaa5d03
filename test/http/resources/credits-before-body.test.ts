import { describe, expect, it } from 'vitest';
import { openSocket, parseResponse, readToEnd, sendRaw } from '../hosts/raw-http.ts';
import { createQuietHandler, post, readDetail, serveEngine } from '../http-fixtures.ts';
import { type BulkService, createBulkService, serveBulk } from './bulk-service.ts';
import { ann } from './lookup-service.ts';

const submissions = [
  ['/v1/bulk', ['ann@example.com'], 0.2],
  ['/v1/bulk-lookup', { input: [ann] }, 1],
] as const;

describe.each(submissions)('POST %s by an account without any credits', (path, list, price) => {
  it('gets 403 before a byte of the body has arrived', async () => {
    const { engine, key } = await createBulkService({ credits: 0.2 });
    await spendAll(engine);
    const head = `POST ${path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nContent-Length: 90000000\r\n\r\n`;
    const { status, headers, body } = await sendRaw(await serveEngine(engine), head);
    expect([status, headers.connection]).toEqual([403, 'close']);
    expect(JSON.parse(body)).toEqual({
      detail: `Insufficient credits: the current balance is 0 and the required amount is at least ${price}.`,
    });
  });

  it('is not asked for the body if it waits to be asked', async () => {
    const { engine, key, url } = await serveBulk({ credits: 0.2 });
    const head = `POST ${path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nExpect: 100-continue\r\nConnection: close\r\n`;
    const text = JSON.stringify(list);
    const asked = openSocket(url);
    asked.write(`${head}Content-Length: ${text.length}\r\n\r\n`);
    const answer = readToEnd(asked);
    asked.once('data', () => asked.write(text));
    expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 (200|403) /);
    await spendAll(engine);
    expect((await sendRaw(url, `${head}Content-Length: 9\r\n\r\n`)).status).toBe(403);
  });

  it('gets the first answer to a submission that it repeats under its Idempotency-Key', async () => {
    const { engine, key } = await createBulkService({ credits: 1 });
    const target = (await serveEngine(engine)) + path;
    const withKey = { 'Idempotency-Key': 'order 7' };
    const first = await post(target, key, list, withKey);
    expect(first.status).toBe(200);
    await spendAll(engine);
    const repeat = await post(target, key, list, withKey);
    expect([repeat.status, await repeat.text()]).toEqual([200, await first.text()]);
    expect((await post(target, key, list, { 'Idempotency-Key': 'order 8' })).status).toBe(403);
    expect((await post(target, key, list, { 'Idempotency-Key': '' })).status).toBe(422);
  });

  it('has its body read while its last credits are held: the first submission of a repeat may hold them', async () => {
    const { engine, stores, key } = await createBulkService({ credits: 1 });
    await stores.ledger.hold({ id: 'held', account: 'acme', milliCredits: 1_000, expiresInMs: 60_000 });
    const response = await post(`${await serveEngine(engine)}${path}`, key, '"no list"');
    expect(response.status).toBe(422);
  });

  it('gets 403 in fetch hosts too, with its body unread', async () => {
    const { engine, key } = await createBulkService({ credits: 0.2 });
    await spendAll(engine);
    let isRead = false;
    const source = {
      pull() {
        isRead = true;
      },
    };
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const init = { method: 'POST', headers: { 'X-API-Key': key }, body, duplex: 'half' };
    const { fetch } = createQuietHandler(engine);
    const response = await fetch(new Request(`http://h${path}`, init as RequestInit));
    expect(response.status).toBe(403);
    expect(await readDetail(response)).toMatch(/^Insufficient credits/);
    expect(isRead).toBe(false);
  });
});

describe('a client whose submission is refused early', () => {
  it('can read why, though it sends the whole body first', async () => {
    const { key, url } = await serveBulk();
    const length = 20_000_000;
    const head = `POST /v1/bulk HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nContent-Length: ${length}\r\n\r\n`;
    const socket = openSocket(url);
    socket.write(head);
    await new Promise((resolve) => socket.write(Buffer.alloc(length, '{},'), resolve));
    const { status, body } = parseResponse(await readToEnd(socket));
    expect([status, JSON.parse(body).detail]).toEqual([422, 'body: must be an array of strings.']);
  });
});

async function spendAll(engine: BulkService['engine']): Promise<void> {
  const { available } = await engine.accounts.balance('acme');
  const emails = Array.from({ length: available / 200 }, (_, index) => `person${index}@example.com`);
  if (emails.length > 0) await engine.jobs.submit(emails, { account: 'acme' });
}
