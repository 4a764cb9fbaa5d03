import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chromiumOfFile, goTo, openAsOperator } from './support/chromium.ts';
import { type ConsoleStub, startConsoleStub } from './support/console-stub.ts';
import { finishedJob } from './support/stub-records.ts';

const browser = await chromiumOfFile();
let stub: ConsoleStub;
let page: Page;
let failures: string[];

beforeEach(async () => {
  stub = await startConsoleStub();
  ({ page, failures } = await openAsOperator(browser, stub));
  await goTo(page, 'Accounts');
});
afterEach(async () => {
  expect(failures).toEqual([]);
  await Promise.all(browser.contexts().map((context) => context.close()));
  await stub[Symbol.asyncDispose]();
});

it('gives credits to an account and takes some away', async () => {
  await page.getByRole('link', { name: 'acme' }).click();
  for (const credits of ['100', '-20']) {
    await page.getByLabel('Credits', { exact: true }).fill(credits);
    await page.getByLabel('Reference').fill(`invoice 7 ${credits}`);
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByText(`${credits} credits were booked.`).waitFor();
  }
  expect(stub.records.grants).toEqual([
    { account: 'acme', credits: 100, id: 'invoice 7 100' },
    { account: 'acme', credits: -20, id: 'invoice 7 -20' },
  ]);
  expect(stub.requests).toContain('POST accounts/acme/corrections');
});

it('makes a sign-in link, which is shown once', async () => {
  await page.getByLabel('Open an account').fill('new account');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Account new account' }).waitFor();
  await page.getByRole('button', { name: 'Make a sign-in link' }).click();
  expect(await page.getByLabel('Sign-in link', { exact: true }).inputValue()).toContain('#/sign-in/inv_');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await page.content()).not.toContain('inv_');
});

it.each(['.', '..'])(
  'asks nothing about an account called %s, which browsers leave out of a path',
  async (name) => {
    await page.getByLabel('Open an account').fill(name);
    const before = stub.requests.length;
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: `Account ${name}`, exact: true }).waitFor();
    await page.getByText('Use the commands of mailproof').waitFor();
    expect(stub.requests.slice(before)).toEqual([]);
  },
);

it('makes keys for an account, and signs it out everywhere', async () => {
  await page.getByRole('link', { name: 'acme' }).click();
  await page.getByLabel('Name of a new key').fill('shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Secret of shop', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.poll(() => stub.requests).toContain('POST accounts/acme/sign-out');
});

it('sees the jobs of all accounts, cancels one and deletes one', async () => {
  stub.records.jobs.set('job_1', {
    ...finishedJob(['ann@example.com'], 'acme'),
    status: 'in_progress',
    processed: 0,
  });
  stub.records.jobs.set('job_2', finishedJob(['bob@example.com'], 'others'));
  await goTo(page, 'Jobs');
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  await page.getByLabel('Only of this account').fill('others');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Only of this account').fill('nobody');
  await page.getByText('This account has no jobs.').waitFor();
  await page.getByLabel('Only of this account').fill('others');
  await page.getByRole('table').getByRole('link').click();
  await page.getByRole('button', { name: 'Delete job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete job' }).click();
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  expect(stub.records.jobs.has('job_2')).toBe(false);
  await page.evaluate(`location.hash = '#/jobs/job_1'`);
  await page.getByRole('button', { name: 'Cancel job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await page.getByText('cancelled').waitFor();
  expect(stub.records.jobs.get('job_1')?.status).toBe('failed');
});

it('shows what each sender has open at each provider, and its blocks', async () => {
  await goTo(page, 'Senders');
  const grid = page.getByRole('table', { name: 'Connections by sender and provider' });
  await grid.getByText('blocked until 5 Mar 2026, 12:00').waitFor();
  await grid.getByText('3 of 5').waitFor();
  await grid.getByText('Mail servers: 2').click();
  await grid.getByText('mx2.example.com').waitFor();
  await page
    .getByRole('img', { name: /^The last hour: [\d,]+ recipients asked, \d+ failed connections,/ })
    .locator('canvas')
    .waitFor();
});

it('shows the history of one sender at one provider', async () => {
  await goTo(page, 'Senders');
  const history = page.getByLabel('History of');
  await history.selectOption('192.0.2.2, Other mail servers');
  // Three in each of the thirty minutes.
  await page.getByRole('img', { name: /^The last hour: 90 recipients asked,/ }).waitFor();
  expect(await history.inputValue()).toBe('egress=192.0.2.2&provider=');
  await history.selectOption('All senders and providers');
  await page.getByRole('img', { name: /^The last hour: [\d,]{4,} recipients asked,/ }).waitFor();
});

it('shows the queue, and what the doctor finds', async () => {
  await goTo(page, 'Service');
  await page.getByText('sqlite').waitFor();
  await page.getByText('The journal is not a write-ahead log.').waitFor();
  await expect.poll(() => stub.requests).toContain('GET service/events');
  await page.getByRole('button', { name: 'Examine' }).click();
  await page.getByText('The name of this host has no address.').waitFor();
  await page.getByText('Done: 2 findings, 1 not ok.').waitFor();
  const colours = new Map<string, string>(
    await page.evaluate(
      `[...document.querySelectorAll('.tag')].map((tag) => [tag.textContent, getComputedStyle(tag).backgroundColor])`,
    ),
  );
  expect([...colours.keys()].sort()).toEqual(['failure', 'ok', 'sandbox', 'warning']);
  expect(new Set(colours.values()).size).toBe(4);
});

it('shows replies that were not understood', async () => {
  await goTo(page, 'Unrecognised replies');
  await page.getByText('message … held by policy #').waitFor();
});
