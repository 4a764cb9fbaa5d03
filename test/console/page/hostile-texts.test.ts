import { afterEach, beforeEach, expect, it } from 'vitest';
import { chromiumOfFile, goTo, openAsAccount, openAsOperator } from './support/chromium.ts';
import { type ConsoleStub, startConsoleStub } from './support/console-stub.ts';
import { expectOnlyText, hostile, hostileTexts } from './support/hostile-texts.ts';
import { finishedJob, verificationOf } from './support/stub-records.ts';

const browser = await chromiumOfFile();
let stub: ConsoleStub;

beforeEach(async () => {
  stub = await startConsoleStub();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await stub[Symbol.asyncDispose]();
});

it('shows what a list says as text', async () => {
  const opened = await openAsAccount(browser, stub);
  const { page } = opened;
  await goTo(page, 'New list');
  const cell = `"${hostile.replaceAll('"', '""')}"`;
  const buffer = Buffer.from(`email,${cell}\nann@example.com,${cell}\n${cell},${cell}\n`);
  await page
    .getByLabel('Drop a CSV')
    .setInputFiles({ name: `${hostileTexts[1]}.csv`, mimeType: 'text/csv', buffer });
  await page.getByText('Price in credits').waitFor();
  await page.getByRole('cell').filter({ hasText: 'window.ran' }).first().waitFor();
  await expectOnlyText(opened);
});

it('shows what results say as text', async () => {
  const job = finishedJob([hostile]);
  const texts = { email: hostile, explanation: hostile, email_provider: hostile, mx_record: hostile };
  Object.assign(job, { rows: [{ index: 0, ...verificationOf(hostile, 0), ...texts, substatus: hostile }] });
  stub.records.jobs.set('job_1', job);
  const opened = await openAsAccount(browser, stub);
  const { page } = opened;
  await page.evaluate(`location.hash = '#/jobs/job_1'`);
  await page.getByText('1 row', { exact: true }).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('region', { name: 'Result', exact: true }).getByText('window.ran').first().waitFor();
  await expectOnlyText(opened);
});

it('shows what a mail server answers as text', async () => {
  stub.records.verification.steps = (['connect', 'command', 'reply', 'note'] as const).map((kind) => ({
    at_ms: 1,
    kind,
    exchange: hostile,
    text: hostile,
  }));
  Object.assign(stub.records.verification.result, { explanation: hostile, email_provider: hostile });
  const opened = await openAsAccount(browser, stub);
  const { page } = opened;
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill(hostile);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('region', { name: 'Result', exact: true }).waitFor();
  await expectOnlyText(opened);
});

it('shows names of keys and accounts, problems and replies as text', async () => {
  stub.records.keys.push({
    id: hostile,
    name: hostile,
    test: false,
    rotated_at: null,
    previous_valid_until: null,
    created_at: '2026-03-02T09:30:00.000Z',
    last_used_at: null,
    revoked_at: null,
  });
  stub.records.replies = [{ count: 1, stage: hostile, code: 550, enhanced_code: hostile, text: hostile }];
  stub.intercept = ({ path }) =>
    path === 'senders' ? { status: 500, json: { detail: hostile } } : undefined;
  const opened = await openAsOperator(browser, stub);
  const { page } = opened;
  await page.evaluate(`location.hash = '#/accounts/' + encodeURIComponent(${JSON.stringify(hostile)})`);
  await page.getByRole('rowheader').filter({ hasText: 'window.ran' }).waitFor();
  await expectOnlyText(opened);
  await goTo(page, 'Unrecognised replies');
  await page.getByRole('cell').filter({ hasText: 'window.ran' }).first().waitFor();
  await goTo(page, 'Senders');
  await page.getByRole('alert').filter({ hasText: 'window.ran' }).waitFor();
  await expectOnlyText(opened);
});

it('runs no code that is not in a file of the page, and asks no other host', async () => {
  const { page } = await openAsAccount(browser, stub);
  const refused = await page.evaluate(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.ran = 1';
    document.body.append(script);
  })`);
  expect(refused).toBe('script-src-elem');
  expect(await page.evaluate(`fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')`)).toBe(
    'refused',
  );
  expect(await page.evaluate('window.ran')).toBeUndefined();
});
