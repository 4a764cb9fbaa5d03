/** Statements of the service document about several endpoints, or that no other test covers. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EmailVerification } from '../../src/index.ts';
import type { Dns } from '../../src/ports/index.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';
import { oneExchangeDns } from '../support/scripted-exchange.ts';
import { until } from '../support/until.ts';
import { fetchWithKey, post, readDetail, serveEngine } from './http-fixtures.ts';
import {
  advanceUntil,
  type BulkService,
  balanceOf,
  createBulkService,
  serveBulk,
  submitBulk,
} from './resources/bulk-service.ts';
import { ann, lookUp, serveLookups } from './resources/lookup-service.ts';

const job = '00000000-0000-4000-8000-000000000000';

describe.each([
  ['GET', '/v1/verify?email=ann@example.com', undefined],
  ['POST', '/v1/email-lookup', ann],
  ['POST', '/v1/bulk', ['ann@example.com']],
  ['GET', `/v1/bulk/${job}`, undefined],
  ['GET', `/v1/bulk/${job}/results`, undefined],
  ['POST', '/v1/bulk-lookup', { input: [ann] }],
  ['GET', `/v1/bulk-lookup/${job}`, undefined],
  ['GET', `/v1/bulk-lookup/${job}/results`, undefined],
  ['GET', '/v1/credits', undefined],
] as const)('%s %s', (method, target, body) => {
  it('gets 401 without a key, with a wrong one and with a revoked one', async () => {
    const { engine, key, url } = await serveBulk();
    await engine.keys.revoke(key);
    for (const sent of [undefined, 'mp_wrong', key]) {
      const headers = sent === undefined ? {} : { 'X-API-Key': sent };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const response = await fetch(url + target, init);
      expect(response.status).toBe(401);
      expect(await readDetail(response)).toMatch(/API key is required in the X-API-Key header/);
    }
  });
});

describe('the charge for a request', () => {
  it('is nothing for a cached verification or lookup, so that no credits are needed', async () => {
    const { url, ...service } = await serveLookups();
    const { key: poor } = await service.engine.keys.create({ account: 'nobody’s' });
    const target = `${url}/v1/verify?email=ann.lee@example.com`;
    expect((await fetchWithKey(target, poor)).status).toBe(403);
    expect((await post(`${url}/v1/email-lookup`, poor, ann)).status).toBe(403);
    await verify(service, url, 'ann.lee@example.com');
    await lookUp(service, url, ann);
    expect((await fetchWithKey(target, poor)).status).toBe(200);
    const again = await post(`${url}/v1/email-lookup`, poor, ann);
    expect(await again.json()).toMatchObject({ email: 'ann.lee@example.com', credits_consumed: 0 });
  });

  it('is the whole list for a bulk verification, though known addresses are not probed again', async () => {
    const { url, ...service } = await serveBulk({ script: { knows: (to) => to.startsWith('ann@') } });
    await verify(service, url, 'ann@example.com');
    expect(await balanceOf(service)).toBe(99.8);
    const probes = service.exchange.asked.length;
    const jobId = await submitBulk(url, service.key, ['ann@example.com']);
    expect(await balanceOf(service)).toBe(99.6);
    await completeJob(service, jobId);
    expect(service.exchange.asked).toHaveLength(probes);
  });

  it('is nothing for an address that a bulk verification has just answered', async () => {
    const { url, ...service } = await serveBulk({ script: { knows: (to) => to.startsWith('ann@') } });
    await completeJob(service, await submitBulk(url, service.key, ['ann@example.com']));
    const probes = service.exchange.asked.length;
    expect(await verify(service, url, 'ANN@example.com')).toMatchObject({ status: 'safe' });
    expect(service.exchange.asked).toHaveLength(probes);
    expect(await balanceOf(service)).toBe(99.8);
  });

  it('is 0.2 credits for a verification that is answered, on time, with timeout', async () => {
    const silent = Array.from({ length: 100 }, () => [{ reply: 0, kind: 'lost' } as const]);
    const { url, ...service } = await serveBulk({ script: { knows: () => true, faults: silent } });
    let answered = false;
    const pending = fetchWithKey(`${url}/v1/verify?email=ann@example.com&timeout=3`, service.key).finally(
      () => {
        answered = true;
      },
    );
    await until(() => service.exchange.connections > 0);
    await service.clock.advance(2_999);
    expect(answered).toBe(false);
    await service.clock.advance(1);
    expect(await (await pending).json()).toMatchObject({
      status: 'unknown',
      substatus: 'timeout',
      confidence: null,
    });
    expect(await balanceOf(service)).toBe(99.8);
  });

  it('is nothing for a verification that ends with 500 or 502', async () => {
    const unreachable = async () =>
      ({ kind: 'failure', reason: 'unreachable', detail: 'No resolver answers.' }) as const;
    const dns: Dns = { ...oneExchangeDns(), mx: unreachable, a: unreachable, aaaa: unreachable };
    const away = await createBulkService({ dns });
    const unavailable = await fetchWithKey(
      `${await serveEngine(away.engine)}/v1/verify?email=ann@example.com`,
      away.key,
    );
    expect(unavailable.status).toBe(502);
    expect(await balanceOf(away)).toBe(100);

    const broken = await createBulkService();
    broken.stores.cache.replace = async () => {
      throw new TypeError('x is undefined');
    };
    expect(
      (await requestVerification(broken, await serveEngine(broken.engine), 'ann@example.com')).status,
    ).toBe(500);
    expect(await balanceOf(broken)).toBe(100);
  });

  it.each(['', ' ', 'no address'])('is 0.2 credits for the address "%s", as for any other', async (email) => {
    const service = await createBulkService();
    const verdict = await verify(service, await serveEngine(service.engine), email);
    expect(verdict).toMatchObject({ email: email.trim(), status: 'invalid', substatus: 'invalid_syntax' });
    expect(await balanceOf(service)).toBe(99.8);
  });

  it.each([
    ['white space alone', { first_name: ' ', last_name: ' ', domain: '   ' }],
    ['a name that nothing can be made of', { ...ann, first_name: '…', last_name: '-' }],
    ['a domain that is none', { ...ann, domain: 'no domain at all' }],
    ['a free provider', { ...ann, domain: 'gmail.com' }],
  ])('is a credit for a lookup of %s, answered at once with no_address_found', async (_, row) => {
    const { url, ...service } = await serveLookups();
    const response = await post(`${url}/v1/email-lookup`, service.key, row);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ substatus: 'no_address_found', credits_consumed: 1 });
    expect(service.exchange.connections).toBe(0);
    expect(await balanceOf(service)).toBe(99);
  });
});

it('A bulk verification probes again what a single one left unknown', async () => {
  let busy = true;
  const script = {
    knows: () => true,
    get refusesAllAfter() {
      const reply = '451 4.7.1 Greylisted, please try again later';
      return { refusals: busy ? 0 : Number.POSITIVE_INFINITY, reply };
    },
  };
  const { url, ...service } = await serveBulk({ script });
  expect(await verify(service, url, 'ann@example.com')).toMatchObject({ status: 'unknown' });
  busy = false;
  const jobId = await submitBulk(url, service.key, ['ann@example.com']);
  await completeJob(service, jobId);
  const status = await fetchWithKey(`${url}/v1/bulk/${jobId}`, service.key);
  expect(await status.json()).toMatchObject({ status: 'complete', retry_status: 'none' });
});

it('Parameters are checked before credits', async () => {
  const { key, url } = await serveBulk({ credits: 0.001 });
  expect((await fetchWithKey(`${url}/v1/verify?email=ann@example.com&timeout=1`, key)).status).toBe(422);
  expect((await post(`${url}/v1/email-lookup`, key, {})).status).toBe(422);
  expect((await post(`${url}/v1/bulk`, key, [])).status).toBe(400);
  expect((await post(`${url}/v1/bulk-lookup`, key, { input: [] })).status).toBe(422);
});

it('An unknown path, a wrong method and a body that is too long are refused without a key', async () => {
  const { engine } = await createBulkService();
  const url = await serveEngine(engine, { maxBodyBytes: 10 });
  expect((await fetchWithKey(`${url}/v1/nothing`, undefined)).status).toBe(404);
  expect((await fetchWithKey(`${url}/v1/credits`, undefined, { method: 'DELETE' })).status).toBe(405);
  expect((await fetch(`${url}/v1/bulk`, { method: 'POST', body: '["ann@example.com"]' })).status).toBe(413);
});

it('A plus sign in a query means a space, as in forms, unless it is sent as %2B', async () => {
  const service = await createBulkService({ script: { knows: (to) => to.startsWith('ann+news@') } });
  const url = `${await serveEngine(service.engine)}/v1/verify?email=ann`;
  const bare = await fetchWithKey(`${url}+news@example.com`, service.key);
  expect(await bare.json()).toMatchObject({ email: 'ann news@example.com', substatus: 'invalid_syntax' });
  const encoded = await advanceUntilAnswered(service, fetchWithKey(`${url}%2Bnews@example.com`, service.key));
  expect(await encoded.json()).toMatchObject({ email: 'ann+news@example.com', status: 'safe' });
});

it('An idempotency key is refused for the same addresses in another order', async () => {
  const { key, url } = await serveBulk();
  const submit = (emails: readonly string[]) =>
    post(`${url}/v1/bulk`, key, emails, { 'Idempotency-Key': 'order 7' });
  const first = await (await submit(['ann@example.com', 'bob@example.com'])).json();
  const repeat = await submit([' ANN@example.com', 'bob@example.com', 'bob@example.com']);
  expect(await repeat.json()).toEqual(first);
  expect((await submit(['bob@example.com', 'ann@example.com'])).status).toBe(422);
});

describe('the verdict on an address', () => {
  it('has no mx_record, and no_mx_records, if nothing receives mail there', async () => {
    const verdicts = await verdictsOf(
      'ann@none.example.com',
      'ann@null.example.com',
      'ann@missing.example.com',
    );
    for (const verdict of verdicts) {
      expect(verdict).toMatchObject({ status: 'invalid', substatus: 'no_mx_records', mx_record: null });
    }
  });

  it('has the domain itself as mx_record if it receives mail without an MX record', async () => {
    const [verdict] = await verdictsOf('ann@alone.example.com');
    expect(verdict).toMatchObject({ status: 'safe', mx_record: 'alone.example.com' });
  });

  it('has no mx_record if DNS fails, and the substatus of the cause', async () => {
    const [verdict] = await verdictsOf('ann@broken.example.com');
    expect(verdict).toMatchObject({ status: 'unknown', substatus: 'dns_error', mx_record: null });
  });

  it('shows whether it is behind a gateway, a role account, disposable or free, and its provider', async () => {
    const [gateway, role, disposable, free] = await verdictsOf(
      'ann@guarded.example.com',
      'info@guarded.example.com',
      'ann@mailinator.com',
      'ann@gmail.com',
    );
    expect(gateway).toMatchObject({
      status: 'safe',
      email_provider: 'Proofpoint',
      is_secure_email_gateway: true,
      is_role_account: false,
    });
    expect(role).toMatchObject({ status: 'risky', substatus: 'role_account', is_role_account: true });
    expect(disposable).toMatchObject({ status: 'risky', substatus: 'disposable', is_disposable: true });
    expect(free).toMatchObject({
      status: 'safe',
      email_provider: 'Gmail',
      is_free: true,
      is_disposable: false,
      is_secure_email_gateway: false,
    });
  });
});

/** Returns the verdicts that the API gives about addresses of a simulated internet. */
async function verdictsOf(...emails: readonly string[]): Promise<EmailVerification[]> {
  const proofpoint = 'mx0a-00000001.pphosted.com';
  const gmail = 'gmail-smtp-in.l.google.com';
  const sandboxed = await sandboxedEngine({
    domains: {
      'none.example.com': {},
      'null.example.com': { mx: 'null' },
      'broken.example.com': { dns: 'server-failure' },
      'alone.example.com': { mx: 'implicit', mailboxes: ['ann'] },
      'guarded.example.com': { mx: [proofpoint], mailboxes: ['ann', 'info'] },
      'mailinator.com': { mx: ['mx.example.com'], mailboxes: ['ann'] },
      'gmail.com': { mx: [gmail], mailboxes: ['ann'] },
    },
    exchanges: { 'alone.example.com': {}, [proofpoint]: {}, 'mx.example.com': {}, [gmail]: {} },
  });
  onTestFinished(() => sandboxed[Symbol.asyncDispose]());
  const { engine } = sandboxed;
  await engine.accounts.grant('acme', { id: 'first', milliCredits: 10_000 });
  const { key } = await engine.keys.create({ account: 'acme' });
  const url = await serveEngine(engine);
  return Promise.all(
    emails.map(async (email) => {
      const response = await fetchWithKey(`${url}/v1/verify?email=${encodeURIComponent(email)}`, key);
      return (await response.json()) as EmailVerification;
    }),
  );
}

/** Advances the clock until the response. */
async function advanceUntilAnswered({ clock }: BulkService, pending: Promise<Response>): Promise<Response> {
  let answered = false;
  const answer = pending.finally(() => {
    answered = true;
  });
  answer.catch(() => {});
  await advanceUntil(clock, async () => answered);
  return answer;
}

function requestVerification(service: BulkService, url: string, email: string): Promise<Response> {
  const target = `${url}/v1/verify?email=${encodeURIComponent(email)}`;
  return advanceUntilAnswered(service, fetchWithKey(target, service.key));
}

async function verify(service: BulkService, url: string, email: string): Promise<EmailVerification> {
  const response = await requestVerification(service, url, email);
  expect(response.status).toBe(200);
  return (await response.json()) as EmailVerification;
}

/** Runs a worker until a bulk verification is complete. */
async function completeJob({ engine, clock }: BulkService, jobId: string): Promise<void> {
  const worker = engine.jobs.work();
  await advanceUntil(clock, async () => (await engine.jobs.get(jobId)).status === 'complete');
  await worker.close();
}
