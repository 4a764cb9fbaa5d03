import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goTo } from '../page/support/chromium.ts';
import {
  figure,
  pasteList,
  type ServedConsole,
  type SignedInPage,
  startServedConsole,
  submitList,
} from './support/served-console.ts';

let served: ServedConsole;
let account: SignedInPage;
let operator: SignedInPage;

beforeAll(async () => {
  served = await startServedConsole(['--sandbox', '--retry-delays', '3600']);
  account = await served.signIn(await served.invite('acme'));
  operator = await served.signInOperator();
});
afterAll(() => served[Symbol.asyncDispose]());

it('takes credits from an account, and makes a link that signs it in', async () => {
  const { page, failures } = operator;
  await goTo(page, 'Accounts');
  await page.getByRole('link', { name: 'acme', exact: true }).click();
  await page.getByLabel('Credits', { exact: true }).fill('-40');
  await page.getByLabel('Reference').fill('invoice 9');
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByText('-40 credits were booked.').waitFor();
  await expect.poll(() => figure(page, 'Credits available')).toBe('60');
  await page.getByRole('button', { name: 'Make a sign-in link' }).click();
  const link = await page.getByLabel('Sign-in link', { exact: true }).inputValue();
  const second = await served.signIn(link);
  await second.page.getByText('Signed in as acme').waitFor();
  expect([...failures, ...second.failures]).toEqual([]);
});

it('makes the first credits of an account that did not exist', async () => {
  const { page } = operator;
  await goTo(page, 'Accounts');
  await page.getByLabel('Open an account').fill('new/one & more');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Account new/one & more' }).waitFor();
  await page.getByLabel('Credits', { exact: true }).fill('12.5');
  await page.getByLabel('Reference').fill('first');
  await page.getByRole('button', { name: 'Book' }).click();
  await expect.poll(() => figure(page, 'Credits available')).toBe('12.5');
  await goTo(page, 'Accounts');
  await page.getByRole('link', { name: 'new/one & more' }).waitFor();
});

it('sees what the senders did, the queue, and what the doctor finds', async () => {
  const list = ['ann.baker@bakery.example.com', 'ann@greylist.example.net', 'ann@blocklist.example.net'];
  await pasteList(account.page, list);
  await submitList(account.page);
  await account.page.getByText('To be tried again').waitFor();

  const { page, failures } = operator;
  await goTo(page, 'Senders');
  const grid = page.getByRole('table', { name: 'Connections by sender and provider' });
  await grid.getByRole('columnheader', { name: 'Other mail servers' }).waitFor();
  await grid.getByRole('rowheader').first().waitFor();
  await page.getByRole('img', { name: 'The last hour' }).locator('canvas').waitFor();
  await goTo(page, 'Service');
  await page.getByText('sqlite').waitFor();
  await expect.poll(() => figure(page, 'Retries waiting')).not.toBe('0');
  await page.getByRole('button', { name: 'Examine' }).click();
  await page.getByText(/^Done: \d+ findings, (all|\d+ not) ok/).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Port 25 is open' }).waitFor();
  await goTo(page, 'Unrecognised replies');
  await page.getByRole('heading', { name: 'Unrecognised replies' }).waitFor();
  await page.getByText('Every reply was understood.').or(page.getByRole('table')).first().waitFor();
  expect(failures).toEqual([]);
});

it('cancels the job of an account, whose credits for the rest come back, and deletes it', async () => {
  await account.page.getByText('To be tried again').waitFor();
  const { page, failures } = operator;
  await goTo(page, 'Jobs');
  await page.getByRole('row').filter({ hasText: 'acme' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Cancel job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await page.getByText('cancelled').waitFor();
  await account.page.getByText('cancelled').waitFor();
  await page.getByRole('button', { name: 'Delete job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete job' }).click();
  await page.getByText('There are no jobs yet.').waitFor();
  await goTo(account.page, 'Jobs');
  await account.page.getByText('There are no jobs yet.').waitFor();
  expect([...failures, ...account.failures]).toEqual([]);
});

it('shows an account what a simulated mail server is asked and answers', async () => {
  const { page, failures } = account;
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('tom@bakery.example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('region', { name: 'Result', exact: true }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'RCPT TO:<tom@' }).first().waitFor();
  expect(failures).toEqual([]);
});

it('shows a first request with a new key that works as it is in a terminal', async () => {
  const { page, failures } = account;
  await goTo(page, 'API keys');
  await page.getByLabel('Name of a new key').fill('shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  const request = await page.getByLabel('A first request, for a terminal', { exact: true }).inputValue();
  const { stdout } = await promisify(execFile)('sh', ['-c', request]);
  expect(JSON.parse(stdout)).toMatchObject({ email: 'ann.baker@bakery.example.com', status: 'safe' });
  const documentation = page.getByRole('link', { name: 'Read the API documentation' });
  const path = (await documentation.getAttribute('href')) ?? '';
  expect((await fetch(new URL(path, served.url))).status).toBe(200);
  expect(failures).toEqual([]);
});
