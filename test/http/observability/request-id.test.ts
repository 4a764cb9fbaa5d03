import { describe, expect, it } from 'vitest';
import { stubEngine } from '../../support/stub-http-engine.ts';
import { get, sendRaw } from '../hosts/raw-http.ts';
import { createQuietHandler, createRecordingLogger, fetchWithKey, serveEngine } from '../http-fixtures.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

describe('the id of a request', () => {
  it.each(['01J9ZQ3V', 'a/b:c_d~e.f+g=h-1', 'x'.repeat(128)])(
    'is taken over from X-Request-Id: %s',
    async (id) => {
      const { engine } = await stubEngine();
      const url = await serveEngine(engine);
      const { headers } = await sendRaw(url, get('/healthz', [`x-request-ID: ${id}`]));
      expect(headers['x-request-id']).toBe(id);
    },
  );

  it.each([
    ['is missing', []],
    ['is empty', ['X-Request-Id: ']],
    ['is too long', [`X-Request-Id: ${'x'.repeat(129)}`]],
    ['could be an address', ['X-Request-Id: ann@example.org']],
    ['has blanks', ['X-Request-Id: a b']],
    ['has bytes beyond ASCII', ['X-Request-Id: \u00e9']],
    ['comes twice', ['X-Request-Id: a', 'X-Request-Id: b']],
  ])('is made anew where the header %s', async (_what, lines) => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine, { random: { uuid: () => 'made-by-the-port' } });
    expect((await sendRaw(url, get('/healthz', lines))).headers['x-request-id']).toBe('made-by-the-port');
  });

  it('is a UUID by default, another one for each request', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine);
    const ids = [];
    for (let count = 0; count < 3; count += 1) {
      const response = await fetchWithKey(`${url}/v1/verify?email=ann@example.org`, key);
      ids.push(response.headers.get('x-request-id'));
    }
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(uuid);
  });

  it('is in the answer and in the log, whatever the answer', async () => {
    const { engine, key } = await stubEngine({
      verify: async () => {
        throw new Error('Out of paper.');
      },
    });
    const logger = createRecordingLogger();
    const url = await serveEngine(engine, { logger });
    for (const [path, status] of [
      ['/v1/credits', 200],
      ['/v1/verify?email=ann@example.org', 500],
      ['/v1/verify', 422],
      ['/nowhere', 404],
    ] as const) {
      const id = `id-of-${status}`;
      const response = await fetch(url + path, { headers: { 'X-API-Key': key, 'X-Request-Id': id } });
      expect([response.status, response.headers.get('x-request-id')]).toEqual([status, id]);
      expect(logger.lines).toContainEqual(
        expect.objectContaining({ fields: expect.objectContaining({ requestId: id, status }) }),
      );
    }
  });

  it('is in the answer to hosts of the fetch standard too', async () => {
    const { engine } = await stubEngine();
    const { fetch } = createQuietHandler(engine);
    const request = new Request('https://mail.example.com/healthz', { headers: { 'X-Request-Id': 'abc' } });
    expect((await fetch(request)).headers.get('x-request-id')).toBe('abc');
  });
});
