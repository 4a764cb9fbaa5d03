import { expect, it, onTestFinished } from 'vitest';
import type { BulkLookupPage, BulkLookupReceipt } from '../../../src/index.ts';
import { sandboxedEngine } from '../../support/sandboxed-engine.ts';
import { until } from '../../support/until.ts';
import { fetchWithKey, post, serveEngine } from '../http-fixtures.ts';
import { ann, bob } from './lookup-service.ts';

it('finds people over DNS and SMTP, one by one and in bulk, and never at a catch-all domain', async () => {
  const sandboxed = await sandboxedEngine({
    domains: {
      'example.com': { mx: ['mx.example.com'], mailboxes: ['ann.lee', 'bob.smith'] },
      'example.org': { mx: ['mx.example.org'], catchAll: true },
    },
    exchanges: { 'mx.example.com': {}, 'mx.example.org': {} },
  });
  onTestFinished(() => sandboxed[Symbol.asyncDispose]());
  const { engine } = sandboxed;
  await engine.accounts.grant('acme', { id: 'first', milliCredits: 10_000 });
  const { key } = await engine.keys.create({ account: 'acme' });
  const url = await serveEngine(engine);
  let completed = false;
  engine.observe((event) => {
    if (event.kind === 'job' && event.change === 'completed') completed = true;
  });

  const single = await post(`${url}/v1/email-lookup`, key, ann);
  expect(await single.json()).toMatchObject({
    ...ann,
    status: 'safe',
    email: 'ann.lee@example.com',
    mx_record: 'mx.example.com',
    is_domain_catch_all: false,
  });

  const input = [ann, bob, { ...bob, domain: 'example.org' }, { ...bob, first_name: 'Zoe' }];
  const submission = await post(`${url}/v1/bulk-lookup`, key, { input });
  const { job_id: jobId } = (await submission.json()) as BulkLookupReceipt;
  engine.jobs.work();
  await until(() => completed);
  const status = await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}`, key);
  expect(await status.json()).toMatchObject({
    status: 'completed',
    total_processed: 4,
    summary: { total_found: 2, total_not_found: 2 },
  });
  const page = await fetchWithKey(`${url}/v1/bulk-lookup/${jobId}/results`, key);
  const { results } = (await page.json()) as BulkLookupPage;
  expect(results.map(({ email }) => email)).toEqual([
    'ann.lee@example.com',
    'bob.smith@example.com',
    null,
    null,
  ]);
  const credits = await fetchWithKey(`${url}/v1/credits`, key);
  expect(await credits.json()).toEqual({ credits: 5 });
});
