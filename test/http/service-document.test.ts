/** Sentences of the service document that hold over several endpoints, or that no other test is about. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Dns, EmailVerification } from '../../src/index.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';
import { oneExchangeDns } from '../support/scripted-exchange.ts';
import { until } from '../support/until.ts';
import { type BulkService, balanceOf, bulkService, passing, submitted } from './resources/bulk-service.ts';
import { ann, lookUp, lookupService } from './resources/lookup-service.ts';
import { ask, detailOf, post, served } from './served.ts';

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
    const { engine, key } = await bulkService();
    const url = await served(engine);
    await engine.keys.revoke(key);
    for (const sent of [undefined, 'mp_wrong', key]) {
      const headers = sent === undefined ? {} : { 'X-API-Key': sent };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const response = await fetch(url + target, init);
      expect(response.status).toBe(401);
      expect(await detailOf(response)).toMatch(/API key is required in the X-API-Key header/);
    }
  });
});

describe('what a request is charged', () => {
  it('is nothing for a cached verification or lookup, so that no credits are needed', async () => {
    const service = await lookupService();
    const url = await served(service.engine);
    const { key: poor } = await service.engine.keys.create({ account: 'nobody’s' });
    const target = `${url}/v1/verify?email=ann.lee@example.com`;
    expect((await ask(target, poor)).status).toBe(403);
    expect((await post(`${url}/v1/email-lookup`, poor, ann)).status).toBe(403);
    await verify(service, url, 'ann.lee@example.com');
    await lookUp(service, url, ann);
    expect((await ask(target, poor)).status).toBe(200);
    const again = await post(`${url}/v1/email-lookup`, poor, ann);
    expect(await again.json()).toMatchObject({ email: 'ann.lee@example.com', credits_consumed: 0 });
  });

  it('is the whole list for a bulk verification, though what is known is not asked again', async () => {
    const service = await bulkService({ script: { knows: (to) => to.startsWith('ann@') } });
    const url = await served(service.engine);
    await verify(service, url, 'ann@example.com');
    expect(await balanceOf(service)).toBe(99.8);
    const asked = service.exchange.asked.length;
    const jobId = await submitted(url, service.key, ['ann@example.com']);
    expect(await balanceOf(service)).toBe(99.6);
    await finished(service, jobId);
    expect(service.exchange.asked).toHaveLength(asked);
  });

  it('is nothing for an address that a bulk verification has just answered', async () => {
    const service = await bulkService({ script: { knows: (to) => to.startsWith('ann@') } });
    const url = await served(service.engine);
    await finished(service, await submitted(url, service.key, ['ann@example.com']));
    const asked = service.exchange.asked.length;
    expect(await verify(service, url, 'ANN@example.com')).toMatchObject({ status: 'safe' });
    expect(service.exchange.asked).toHaveLength(asked);
    expect(await balanceOf(service)).toBe(99.8);
  });

  it('is 0.2 credits for a verification that ran out of time, on time', async () => {
    const silent = Array.from({ length: 100 }, () => [{ reply: 0, kind: 'lost' } as const]);
    const service = await bulkService({ script: { knows: () => true, faults: silent } });
    const url = await served(service.engine);
    let answered = false;
    const asked = ask(`${url}/v1/verify?email=ann@example.com&timeout=3`, service.key).finally(() => {
      answered = true;
    });
    await until(() => service.exchange.connections > 0);
    await service.clock.advance(2_999);
    expect(answered).toBe(false);
    await service.clock.advance(1);
    expect(await (await asked).json()).toMatchObject({
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
    const away = await bulkService({ dns });
    const unavailable = await ask(`${await served(away.engine)}/v1/verify?email=ann@example.com`, away.key);
    expect(unavailable.status).toBe(502);
    expect(await balanceOf(away)).toBe(100);

    const broken = await bulkService();
    broken.stores.cache.set = async () => {
      throw new TypeError('x is undefined');
    };
    expect((await settled(broken, await served(broken.engine), 'ann@example.com')).status).toBe(500);
    expect(await balanceOf(broken)).toBe(100);
  });

  it.each(['', ' ', 'no address'])('is 0.2 credits for the address "%s", as for any other', async (email) => {
    const service = await bulkService();
    const verdict = await verify(service, await served(service.engine), email);
    expect(verdict).toMatchObject({ email: email.trim(), status: 'invalid', substatus: 'invalid_syntax' });
    expect(await balanceOf(service)).toBe(99.8);
  });

  it.each([
    ['white space alone', { first_name: ' ', last_name: ' ', domain: '   ' }],
    ['a name that nothing can be made of', { ...ann, first_name: '…', last_name: '-' }],
    ['a domain that is none', { ...ann, domain: 'https://example.com/' }],
    ['a free provider', { ...ann, domain: 'gmail.com' }],
  ])('is a credit for a lookup of %s, answered at once with no_address_found', async (_, row) => {
    const service = await lookupService();
    const url = await served(service.engine);
    const response = await post(`${url}/v1/email-lookup`, service.key, row);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ substatus: 'no_address_found', credits_consumed: 1 });
    expect(service.exchange.connections).toBe(0);
    expect(await balanceOf(service)).toBe(99);
  });
});

it('A bulk verification asks again about what a single one left unknown', async () => {
  let busy = true;
  const script = {
    knows: () => true,
    get refusesAllAfter() {
      const reply = '451 4.7.1 Greylisted, please try again later';
      return { refusals: busy ? 0 : Number.POSITIVE_INFINITY, reply };
    },
  };
  const service = await bulkService({ script });
  const url = await served(service.engine);
  expect(await verify(service, url, 'ann@example.com')).toMatchObject({ status: 'unknown' });
  busy = false;
  const jobId = await submitted(url, service.key, ['ann@example.com']);
  await finished(service, jobId);
  const status = await ask(`${url}/v1/bulk/${jobId}`, service.key);
  expect(await status.json()).toMatchObject({ status: 'complete', retry_status: 'none' });
});

it('What is wrong with a request is said before that the credits do not suffice', async () => {
  const { engine, key } = await bulkService({ credits: 0.001 });
  const url = await served(engine);
  expect((await ask(`${url}/v1/verify?email=ann@example.com&timeout=1`, key)).status).toBe(422);
  expect((await post(`${url}/v1/email-lookup`, key, {})).status).toBe(422);
  expect((await post(`${url}/v1/bulk`, key, [])).status).toBe(400);
  expect((await post(`${url}/v1/bulk-lookup`, key, { input: [] })).status).toBe(422);
});

it('A path that is not there, a method that it does not have and a body that is too long need no key', async () => {
  const { engine } = await bulkService();
  const url = await served(engine, { maxBodyBytes: 10 });
  expect((await ask(`${url}/v1/nothing`, undefined)).status).toBe(404);
  expect((await ask(`${url}/v1/credits`, undefined, { method: 'DELETE' })).status).toBe(405);
  expect((await fetch(`${url}/v1/bulk`, { method: 'POST', body: '["ann@example.com"]' })).status).toBe(413);
});

it('A plus sign in a query stands for a space, as in forms, unless it is sent as %2B', async () => {
  const service = await bulkService({ script: { knows: (to) => to.startsWith('ann+news@') } });
  const url = `${await served(service.engine)}/v1/verify?email=ann`;
  const bare = await ask(`${url}+news@example.com`, service.key);
  expect(await bare.json()).toMatchObject({ email: 'ann news@example.com', substatus: 'invalid_syntax' });
  const encoded = await timePassing(service, ask(`${url}%2Bnews@example.com`, service.key));
  expect(await encoded.json()).toMatchObject({ email: 'ann+news@example.com', status: 'safe' });
});

it('An idempotency key is refused with the same addresses in another order, as it is with others', async () => {
  const { engine, key } = await bulkService();
  const url = await served(engine);
  const submit = (emails: readonly string[]) =>
    post(`${url}/v1/bulk`, key, emails, { 'Idempotency-Key': 'order 7' });
  const first = await (await submit(['ann@example.com', 'bob@example.com'])).json();
  const repeat = await submit([' ANN@example.com', 'bob@example.com', 'bob@example.com']);
  expect(await repeat.json()).toEqual(first);
  expect((await submit(['bob@example.com', 'ann@example.com'])).status).toBe(422);
});

describe('what is said of an address', () => {
  it('is that nothing receives mail there: no mx_record, and no_mx_records', async () => {
    const verdicts = await verdictsOf(
      'ann@none.example.com',
      'ann@null.example.com',
      'ann@missing.example.com',
    );
    for (const verdict of verdicts) {
      expect(verdict).toMatchObject({ status: 'invalid', substatus: 'no_mx_records', mx_record: null });
    }
  });

  it('is the domain itself as mx_record where it receives its mail without an MX record', async () => {
    const [verdict] = await verdictsOf('ann@alone.example.com');
    expect(verdict).toMatchObject({ status: 'safe', mx_record: 'alone.example.com' });
  });

  it('is no mx_record either where nobody could tell, and the substatus is that of the cause', async () => {
    const [verdict] = await verdictsOf('ann@broken.example.com');
    expect(verdict).toMatchObject({ status: 'unknown', substatus: 'dns_error', mx_record: null });
  });

  it('is whether it is behind a gateway, of a function, disposable or free, and at which provider', async () => {
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

/** Over HTTP, of a simulated internet. */
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
  const url = await served(engine);
  return Promise.all(
    emails.map(async (email) => {
      const response = await ask(`${url}/v1/verify?email=${encodeURIComponent(email)}`, key);
      return (await response.json()) as EmailVerification;
    }),
  );
}

/** Lets time pass until there is an answer. */
async function timePassing({ clock }: BulkService, asked: Promise<Response>): Promise<Response> {
  let answered = false;
  const answer = asked.finally(() => {
    answered = true;
  });
  answer.catch(() => {});
  await passing(clock, async () => answered);
  return answer;
}

function settled(service: BulkService, url: string, email: string): Promise<Response> {
  const target = `${url}/v1/verify?email=${encodeURIComponent(email)}`;
  return timePassing(service, ask(target, service.key));
}

async function verify(service: BulkService, url: string, email: string): Promise<EmailVerification> {
  const response = await settled(service, url, email);
  expect(response.status).toBe(200);
  return (await response.json()) as EmailVerification;
}

/** Works on a bulk verification until it is complete. */
async function finished({ engine, clock }: BulkService, jobId: string): Promise<void> {
  const worker = engine.jobs.work();
  await passing(clock, async () => (await engine.jobs.status(jobId)).status === 'complete');
  await worker.close();
}
