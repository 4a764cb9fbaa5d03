import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpHandlerOptions } from '../../adapters/http/index.ts';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { demoWorld, startSandbox, testWorld } from '../../adapters/sandbox/index.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import type { BudgetLimits } from '../../src/budgets/budget-table.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { type BulkVerificationReceipt, createEngine } from '../../src/index.ts';
import type { Clock } from '../../src/ports/index.ts';
import { stubEngine } from '../support/stub-http-engine.ts';
import { until } from '../support/until.ts';
import { createQuietHandler, fetchWithKey, post, readDetail, serveEngine } from './http-fixtures.ts';
import { balanceOf, createBulkService, postBulk } from './resources/bulk-service.ts';

/** An engine for test keys, on a sandbox of its own. Retries of jobs come at once. Rates are counted by `clock`. */
async function startTestEngine(clock: Clock = systemClock, budgets: BudgetLimits = {}) {
  const sandbox = await startSandbox(testWorld());
  const { rateLimits } = memoryStores({ clock });
  const network = netPorts(sandbox.network);
  const egresses = network.egresses.map((egress) => ({ ...egress, forgetsBlocks: true }));
  const engine = createEngine(
    { ...memoryStores(), rateLimits, ...network, egresses },
    { budgets, bulk: { addressTimeoutMs: 3_000, retryDelaysMs: [1, 1] } },
  );
  onTestFinished(async () => {
    await engine.close();
    await sandbox.close();
  });
  engine.jobs.work();
  return engine;
}

/** A server with live jobs and a test key of the same account. */
async function startService() {
  const service = await createBulkService();
  const { key: testKey, record } = await service.engine.keys.create({ account: 'acme', test: true });
  const testEngine = await startTestEngine(service.clock);
  const url = await serveEngine(service.engine, { testEngine });
  return { ...service, testKey, record, testEngine, url };
}

describe('The table of docs/test-keys.md', () => {
  it('has every address of the simulated internet with its outcome', async () => {
    const text = await readFile(new URL('../../docs/test-keys.md', import.meta.url), 'utf8');
    const rows = text
      .slice(text.indexOf('## Addresses'))
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toEqual(
      demoWorld().addresses.map(
        ({ email, status, substatus, note }) => `| \`${email}\` | ${status} | ${substatus} | ${note} |`,
      ),
    );
  });
});

describe('The internet that test keys see', () => {
  it('is that of the demonstration, but that greylisting never ends, and no server asks us to slow down', () => {
    const { world } = demoWorld();
    const { domains, exchanges, zone } = testWorld();
    const withoutLimits = ({ 'qq.com': qq, ...others }: typeof domains) => ({ qq: qq?.mx, others });
    expect({ ...withoutLimits(domains), zone }).toEqual({
      ...withoutLimits(world.domains),
      zone: world.zone,
    });
    expect(Object.keys(exchanges)).toEqual(Object.keys(world.exchanges));
    const greylisting = Object.values(exchanges).filter(({ greylistMs }) => greylistMs !== undefined);
    expect(greylisting).not.toEqual([]);
    for (const { greylistMs } of greylisting) expect(greylistMs).toBeGreaterThan(10 * 365 * 86_400_000);
  });

  it('answers every address of docs/test-keys.md as documented, in any order and any number of times', async () => {
    const service = await createBulkService();
    const { key } = await service.engine.keys.create({ account: 'acme', test: true });
    const limits = { unpaid_requests: 1_000, unpaid_requests_open: 1_000 };
    const testEngine = await startTestEngine(systemClock, limits);
    const handler = createQuietHandler(
      { ...service.engine, budgets: { ...service.engine.budgets, take: async () => {} } },
      { testEngine },
    );
    const authorized = { headers: { 'X-API-Key': key } };
    const ask = async ({ email }: { email: string }) => {
      const url = `http://h/v1/verify?email=${encodeURIComponent(email)}`;
      const response = await handler.fetch(new Request(url, authorized));
      const { status, substatus } = (await response.json()) as { status: string; substatus: string };
      return `${email} ${response.status} ${status} ${substatus}`;
    };
    const documented = [
      ...(await readAddresses()),
      { email: '10003@qq.com', status: 'invalid', substatus: 'mailbox_not_found' },
    ];
    const asked = shuffled([...documented, ...documented, ...documented]);
    const answers: string[] = [];
    const rest = asked.values();
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const each of rest) answers.push(await ask(each));
      }),
    );
    const expected = asked.map(({ email, status, substatus }) => `${email} 200 ${status} ${substatus}`);
    expect(answers.sort()).toEqual(expected.sort());
  });

  it('answers lists of these addresses so, twice', async () => {
    const { url, testKey, testEngine } = await startService();
    let completed = 0;
    testEngine.observe((event) => {
      if (event.kind === 'job' && event.change === 'completed') completed += 1;
    });
    // Those that time out take their time at each attempt.
    const documented = (await readAddresses()).filter(({ substatus }) => substatus !== 'timeout');
    for (const list of [shuffled(documented), shuffled(documented)]) {
      const response = await postBulk(
        url,
        testKey,
        list.map(({ email }) => email),
      );
      const { job_id: id } = (await response.json()) as BulkVerificationReceipt;
      const before = completed;
      await until(() => completed > before);
      const answer = await fetchWithKey(`${url}/v1/bulk/${id}/results`, testKey);
      const { results } = (await answer.json()) as { results: typeof documented };
      const outcomes = results.map(({ status, substatus }) => `${status} ${substatus}`);
      expect(outcomes).toEqual(list.map(({ status, substatus }) => `${status} ${substatus}`));
    }
  });
});

/** The rows of docs/test-keys.md. */
async function readAddresses() {
  const text = await readFile(new URL('../../docs/test-keys.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| `(.*)` \| (\w+) \| (\w+) \|/gm);
  return [...rows].map(([, email = '', status = '', substatus = '']) => ({ email, status, substatus }));
}

/** In an order that is always the same, and none that anybody would choose. */
function shuffled<Value>(values: readonly Value[]): readonly Value[] {
  let seed = values.length;
  const keyed = values.map((value) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return { value, key: seed };
  });
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}

describe('A request with a test key', () => {
  it.each([
    ['ann.baker@bakery.example.com', 'safe', 'deliverable'],
    ['eve@everybody.example.com', 'risky', 'catch_all'],
    ['ann@greylist.example.net', 'unknown', 'greylisted'],
    ['ann@spamhaus.example.net', 'unknown', 'blocked'],
    ['somebody@google.com', 'invalid', 'no_mx_records'],
  ])('gets the documented verdict about %s, and the live engine is not asked', async (email, ...outcome) => {
    const { engine, keys } = await liveEngineThatIsNeverAsked();
    const { key } = await keys.create({ account: 'acme', test: true });
    const url = await serveEngine(engine, { testEngine: await startTestEngine() });
    for (let round = 0; round < 2; round += 1) {
      const response = await fetchWithKey(`${url}/v1/verify?email=${encodeURIComponent(email)}`, key);
      expect(response.status).toBe(200);
      const { status, substatus } = (await response.json()) as { status: string; substatus: string };
      expect([status, substatus]).toEqual(outcome);
    }
  });

  it('looks up the people of the simulated internet, free of charge', async () => {
    const { url, testKey, ...service } = await startService();
    const ann = { first_name: 'Ann', last_name: 'Baker', domain: 'bakery.example.com' };
    const found = await post(`${url}/v1/email-lookup`, testKey, ann);
    expect(await found.json()).toMatchObject({ email: 'ann.baker@bakery.example.com', credits_consumed: 0 });
    expect(await balanceOf(service)).toBe(100);
  });

  it('always has 1,000 credits, whatever the account has', async () => {
    const { url, testKey, engine } = await startService();
    const { key: poor } = await engine.keys.create({ account: 'nobody’s', test: true });
    for (const key of [testKey, poor]) {
      const response = await fetchWithKey(`${url}/v1/credits`, key);
      expect(await response.json()).toEqual({ credits: 1_000 });
    }
  });

  it('runs jobs to their end, free of charge', async () => {
    const { url, testKey, testEngine, ...service } = await startService();
    let completed = false;
    testEngine.observe((event) => {
      if (event.kind === 'job' && event.change === 'completed') completed = true;
    });
    const emails = ['ann.baker@bakery.example.com', 'ann@greylist.example.net', 'ann@@example.com'];
    const receipt = (await (await postBulk(url, testKey, emails)).json()) as BulkVerificationReceipt;
    expect(receipt).toMatchObject({ total_emails: 3, estimated_cost: 0 });
    const job = `${url}/v1/bulk/${receipt.job_id}`;
    await until(() => completed);
    expect(await (await fetchWithKey(job, testKey)).json()).toMatchObject({ status: 'complete' });
    const { results } = (await (await fetchWithKey(`${job}/results`, testKey)).json()) as {
      results: { substatus: string }[];
    };
    expect(results.map(({ substatus }) => substatus)).toEqual([
      'deliverable',
      'greylisted',
      'invalid_syntax',
    ]);
    expect(await balanceOf(service)).toBe(100);
    expect(service.exchange.connections).toBe(0);
  });

  it('finds no job of a live key of the account, and a live key none of its own', async () => {
    const { url, key, testKey } = await startService();
    const submit = async (with_: string) =>
      ((await (await postBulk(url, with_, ['ann@example.com'])).json()) as BulkVerificationReceipt).job_id;
    const live = await submit(key);
    const test = await submit(testKey);
    expect((await fetchWithKey(`${url}/v1/bulk/${live}`, key)).status).toBe(200);
    expect((await fetchWithKey(`${url}/v1/bulk/${test}`, testKey)).status).toBe(200);
    expect((await fetchWithKey(`${url}/v1/bulk/${live}`, testKey)).status).toBe(404);
    expect((await fetchWithKey(`${url}/v1/bulk/${test}`, key)).status).toBe(404);
  });

  it('is refused for a job of more than 200 items', async () => {
    const { url, testKey } = await startService();
    const emails = Array.from({ length: 201 }, (_, index) => `user${index}@example.com`);
    const verification = await postBulk(url, testKey, emails);
    expect(verification.status).toBe(400);
    expect(await readDetail(verification)).toMatch(/at most 200 items/);
    const input = emails.map((name) => ({ first_name: name, last_name: 'Lee', domain: 'example.com' }));
    const lookup = await post(`${url}/v1/bulk-lookup`, testKey, { input });
    expect(lookup.status).toBe(422);
    expect(await readDetail(lookup)).toMatch(/at most 200 items/);
  });

  it('has a list read no further than to the first item too many', async () => {
    const { testKey, engine, testEngine } = await startService();
    const handler = createQuietHandler(engine, { testEngine });
    const { body, pulled } = endlessList();
    const response = await handler.fetch(submission(testKey, body));
    expect(response.status).toBe(400);
    expect(pulled()).toBeLessThan(1_000);
  });

  it('has at most 200,000 bytes', async () => {
    const { testKey, engine, testEngine } = await startService();
    const handler = createQuietHandler(engine, { testEngine });
    const send = (bytes: number) => handler.fetch(submission(testKey, '["ann@example.com"]'.padEnd(bytes)));
    expect((await send(200_000)).status).toBe(200);
    expect((await send(200_001)).status).toBe(413);
  });

  it('has no list read once its account has submitted 60 in a minute, whatever became of them', async () => {
    const { testKey, engine, testEngine, clock } = await startService();
    const { key: another } = await engine.keys.create({ account: 'acme', test: true });
    const handler = createQuietHandler(engine, { testEngine });
    for (let n = 0; n < 60; n += 1) {
      clock.leap(500);
      expect((await handler.fetch(submission(n % 2 === 0 ? testKey : another, '[]'))).status).toBe(400);
    }
    const { body, pulled } = endlessList();
    const refused = await handler.fetch(submission(testKey, body));
    expect({ status: refused.status, wait: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      wait: '31',
    });
    expect(await readDetail(refused)).toMatch(
      /60 submissions of free lists per minute per account \(unpaid_submissions\)/,
    );
    expect(pulled()).toBe(0);
    const { key: stranger } = await engine.keys.create({ account: 'another', test: true });
    expect((await handler.fetch(submission(stranger, '[]'))).status).toBe(400);
    clock.leap(30_500);
    expect((await handler.fetch(submission(testKey, '[]'))).status).toBe(400);
  });

  it('counts with the other test keys of its account: 20 verifications a second', async () => {
    const { testKey, engine, url } = await startService();
    const { key: another } = await engine.keys.create({ account: 'acme', test: true });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        fetchWithKey(`${url}/v1/verify?email=user${n}@example.com`, n % 2 === 0 ? testKey : another),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(await readDetail(refused[0]!)).toMatch(/\((key|unpaid)_requests(_open)?\)/);
  });

  it('counts against the limit of the test keys of its account, and not against that of live ones', async () => {
    const { url, key, testKey, engine } = await startService();
    const { key: sibling } = await engine.keys.create({ account: 'acme', test: true });
    const requests = Array.from({ length: 21 }, (_, n) =>
      fetchWithKey(`${url}/v1/credits`, n % 2 ? testKey : sibling),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await postBulk(url, testKey, ['ann@example.com'])).status).toBe(429);
    expect((await fetchWithKey(`${url}/v1/credits`, key)).status).toBe(200);
    expect((await postBulk(url, key, ['ann@example.com'])).status).toBe(200);
  });
});

describe('A server without an engine for tests', () => {
  it('refuses test keys with 401 and says why', async () => {
    const { engine, keys } = await liveEngineThatIsNeverAsked();
    const { key } = await keys.create({ account: 'acme', test: true });
    const response = await fetchWithKey(`${await serveEngine(engine)}/v1/verify?email=a@example.org`, key);
    expect(response.status).toBe(401);
    expect(await readDetail(response)).toMatch(/no test keys.*X-API-Key/);
  });
});

describe('An engine for tests that is started on demand', () => {
  it('is not started for live keys, and is tried again after a failure', async () => {
    const service = await createBulkService();
    const { key: testKey } = await service.engine.keys.create({ account: 'acme', test: true });
    let calls = 0;
    const testEngine: NonNullable<HttpHandlerOptions['testEngine']> = async () => {
      calls += 1;
      if (calls === 1) throw new StorageUnavailable('The store of the test jobs is away.');
      return startTestEngine();
    };
    const url = await serveEngine(service.engine, { testEngine });
    expect((await fetchWithKey(`${url}/v1/credits`, service.key)).status).toBe(200);
    expect(calls).toBe(0);
    expect((await fetchWithKey(`${url}/v1/credits`, testKey)).status).toBe(502);
    expect((await fetchWithKey(`${url}/v1/credits`, testKey)).status).toBe(200);
  });
});

/** A submission of addresses whose body arrives as it is read. */
function submission(key: string, body: string | ReadableStream<Uint8Array>): Request {
  const init: RequestInit = { method: 'POST', headers: { 'X-API-Key': key }, body, duplex: 'half' };
  return new Request('http://mail.example.org/v1/bulk', init);
}

/** A list of addresses that never ends, and how many of them were read. */
function endlessList() {
  let count = 0;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        count += 1;
        controller.enqueue(encoder.encode(`${count === 1 ? '[' : ','}"user${count}@example.com"`));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, pulled: () => count };
}

/** An engine with real keys whose verifications and lookups fail the test. */
async function liveEngineThatIsNeverAsked() {
  const { keys } = memoryStores();
  const asked = () => Promise.reject(new Error('The live engine was asked.'));
  const { engine } = await stubEngine({ keys, verify: asked, lookup: asked });
  return { engine, keys };
}
