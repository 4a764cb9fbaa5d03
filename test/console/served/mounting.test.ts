import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { createConsole } from '../../../adapters/console/index.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { netPorts } from '../../../adapters/net/index.ts';
import { startSandbox } from '../../../adapters/sandbox/index.ts';
import { createEngine } from '../../../src/index.ts';
import { repository, textOf } from '../../house/repository-files.ts';
import { stepsOf } from '../../readme/steps.ts';
import { freePort } from '../../support/closed-port.ts';
import { startListening } from '../../support/served-process.ts';
import { goTo, openConsole, startChromium } from '../page/support/chromium.ts';

const adminToken = 'an-admin-token-of-enough-characters';
const patienceMs = 60_000;

it('works in a browser below any path of an Express app', async () => {
  const sandbox = await startSandbox({ domains: {}, exchanges: {} });
  const stores = memoryStores();
  const engine = createEngine({ ...stores, ...netPorts(sandbox.network) });
  await engine.accounts.grant('acme', { id: 'first', milliCredits: 1_000 });
  const pages = createConsole({ engine, cache: stores.cache, adminToken, basePath: '' });
  const server = createServer(express().use('/team/console', pages.node)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await startChromium();
  onTestFinished(async () => {
    await browser.close();
    pages.close();
    server.closeAllConnections();
    server.close();
    await engine.close();
    await sandbox.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/team/console`;
  const { page, failures } = await openConsole(browser, url);
  page.setDefaultTimeout(patienceMs);
  await page.getByLabel('Admin token').fill(adminToken);
  await page.getByRole('button', { name: 'Sign in as operator' }).click();
  await goTo(page, 'Accounts');
  await page.getByRole('link', { name: 'acme' }).click();
  await page.getByRole('button', { name: 'Make a sign-in link' }).click();
  const link = await page.getByLabel('Sign-in link', { exact: true }).inputValue();
  expect(link).toMatch(`${url}/#/sign-in/`);

  const { page: account, failures: others } = await openConsole(browser, link);
  account.setDefaultTimeout(patienceMs);
  await account.getByRole('button', { name: 'Sign in with this link' }).click();
  await goTo(account, 'New list');
  await account.getByLabel('Or paste addresses').fill('ann@example.com');
  await account.getByRole('button', { name: 'Use these' }).click();
  await account.getByText('Price in credits').waitFor();
  await goTo(account, 'Credits');
  await account.getByText('Nothing was spent in these days.').waitFor();
  expect([...failures, ...others]).toEqual([]);
});

it('is served by the program of docs/console.md, with the HTTP interface beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-mounting-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(repository, join(folder, 'node_modules/mailproof'), 'dir');
  const port = String(await freePort());
  const [program] = stepsOf(textOf('docs/console.md')).flatMap((step) =>
    step.kind === 'file' ? [step.text] : [],
  );
  await writeFile(join(folder, 'console.mjs'), (program ?? '').replaceAll('8080', port));
  const server = await startListening({
    args: [join(folder, 'console.mjs')],
    cwd: folder,
    env: { MAILPROOF_ADMIN_TOKEN: adminToken },
  });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const page = await fetch(`${server.url}/console`);
  expect([page.status, page.url]).toEqual([200, `${server.url}/console/`]);
  const signedIn = await fetch(`${server.url}/console/api/session`, {
    method: 'POST',
    headers: { Origin: server.url },
    body: JSON.stringify({ admin_token: adminToken }),
  });
  expect(signedIn.status).toBe(200);
  expect((await fetch(`${server.url}/v1/credits`)).status).toBe(401);
});
