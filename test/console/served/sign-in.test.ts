import { expect, it } from 'vitest';
import { goTo, openConsole } from '../page/support/chromium.ts';
import { consoleOfFile, pasteList, submitList } from './support/served-console.ts';

const served = await consoleOfFile(['--sandbox', '--retry-delays', '3600']);

it('signs an account in by a link, which is used up by that', async () => {
  const link = await served.invite('acme');
  const { page, failures } = await served.signIn(link);
  await page.getByText('Signed in as acme').waitFor();
  expect(page.url()).not.toContain('inv_');
  await page.reload();
  await page.getByText('Signed in as acme').waitFor();
  expect(failures).toEqual([]);

  const { page: second } = await openConsole(served.browser, link);
  await second.getByRole('button', { name: 'Sign in with this link' }).click();
  await second.getByRole('alert').filter({ hasText: 'This link is not valid: it was used' }).waitFor();
  expect(await second.getByRole('navigation').count()).toBe(0);
});

it('refuses a link that has expired, and says whom to ask for another', async () => {
  await served.mailproof('credits', 'add', '--account', 'late', '1');
  const url = `${served.url}/console`;
  const link = await served.mailproof('accounts', 'invite', 'late', '--valid-for', '1s', '--url', url);
  const madeAt = Date.now();
  await expect.poll(() => Date.now() - madeAt, { timeout: 10_000 }).toBeGreaterThan(1_000);
  const { page } = await openConsole(served.browser, link.trim());
  await page.getByRole('button', { name: 'Sign in with this link' }).click();
  await page.getByRole('alert').filter({ hasText: 'has expired' }).waitFor();
  await page.getByText('Ask the operator for another one.').waitFor();
});

it('keeps what was typed when the operator ends all sessions of the account', async () => {
  const { page } = await served.signIn(await served.invite('busy'));
  await goTo(page, 'API keys');
  await page.getByLabel('Name of a new key').fill('a name that was typed');

  const { page: operator } = await served.signInOperator();
  await operator.goto(`${served.url}/console/#/accounts/busy`);
  await operator.getByRole('button', { name: 'Sign out everywhere' }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await operator.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Sign-in link').fill(await served.invite('busy'));
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name of a new key').inputValue()).toBe('a name that was typed');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Secret of a name that was typed', { exact: true }).waitFor();
  const keys = page.getByRole('table', { name: 'API keys' }).getByRole('rowheader');
  await keys.filter({ hasText: 'a name that was typed' }).waitFor();
  expect(await keys.count()).toBe(1);
});

it('says by itself that the session has ended while a job is watched', async () => {
  const { page } = await served.signIn(await served.invite('watcher'));
  await pasteList(page, ['ann@greylist.example.net']);
  await submitList(page);
  await page.getByText('To be tried again').waitFor();
  const { page: operator } = await served.signInOperator();
  await operator.goto(`${served.url}/console/#/accounts/watcher`);
  await operator.getByRole('button', { name: 'Sign out everywhere' }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
});
