import { describe, expect, it } from 'vitest';
import type { EmailLookup, LookupRow, RequestOptions } from '../../../src/index.ts';
import type { Dns } from '../../../src/ports/index.ts';
import { oneExchangeDns } from '../../support/scripted-exchange.ts';
import { lookupResult, stubEngine } from '../../support/stub-http-engine.ts';
import { until } from '../../support/until.ts';
import { sendRaw } from '../hosts/raw-http.ts';
import { createRecordingLogger, fetchWithKey, post, readDetail, serveEngine } from '../http-fixtures.ts';
import { balanceOf } from './bulk-service.ts';
import { ann, bob, createLookupService, lookUp, serveLookups } from './lookup-service.ts';

describe('POST /v1/email-lookup', () => {
  it('answers with the address, in the documented fields, and charges a credit', async () => {
    const service = await createLookupService();
    const response = await lookUp(service, await serveEngine(service.engine), ann);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const found = (await response.json()) as EmailLookup;
    expect(found).toEqual({
      status: 'safe',
      substatus: 'deliverable',
      explanation: expect.stringMatching(/\w/),
      email_provider: expect.stringMatching(/\w/),
      credits_consumed: 1,
      ...ann,
      email: 'ann.lee@example.com',
      mx_record: 'mx.example.com',
      is_domain_catch_all: false,
      is_secure_email_gateway: false,
      is_disposable: false,
      is_role_account: false,
      is_free: false,
      confidence: expect.any(Number),
    });
    expect(await balanceOf(service)).toBe(99);
  });

  it.each(['https://www.example.com/about?from=crm', 'www.example.com', 'EXAMPLE.com.', 'tom@example.com'])(
    'reads the domain in %s',
    async (domain) => {
      const service = await createLookupService();
      const response = await lookUp(service, await serveEngine(service.engine), { ...ann, domain });
      expect(await response.json()).toMatchObject({ domain: 'example.com', email: 'ann.lee@example.com' });
      expect(await balanceOf(service)).toBe(99);
      expect(await service.engine.lookup({ ...ann, domain }, { account: 'acme' })).toMatchObject({
        domain: 'example.com',
        credits_consumed: 0,
      });
    },
  );

  it('refuses a page at a social network, without a charge', async () => {
    const service = await createLookupService();
    const domain = 'https://linkedin.com/company/example';
    const response = await lookUp(service, await serveEngine(service.engine), { ...ann, domain });
    expect(response.status).toBe(422);
    expect(await readDetail(response)).toMatch(/^domain: https:.* is a page at a social network/);
    expect(await balanceOf(service)).toBe(100);
  });

  it('answers no_address_found, and charges for it', async () => {
    const service = await createLookupService();
    const response = await lookUp(service, await serveEngine(service.engine), bob);
    expect(await response.json()).toEqual({
      status: 'unknown',
      substatus: 'no_address_found',
      explanation: expect.stringMatching(/\w/),
      email_provider: 'Unknown',
      credits_consumed: 1,
      ...bob,
      email: null,
      mx_record: null,
      is_domain_catch_all: null,
      is_secure_email_gateway: false,
      is_disposable: null,
      is_role_account: null,
      is_free: null,
      confidence: null,
    });
    expect(await balanceOf(service)).toBe(99);
  });

  it('charges nothing for the same person again, ignoring case and white space, for 24 hours', async () => {
    const { url, ...service } = await serveLookups();
    const fresh = (await (await lookUp(service, url, ann)).json()) as EmailLookup;
    const again = { first_name: ' ANN ', last_name: 'l ee', domain: ' EXAMPLE.com' };
    const cached = (await (await lookUp(service, url, again)).json()) as EmailLookup;
    expect(cached).toEqual({
      ...fresh,
      last_name: expect.stringMatching(/^L Ee$/i),
      credits_consumed: 0,
    });
    expect(Object.keys(cached)).toEqual(Object.keys(fresh));
    expect(await balanceOf(service)).toBe(99);

    await service.clock.advance(86_400_000);
    expect(await (await lookUp(service, url, ann)).json()).toMatchObject({ credits_consumed: 1 });
    expect(await balanceOf(service)).toBe(98);
  });

  it('charges once for concurrent lookups of the same person', async () => {
    const { url, ...service } = await serveLookups();
    const answers = await Promise.all(Array.from({ length: 5 }, () => lookUp(service, url, ann)));
    const found = (await Promise.all(answers.map((response) => response.json()))) as EmailLookup[];
    expect(found.map(({ email }) => email)).toEqual(Array(5).fill('ann.lee@example.com'));
    expect(found.map(({ credits_consumed }) => credits_consumed).toSorted()).toEqual([0, 0, 0, 0, 1]);
    expect(await balanceOf(service)).toBe(99);
  });

  it('answers with timeout, on time, if the exchange does not answer, and charges a credit', async () => {
    const silent = Array.from({ length: 100 }, () => [{ reply: 0, kind: 'lost' } as const]);
    const service = await createLookupService({ script: { knows: () => true, faults: silent } });
    const { clock, exchange, key } = service;
    const pending = post(`${await serveEngine(service.engine)}/v1/email-lookup`, key, {
      ...ann,
      timeout: 30,
    });
    let answered = false;
    pending.finally(() => {
      answered = true;
    });
    await until(() => exchange.connections > 0);
    await clock.advance(29_999);
    expect(answered).toBe(false);
    await clock.advance(1);
    const response = await pending;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'unknown',
      substatus: 'timeout',
      email: null,
      credits_consumed: 1,
      ...ann,
    });
    expect(await balanceOf(service)).toBe(99);
  });

  it('passes on the names, the timeout and the account, and nothing else', async () => {
    const calls: { row: LookupRow; options: RequestOptions | undefined }[] = [];
    const { engine, key } = await stubEngine({
      async lookup(row, options) {
        calls.push({ row, options });
        return lookupResult;
      },
    });
    const url = await serveEngine(engine);
    for (const more of [{}, { timeout: 30, email: 'x', account: 'other' }, { timeout: 120.0 }]) {
      expect((await post(`${url}/v1/email-lookup`, key, { ...ann, ...more })).status).toBe(200);
    }
    expect(calls.map(({ row }) => row)).toEqual([ann, ann, ann]);
    expect(calls.map(({ options }) => [options?.timeoutMs, options?.account])).toEqual([
      [90_000, 'acme'],
      [30_000, 'acme'],
      [120_000, 'acme'],
    ]);
  });

  const { first_name: _, ...lacking } = ann;
  const longDomain = `${'d'.repeat(244)}.example.com`;
  it.each<[string, string, RegExp]>([
    ['nothing', '', /^body: must be valid JSON/],
    ['what is not JSON', '{"first_name":"Ann"', /^body: must be valid JSON/],
    ['null', 'null', /^body: must be an object/],
    ['an array', JSON.stringify([ann]), /^body: must be an object/],
    ['a string', '"Ann Lee"', /^body: must be an object/],
    ['no first name', JSON.stringify(lacking), /^first_name: is required/],
    ['no last name', '{"first_name":"Ann","domain":"example.com"}', /^last_name: is required/],
    ['no domain', '{"first_name":"Ann","last_name":"Lee"}', /^domain: is required/],
    ['a number for a name', JSON.stringify({ ...ann, first_name: 7 }), /^first_name: must be a string/],
    ['null for a name', JSON.stringify({ ...ann, last_name: null }), /^last_name: must be a string/],
    ['a list for a domain', JSON.stringify({ ...ann, domain: ['a.b'] }), /^domain: must be a string/],
    ['an empty first name', JSON.stringify({ ...ann, first_name: '' }), /^first_name: must be from 1 to 255/],
    ['an empty last name', JSON.stringify({ ...ann, last_name: '' }), /^last_name: must be from 1 to 255/],
    ['256 letters', JSON.stringify({ ...ann, first_name: 'a'.repeat(256) }), /^first_name: .* 255 char/],
    ['256 long ones', JSON.stringify({ ...ann, last_name: '🙂'.repeat(256) }), /^last_name: .* 255 char/],
    ['a domain of 2', JSON.stringify({ ...ann, domain: 'ab' }), /^domain: must be from 3 to 255/],
    ['a domain of 2 long ones', JSON.stringify({ ...ann, domain: '🙂🙂' }), /^domain: must be from 3 to 255/],
    ['a domain of 256', JSON.stringify({ ...ann, domain: longDomain }), /^domain: must be from 3 to 255/],
    ...['29', '121', '"60"', '45.5', 'null', 'true', '-60', '1e400', '[60]'].map(
      (timeout): [string, string, RegExp] => [
        `the timeout ${timeout}`,
        JSON.stringify(ann).replace('}', `,"timeout":${timeout}}`),
        /^timeout: must be a whole number of seconds from 30 to 120/,
      ],
    ),
  ])('refuses %s with 422, naming the parameter, and charges nothing', async (_, body, detail) => {
    const service = await createLookupService();
    const response = await post(`${await serveEngine(service.engine)}/v1/email-lookup`, service.key, body);
    expect(response.status).toBe(422);
    expect(await readDetail(response)).toMatch(detail);
    expect(await balanceOf(service)).toBe(100);
  });

  it('accepts names of 1 to 255 characters and domains of 3 to 255, however many bytes they have', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine);
    for (const letter of ['a', 'ü', '🙂']) {
      const longest = letter.repeat(255);
      for (const body of [
        { first_name: longest, last_name: longest, domain: longest },
        { first_name: letter, last_name: letter, domain: letter.repeat(3) },
      ]) {
        expect((await post(`${url}/v1/email-lookup`, key, body)).status, letter).toBe(200);
      }
    }
  });

  it('answers 403 with the balance and the required amount if the credits do not suffice', async () => {
    const service = await createLookupService({ credits: 0.8 });
    const response = await lookUp(service, await serveEngine(service.engine), ann);
    expect(response.status).toBe(403);
    expect(await readDetail(response)).toMatch(/balance is 0\.8\b.*required amount is 1\b/);
    expect(await balanceOf(service)).toBe(0.8);
  });

  it('answers 502 if the fault is ours, and charges nothing', async () => {
    const unreachable = async () =>
      ({ kind: 'failure', reason: 'unreachable', detail: 'No resolver answers.' }) as const;
    const dns: Dns = { ...oneExchangeDns(), mx: unreachable, a: unreachable, aaaa: unreachable };
    const service = await createLookupService({ dns });
    const response = await lookUp(service, await serveEngine(service.engine), ann);
    expect(response.status).toBe(502);
    await readDetail(response);
    expect(await balanceOf(service)).toBe(100);
  });

  it('answers 500 for an unexpected error, charges nothing, and keeps the person out of the log', async () => {
    const service = await createLookupService();
    const { replace } = service.stores.cache;
    service.stores.cache.replace = async (key, ...entry) => {
      if (key.startsWith('lookup:')) throw new TypeError(`cannot write ${key}`);
      return replace.call(service.stores.cache, key, ...entry);
    };
    const logger = createRecordingLogger();
    const response = await lookUp(service, await serveEngine(service.engine, { logger }), ann);
    expect(response.status).toBe(500);
    expect(await readDetail(response)).not.toMatch(/lee/i);
    expect(await balanceOf(service)).toBe(100);
    const failures = logger.lines.filter(({ level }) => level === 'error');
    expect(failures).toMatchObject([{ fields: { route: '/v1/email-lookup', status: 500 } }]);
    expect(JSON.stringify(logger.lines)).toContain('cannot write lookup:<address>');
    expect(JSON.stringify(logger.lines)).not.toMatch(/\blee\b/i);
  });

  it('checks the key before the body, and accepts no other method', async () => {
    const { engine, key } = await stubEngine();
    const url = await serveEngine(engine, { maxBodyBytes: 100 });
    expect((await post(`${url}/v1/email-lookup`, 'wrong', 'nonsense')).status).toBe(401);
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const response = await fetchWithKey(`${url}/v1/email-lookup`, key, { method });
      expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST']);
    }
    const long = await post(`${url}/v1/email-lookup`, key, { ...ann, more: 'x'.repeat(100) });
    expect(long.status).toBe(413);
  });

  it('accepts JSON whatever its Content-Type', async () => {
    const { engine, key } = await stubEngine();
    const body = JSON.stringify(ann);
    const head = `POST /v1/email-lookup HTTP/1.1\r\nHost: h\r\nConnection: close\r\nX-API-Key: ${key}\r\n`;
    for (const type of ['', 'Content-Type: text/plain\r\n']) {
      const request = `${head}${type}Content-Length: ${body.length}\r\n\r\n${body}`;
      expect((await sendRaw(await serveEngine(engine), request)).status).toBe(200);
    }
  });
});
