import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LoopSteps } from '../../../src/concurrency/loop-steps.ts';
import { allEventsOf, type Browser, detailOf, startConsole } from './console-server.ts';

interface Job {
  readonly job_id: string;
  readonly status: string;
}

const emails = ['ann@example.com', 'nobody@example.com', '=cmd;+x@example.com'];

async function submit(
  browser: Browser,
  key: string,
  body: unknown = { emails },
  query = '',
): Promise<Response> {
  return browser.send('POST', `jobs${query}`, body, { 'Idempotency-Key': key });
}

/** Submits a list and waits until it is done. */
async function finish(
  browser: Browser,
  key = 'first',
  body: unknown = { emails },
  query = '',
): Promise<string> {
  const answer = await submit(browser, key, body, query);
  const { job_id: id } = (await answer.json()) as Job;
  const events = await allEventsOf(await browser.send('GET', `jobs/${id}/events`));
  expect(events.at(-1)).toEqual({ event: 'end', data: {} });
  expect(events.at(-2)).toMatchObject({ event: 'job', data: { job_id: id, status: 'complete' } });
  return id;
}

describe('a list', () => {
  it('has the name that it was submitted with, which is cleaned, and others may have the same', async () => {
    const acme = await (await startConsole()).signIn('acme');
    const name = `?kind=verifications&name=${encodeURIComponent('Kunden\u0007 März.csv')}`;
    const named = { name: 'Kunden März.csv' };
    for (const key of ['one', 'two'])
      expect(await (await submit(acme, key, { emails }, name)).json()).toMatchObject(named);
    await submit(acme, 'three');
    const { jobs } = await acme.read<{ jobs: readonly Job[] }>('jobs');
    expect(jobs.filter((job) => 'name' in job && job.name === named.name)).toHaveLength(2);
    expect(jobs.filter((job) => 'name' in job && job.name === null)).toHaveLength(1);
    const tooLong = await submit(acme, 'four', { emails }, `?name=${'a'.repeat(1_001)}`);
    expect(tooLong.status).toBe(422);
  });

  it('is submitted once, followed to its end, and read row by row', async () => {
    const { engine, signIn } = await startConsole();
    const worker = engine.jobs.work();
    const acme = await signIn('acme');
    const id = await finish(acme);
    const again = await submit(acme, 'first');
    expect([again.status, ((await again.json()) as Job).job_id]).toEqual([202, id]);
    expect(await acme.read(`jobs/${id}`)).toMatchObject({
      kind: 'verifications',
      account: 'acme',
      key_id: null,
      total: 3,
      processed: 3,
      counts: { by_status: { safe: 1, risky: 0, invalid: 2, unknown: 0 }, retrying: 0 },
      credits: { charged: 0.6, refunded: 0 },
    });
    expect(await acme.read('balance')).toEqual({ available: 99.4, held: 0 });
    const oneRow = await acme.send('GET', `jobs/${id}/results?from=1&limit=1`);
    const lines = (await oneRow.text()).split('\n');
    expect(lines.map((line) => (line === '' ? line : JSON.parse(line)))).toEqual([
      expect.objectContaining({ index: 1, email: 'nobody@example.com', status: 'invalid' }),
      '',
    ]);
    const csv = await acme.send('GET', `jobs/${id}/results.csv`);
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment/);
    const none = await acme.send('GET', `jobs/${id}/results?from=7`);
    expect([oneRow, csv, none].map(({ headers }) => headers.get('x-row-count'))).toEqual(['1', '3', '0']);
    expect(await none.text()).toBe('');
    const rows = (await csv.text()).split('\r\n');
    expect(rows[0]).toMatch(/^email,status,explanation,/);
    expect(rows[3]).toMatch(/^'=cmd;'\+x@example\.com,/);
    const usage = await acme.read<{ days: object[]; total: number }>('usage');
    expect(usage).toMatchObject({
      days: [{ key_id: null, key_name: null, kind: 'bulk_verification', count: 3, credits: 0.6 }],
      total: 0.6,
    });
    await worker.close();
  });

  it('is seen in reports of what was spent, two at a time for each account', async () => {
    const { engine, signIn } = await startConsole();
    const { usage } = engine.accounts;
    const held: (() => void)[] = [];
    engine.accounts.usage = async (account, period) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return usage(account, period);
    };
    const [acme, globex] = [await signIn('acme'), await signIn('globex')];
    const reports = [acme, acme, globex].map((browser) => browser.send('GET', 'usage'));
    await expect.poll(() => held.length).toBe(3);
    const refused = await acme.send('GET', 'usage');
    expect([refused.status, await detailOf(refused)]).toEqual([
      429,
      expect.stringContaining('(usage_reports_open)'),
    ]);
    for (const resolve of held) resolve();
    expect((await Promise.all(reports)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('may be one of people', async () => {
    const { engine, signIn } = await startConsole();
    const worker = engine.jobs.work();
    const acme = await signIn('acme');
    const people = [{ first_name: 'Ann', last_name: 'Lee', domain: 'example.com' }];
    const id = await finish(acme, 'people', { people }, '?kind=lookups');
    const line = await (await acme.send('GET', `jobs/${id}/results`)).text();
    expect(JSON.parse(line)).toMatchObject({ index: 0, first_name: 'Ann', email: 'ann.lee@example.com' });
    await worker.close();
  });

  it('shows rows that have no result yet, and is cancelled and deleted', async () => {
    const { signIn } = await startConsole();
    const acme = await signIn('acme');
    const { job_id: id } = (await (await submit(acme, 'first')).json()) as Job;
    const answer = await acme.send('GET', `jobs/${id}/results`);
    const [row] = (await answer.text()).split('\n');
    expect(answer.headers.get('x-row-count')).toBe('3');
    expect(JSON.parse(row ?? '')).toEqual({ index: 0, email: 'ann@example.com', status: null });
    const early = await acme.send('DELETE', `jobs/${id}`);
    expect([early.status, await detailOf(early)]).toEqual([409, expect.stringMatching(/still running/)]);
    const cancelled = await acme.send('POST', `jobs/${id}/cancel`);
    expect(await cancelled.json()).toMatchObject({
      status: 'failed',
      cancelled: true,
      credits: { charged: 0.6, refunded: 0.6 },
    });
    expect((await acme.send('DELETE', `jobs/${id}`)).status).toBe(204);
    expect((await acme.send('GET', `jobs/${id}`)).status).toBe(404);
  });

  it.each([
    [{ emails: [] }, '', 'k', 400],
    [{ emails: [1] }, '', 'k', 422],
    [{ people: [] }, '', 'k', 422],
    [[], '', 'k', 422],
    [{ people: [{ first_name: 'x' }] }, '?kind=lookups', 'k', 422],
    [{ emails }, '?kind=people', 'k', 422],
    [{ emails }, '', '', 422],
    [{ emails }, '', 'x'.repeat(256), 422],
    ['{"emails":["ann@', '', 'k', 422],
  ])('%j with "%s" and the key "%.5s" is refused with %d', async (body, query, key, status) => {
    const { signIn } = await startConsole();
    const acme = await signIn('acme');
    expect((await submit(acme, key, body, query)).status).toBe(status);
    expect(await acme.read('balance')).toEqual({ available: 100, held: 0 });
  });

  it('is refused where a key is used for another one, and where the credits do not suffice', async () => {
    const { engine, signIn } = await startConsole();
    const acme = await signIn('acme');
    await submit(acme, 'k');
    expect((await submit(acme, 'k', { emails: ['bob@example.org'] })).status).toBe(422);
    await engine.accounts.subtract('acme', { id: 'all', milliCredits: 99_300 });
    const poor = await submit(acme, 'other');
    expect([poor.status, await detailOf(poor)]).toEqual([
      403,
      expect.stringMatching(/^Insufficient credits/),
    ]);
  });
});

describe('the jobs of an account', () => {
  it('are those of all its keys, newest first, page by page', async () => {
    const { engine, signIn, signInOperator } = await startConsole();
    const { record } = await engine.keys.create({ account: 'acme', label: 'shop' });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const options = { account: 'acme', ...(n === 2 ? { keyId: record.id } : {}) };
      ids.unshift((await engine.jobs.submit([`a${n}@example.com`], options)).id);
    }
    await engine.jobs.submit(['b@example.com'], { account: 'globex' });
    const acme = await signIn('acme');
    const listed: (Job & { key_name: string | null })[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '?limit=2' : `?limit=2&cursor=${encodeURIComponent(cursor)}`;
      const page: { jobs: typeof listed; next_cursor: string | null } = await acme.read(`jobs${query}`);
      listed.push(...page.jobs);
      cursor = page.next_cursor;
    }
    expect(listed.map(({ job_id }) => job_id).sort()).toEqual(ids.sort());
    expect(listed.filter(({ key_name }) => key_name === 'shop')).toHaveLength(1);
    const operator = await signInOperator();
    expect((await operator.read<{ jobs: Job[] }>('jobs')).jobs).toHaveLength(6);
    expect((await operator.read<{ jobs: Job[] }>('jobs?account=globex')).jobs).toHaveLength(1);
    expect((await acme.read<{ jobs: Job[] }>('jobs?account=globex')).jobs).toHaveLength(5);
  });

  it('are read in turn with the work of others, row by row: to suggest an address takes long', async () => {
    const { engine, signIn } = await startConsole();
    const worker = engine.jobs.work();
    const acme = await signIn('acme');
    const id = await finish(acme, 'first', {
      emails: Array.from({ length: 50 }, (_, n) => `a${n}@gmial.com`),
    });
    await worker.close();
    const next = vi.spyOn(LoopSteps.prototype, 'next');
    onTestFinished(() => next.mockRestore());
    for (const path of [`jobs/${id}/results`, `jobs/${id}/results.csv`]) {
      next.mockClear();
      expect((await (await acme.send('GET', path)).text()).split('\n')).not.toHaveLength(0);
      expect(next.mock.calls.filter(([account]) => account === 'acme').length).toBeGreaterThanOrEqual(50);
    }
  });

  it('are not listed after what is no time', async () => {
    const { signIn } = await startConsole();
    const acme = await signIn('acme');
    for (const time of ['9999999999999999', '9007199254740992', '12345678901234567', '-1']) {
      const refused = await acme.send('GET', `jobs?cursor=${time}~x`);
      expect([refused.status, await detailOf(refused)]).toEqual([
        422,
        'cursor: must be the next_cursor of the page before.',
      ]);
    }
  });

  it('are out of reach for others, but not for the operator', async () => {
    const { engine, signIn, signInOperator } = await startConsole();
    const { id } = await engine.jobs.submit(['b@example.com'], { account: 'globex' });
    const acme = await signIn('acme');
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/events'],
      ['GET', '/results'],
      ['GET', '/results.csv'],
      ['POST', '/cancel'],
      ['DELETE', ''],
    ] as const)
      expect([path, (await acme.send(method, `jobs/${id}${path}`)).status]).toEqual([path, 404]);
    for (const wrong of ['x', '..%2f', `${id}0`])
      expect((await acme.send('GET', `jobs/${wrong}`)).status).toBe(404);
    const operator = await signInOperator();
    expect(await operator.read(`jobs/${id}`)).toMatchObject({ account: 'globex', status: 'pending' });
    expect((await operator.send('POST', `jobs/${id}/cancel`)).status).toBe(200);
  });
});

describe('a list that costs nothing', () => {
  it('is refused with the name of the budget that has no room for it, and when it may have', async () => {
    const { signIn } = await startConsole({}, { budgets: { unpaid_items_open: 4 } });
    const acme = await signIn('acme');
    expect((await submit(acme, 'first', { emails }, '?level=dns')).status).toBe(202);
    const refused = await submit(acme, 'second', { emails }, '?level=syntax');
    expect({ status: refused.status, wait: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      wait: '10',
    });
    expect(await detailOf(refused)).toBe(
      'Budget exceeded: the maximum is 4 items of free lists without a result per account (unpaid_items_open). Try again in 10 seconds.',
    );
    const tooLong = await submit(acme, 'third', { emails: [...emails, ...emails] }, '?level=dns');
    expect([tooLong.status, await detailOf(tooLong)]).toEqual([
      403,
      expect.stringMatching(/Ask for less at once/),
    ]);
    expect((await submit(acme, 'fourth')).status).toBe(202);
    const globex = await signIn('globex');
    expect((await submit(globex, 'first', { emails }, '?level=dns')).status).toBe(202);
  });

  it('is not read once its account has submitted too many', async () => {
    const { signIn } = await startConsole({}, { budgets: { unpaid_submissions: 1 } });
    const acme = await signIn('acme');
    expect((await submit(acme, 'first', 'no JSON', '?level=dns')).status).toBe(422);
    const refused = await submit(acme, 'second', 'no JSON', '?level=dns');
    expect([refused.status, await detailOf(refused)]).toEqual([
      429,
      expect.stringMatching(/unpaid_submissions/),
    ]);
  });
});
