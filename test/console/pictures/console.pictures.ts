import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository } from '../../house/repository-files.ts';
import { goTo, openAsAccount, openAsOperator, openConsole, startChromium } from '../page/support/chromium.ts';
import { type ConsoleStub, startConsoleStub } from '../page/support/console-stub.ts';
import { finishedJob } from '../page/support/stub-records.ts';

const folder = join(repository, 'docs/pictures');
const maxBytes = 150_000;
const size = { width: 1_040, height: 720 };
/** The pictures show the same day whenever they are made. */
const now = new Date('2026-03-05T11:30:00.000Z');

let browser: Browser;
let stub: ConsoleStub;

beforeAll(async () => {
  browser = await startChromium();
  stub = await startConsoleStub();
  const names = ['ann.baker', 'bob', 'sales', 'eve.adams', 'carol', 'dan.brown', 'info'];
  const emails = Array.from(
    { length: 2_400 },
    (_, n) => `${names[n % names.length]}@company${n % 310}.example`,
  );
  stub.records.jobs.set('8d0c11f4-0f35-47a0-9a3f-6a0c9e0d7b52', {
    ...finishedJob(emails.slice(0, 1_800)),
    status: 'in_progress',
    processed: 1_130,
  });
  stub.records.jobs.set('0b2f5c1e-6d1a-4a53-9d57-2f6f5f0f3c11', finishedJob(emails));
});
afterAll(async () => {
  await browser.close();
  await stub[Symbol.asyncDispose]();
});

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  expect((await stat(path)).size).toBeLessThanOrEqual(maxBytes);
}

it('signing in', async () => {
  const { page } = await openConsole(browser, stub.url, size);
  await page.getByLabel('Admin token').waitFor();
  await take(page, 'sign-in');
});

it('the pages of an account', async () => {
  const { page } = await openAsAccount(browser, stub, size);
  await page.clock.setFixedTime(now);
  await goTo(page, 'New list');
  const rows = [
    'Ann Baker,ann.baker@company1.example,Sales',
    'Bob,bob@company2.example,',
    'Eve Adams,eve@company3.example,Legal',
  ];
  const buffer = Buffer.from(`Name,Email,Department\n${rows.join('\n')}\n`);
  await page.getByLabel('Drop a CSV').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Price in credits').waitFor();
  await take(page, 'new-list');
  await goTo(page, 'Overview');
  await page.getByRole('table', { name: 'Jobs' }).waitFor();
  await take(page, 'overview');
  await goTo(page, 'Jobs');
  await take(page, 'jobs');
  await page.getByRole('table').getByRole('link').last().click();
  await page.getByText('2,400 rows', { exact: true }).waitFor();
  await take(page, 'job');
  await page.getByRole('grid').scrollIntoViewIfNeeded();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('region', { name: 'Result', exact: true }).scrollIntoViewIfNeeded();
  await take(page, 'results');
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('ann@example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByText('250 2.1.5 Ok').waitFor();
  await take(page, 'verify');
  await goTo(page, 'Find people');
  await take(page, 'people');
  await goTo(page, 'API keys');
  await page.getByLabel('Name of a new key').fill('shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Secret of shop', { exact: true }).waitFor();
  await take(page, 'keys');
  await goTo(page, 'Credits');
  await take(page, 'credits');
});

it('the first page on a telephone', async () => {
  const { page } = await openAsAccount(browser, stub, { width: 390, height: 720 });
  await page.clock.setFixedTime(now);
  await page.reload();
  await page.getByRole('table', { name: 'Jobs' }).waitFor();
  await take(page, 'telephone');
});

it('the pages of the operator, in dark colours', async () => {
  const { page } = await openAsOperator(browser, stub, { ...size, colorScheme: 'dark' });
  await page.getByRole('table', { name: 'Senders' }).waitFor();
  await take(page, 'operator');
  await goTo(page, 'Accounts');
  await take(page, 'accounts');
  await page.getByRole('link', { name: 'acme' }).click();
  await page.getByRole('heading', { name: 'Account acme' }).waitFor();
  await take(page, 'account');
  await goTo(page, 'Senders');
  await page
    .getByRole('img', { name: /^The last hour/ })
    .locator('canvas')
    .waitFor();
  await take(page, 'senders');
  await goTo(page, 'Service');
  await page.getByRole('button', { name: 'Examine' }).click();
  await page.getByText('Done: 2 findings, 1 not ok.').waitFor();
  await take(page, 'service');
  await goTo(page, 'Unrecognised replies');
  await page.getByRole('table', { name: 'Unrecognised replies' }).waitFor();
  await take(page, 'replies');
});
