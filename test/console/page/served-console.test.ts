import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { builtCli } from '../../support/built-cli.ts';
import { type ServedProcess, serveProcess } from '../../support/served-process.ts';
import { goTo, openConsole, startChromium } from './support/chromium.ts';

const adminToken = 'an-admin-token-of-enough-characters';

let browser: Browser;
let folder: string;
let server: ServedProcess;

beforeAll(async () => {
  browser = await startChromium();
  folder = await mkdtemp(join(tmpdir(), 'mailproof-console-'));
  server = await serveProcess({ args: ['--sandbox', '--admin-token', adminToken], cwd: folder });
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Types a command beside the server. */
async function mailproof(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('node', [builtCli, ...args], { cwd: folder });
  return stdout;
}

async function inviteAccount(account: string): Promise<string> {
  await mailproof('credits', 'add', '--account', account, '100');
  const link = await mailproof('accounts', 'invite', account, '--url', `${server.url}/console`);
  return link.trim().split('\n').at(-1) ?? '';
}

async function signIn(link: string): Promise<Page> {
  const { page } = await openConsole(browser, link);
  await page.getByRole('button', { name: 'Sign in with this link' }).click();
  await page.getByRole('navigation').waitFor();
  return page;
}

it('leads a newcomer from a link to a key, a list and its results', async () => {
  const page = await signIn(await inviteAccount('acme'));
  await goTo(page, 'API keys');
  await page.getByLabel('Name of a new key').fill('shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByLabel('Secret of shop', { exact: true }).inputValue();
  const answer = await fetch(`${server.url}/v1/credits`, { headers: { 'X-API-Key': secret } });
  expect(answer.status).toBe(200);
  await goTo(page, 'New list');
  const emails = [
    'ann@example.com',
    'nobody@example.com',
    'a@b',
    'eve@no-such-domain.test',
    'bob@example.org',
    'x',
  ];
  await page.getByLabel('Or paste addresses').fill(emails.join('\n'));
  await page.getByRole('button', { name: 'Use these' }).click();
  await page.getByRole('button', { name: 'Submit 6' }).click();
  await page.getByText('6 of 6').waitFor();
  await page.getByText('6 rows').waitFor();
  await page.getByRole('gridcell', { name: 'ann@example.com' }).waitFor();
  await goTo(page, 'Credits');
  await page.getByText('98.8').waitFor();
});

it('answers nothing to a used link, to another account, and to a page of another origin', async () => {
  const link = await inviteAccount('owner');
  const owner = await signIn(link);
  await owner
    .getByLabel('Or paste addresses')
    .fill(['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`).join('\n'));
  await owner.getByRole('button', { name: 'Use these' }).click();
  await owner.getByRole('button', { name: 'Submit 5' }).click();
  await owner.getByText('5 of 5').waitFor();
  const jobUrl = owner.url();

  const { page: second } = await openConsole(browser, link);
  await second.getByRole('button', { name: 'Sign in with this link' }).click();
  await second.getByRole('alert').filter({ hasText: 'This link is not valid' }).waitFor();

  const other = await signIn(await inviteAccount('other'));
  await other.goto(jobUrl);
  await other.getByRole('alert').filter({ hasText: 'There is no such job' }).waitFor();

  // Another port of the same host is the same site, so that the browser sends the cookie.
  const elsewhere = createServer((_, answer) => answer.end('<!doctype html>')).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const attacker = await owner.context().newPage();
  await attacker.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
  const jobId = jobUrl.split('/').at(-1);
  const attempts = [
    [`jobs/${jobId}`, 'DELETE'],
    [`jobs/${jobId}/cancel`, 'POST'],
    ['session', 'DELETE'],
    ['keys', 'POST'],
  ];
  for (const [path, method] of attempts)
    await attacker.evaluate(`fetch('${server.url}/console/api/${path}', {
      method: '${method}', mode: 'no-cors', credentials: 'include',
      ${method === 'POST' ? `body: '{"name":"stolen"}',` : ''}
    }).catch(() => {})`);
  elsewhere.close();
  await owner.reload();
  await owner.getByText('5 of 5').waitFor();
  await goTo(owner, 'API keys');
  await owner.getByText('There are no keys yet.').waitFor();
});

it('lets the operator take credits, make a link and see how the service is', async () => {
  await inviteAccount('seen');
  const { page, failures } = await openConsole(browser, `${server.url}/console`);
  await page.getByLabel('Admin token').fill(adminToken);
  await page.getByRole('button', { name: 'Sign in as operator' }).click();
  await page.getByRole('link', { name: 'seen' }).click();
  await page.getByLabel('Credits', { exact: true }).fill('-40');
  await page.getByLabel('Reference').fill('invoice 9');
  await page.getByRole('button', { name: 'Give' }).click();
  await page.getByText('-40 credits were booked.').waitFor();
  await page.getByText('60', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Make a sign-in link' }).click();
  const link = await page.getByLabel('Sign-in link', { exact: true }).inputValue();
  await signIn(link);
  await goTo(page, 'Service');
  await page.getByText('sqlite').waitFor();
  await goTo(page, 'Unread replies');
  await page.getByRole('heading', { name: 'Unread replies' }).waitFor();
  expect(failures).toEqual([]);
});

it('shows what a simulated mail server is asked and answers', async () => {
  const page = await signIn(await inviteAccount('curious'));
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('ann.baker@bakery.example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('region', { name: 'Result', exact: true }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'RCPT TO' }).first().waitFor();
});
