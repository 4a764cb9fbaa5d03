import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Client, createClient } from '../../adapters/client/index.ts';
import { InvalidArgument } from '../../src/index.ts';
import { rejectionOf, scriptedServer } from './scripted-server.ts';

const fixed = { baseUrl: 'http://mail.example.org', apiKey: 'mp_key' };

describe('createClient', () => {
  it.each([
    [{ ...fixed, baseUrl: 'mail.example.org' }, 'baseUrl'],
    [{ ...fixed, baseUrl: 'ftp://mail.example.org' }, 'baseUrl'],
    [{ ...fixed, baseUrl: 'http://mail.example.org/?a=1' }, 'baseUrl'],
    [{ ...fixed, baseUrl: 'http://mail.example.org/v1/' }, 'baseUrl'],
    [{ ...fixed, baseUrl: 'http://ann:secret@mail.example.org' }, 'baseUrl'],
    [{ apiKey: 'mp_key' }, 'baseUrl'],
    [{ baseUrl: fixed.baseUrl }, 'apiKey'],
    [{ ...fixed, apiKey: '' }, 'apiKey'],
    [{ ...fixed, apiKey: 'mp_key\n' }, 'apiKey'],
    [{ ...fixed, fetch: 'fetch' }, 'fetch'],
    [{ ...fixed, retries: { maxAttempts: 0 } }, 'retries.maxAttempts'],
    [{ ...fixed, retries: { maxAttempts: Number.NaN } }, 'retries.maxAttempts'],
    [{ ...fixed, retries: { maxPauseMs: '5' } }, 'retries.maxPauseMs'],
    [undefined, 'options'],
  ])('refuses %j, naming %s', (options, parameter) => {
    const create = () => createClient(options as Parameters<typeof createClient>[0]);
    expect(create).toThrow(InvalidArgument);
    expect(create).toThrow(expect.objectContaining({ parameter }));
  });
});

describe('a base URL with a password', () => {
  it.each([
    'http://ann:secret@mail.example.org/v1',
    'http://ann:secret@mail.example.org:port',
    'ftp://:secret@a',
  ])('is refused without showing it: %s', (baseUrl) => {
    const create = () => createClient({ ...fixed, baseUrl });
    expect(create).toThrow(expect.objectContaining({ parameter: 'baseUrl' }));
    expect(create).not.toThrow(/secret/);
  });
});

describe('a call', () => {
  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['email', (client) => client.verify(undefined as unknown as string)],
    ['timeoutMs', (client) => client.verify('ann@example.org', { timeoutMs: Number.NaN })],
    ['signal', (client) => client.verify('ann@example.org', { signal: {} as AbortSignal })],
    ['person', (client) => client.lookup('Ann' as never)],
    ['emails', (client) => client.bulk.submit('ann@example.org' as never)],
    ['idempotencyKey', (client) => client.bulk.submit([], { idempotencyKey: '' })],
    ['idempotencyKey', (client) => client.bulk.submit([], { idempotencyKey: 'a\r\nX-Other: b' })],
    ['people', (client) => client.bulkLookup.submit({} as never)],
    ['maxPollMs', (client) => client.bulk.wait('a', { maxPollMs: 0 })],
    ['maxPollMs', (client) => client.bulkLookup.wait('a', { maxPollMs: Number.NaN })],
    ['request', (client) => client.lookup({ first_name: 1n, last_name: 'Lee', domain: 'a' } as never)],
    ['request', (client) => client.bulk.submit([1n] as never)],
    ['request', (client) => client.verify('\ud800@example.org')],
    ['request', (client) => client.bulk.status('\ud800')],
    ['jobId', (client) => client.bulk.status(undefined as never)],
    ['jobId', (client) => client.bulkLookup.results(undefined as never).next()],
  ])('that cannot be sent is refused, naming %s', async (parameter, call) => {
    const { client, requests } = scriptedServer([]);
    expect(await rejectionOf(call(client))).toMatchObject({ code: 'invalid_argument', parameter });
    expect(requests).toEqual([]);
  });

  it.each<[string, string, (client: Client, options: never) => Promise<unknown>]>([
    ['timeout', 'timeoutMs', (client, options) => client.verify('ann@example.org', options)],
    ['timeout', 'timeoutMs', (client, options) => client.lookup({} as never, options)],
    ['sgnal', 'signal', (client, options) => client.credits(options)],
    ['idempotencykey', 'idempotencyKey', (client, options) => client.bulk.submit([], options)],
    ['idempotencykey', 'idempotencyKey', (client, options) => client.bulkLookup.submit([], options)],
    ['sgnal', 'signal', (client, options) => client.bulk.status('a', options)],
    ['sgnal', 'signal', (client, options) => client.bulkLookup.status('a', options)],
    ['maxPollMS', 'maxPollMs', (client, options) => client.bulk.wait('a', options)],
    ['maxPollMS', 'maxPollMs', (client, options) => client.bulkLookup.wait('a', options)],
    ['provisonal', 'provisional', (client, options) => client.bulk.results('a', options).next()],
    ['pagesize', 'pageSize', (client, options) => client.bulkLookup.results('a', options).next()],
  ])('with the misspelt option %s is refused, and %s suggested', async (misspelt, meant, call) => {
    const { client, requests } = scriptedServer([]);
    expect(await rejectionOf(call(client, { [misspelt]: 5 } as never))).toMatchObject({
      code: 'invalid_argument',
      message: `There is no option ${misspelt}. Did you mean ${meant}?`,
    });
    expect(requests).toEqual([]);
  });

  it('asks for whole seconds, rounded up', async () => {
    const { client, requests } = scriptedServer([Response.json({ status: 'safe' })]);
    await client.verify('ann+x@example.org', { timeoutMs: 3_001 });
    expect(requests[0]?.url).toBe('http://mail.example.org/v1/verify?email=ann%2Bx%40example.org&timeout=4');
  });

  it('goes below the path of the base URL', async () => {
    const options = { baseUrl: 'https://app.example.org/mail/' };
    const { client, requests } = scriptedServer([Response.json({ credits: 1 })], options);
    await client.credits();
    expect(requests[0]?.url).toBe('https://app.example.org/mail/v1/credits');
  });

  it('names the header of the key as documented, also where the names in a Request are in lower case', async () => {
    const sent: RequestInit[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      sent.push(init);
      return Response.json({ status: 'submitted', job_id: 'a' });
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const client = createClient(fixed);
    await client.verify('ann@example.org');
    await client.bulk.submit(['ann@example.org']);
    expect(sent.map(({ headers }) => Object.entries(headers ?? {}))).toEqual([
      [['X-API-Key', 'mp_key']],
      expect.arrayContaining([
        ['X-API-Key', 'mp_key'],
        ['content-type', 'application/json'],
      ]),
    ]);
    expect(sent.map(({ method, body, redirect }) => [method, body, redirect])).toEqual([
      ['GET', null, 'manual'],
      ['POST', '["ann@example.org"]', 'manual'],
    ]);
  });
});
