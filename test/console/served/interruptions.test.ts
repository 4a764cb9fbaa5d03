import { expect, it } from 'vitest';
import { goTo } from '../page/support/chromium.ts';
import { startAnswerLosingProxy } from './support/answer-losing-proxy.ts';
import { consoleOfFile, figure, pasteList, submitList } from './support/served-console.ts';

// Long enough for the server to be killed, and to start again.
const served = await consoleOfFile(['--sandbox', '--retry-delays', '20']);

it('goes on by itself with a list whose server was killed and came back, and charges it once', async () => {
  const { page } = await served.signIn(await served.invite('patient'));
  await pasteList(page, [
    'ann.baker@bakery.example.com',
    'ann.smith@bakery.example.com',
    'ann@greylist.example.net',
  ]);
  await submitList(page);
  await page.getByText('To be tried again').waitFor();
  await served.kill();
  await page.getByRole('alert').filter({ hasText: 'The server does not answer. Trying again …' }).waitFor();
  await page.getByText('To be tried again').waitFor();

  await served.restart();
  await page.getByText(/· finished /).waitFor();
  await page.getByText('3 rows', { exact: true }).waitFor();
  expect(await page.getByText('To be tried again').count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  await goTo(page, 'Credits');
  await expect.poll(() => figure(page, 'Held for running work')).toBe('0');
  expect(await figure(page, 'Credits available')).toBe('99.4');
});

it('shows pages that were opened while the server was away once it is back', async () => {
  const { page } = await served.signIn(await served.invite('early'));
  await served.kill();
  await goTo(page, 'Credits');
  await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).first().waitFor();
  await goTo(page, 'API keys');
  await page.getByLabel('Name of a new key').fill('shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('alert').filter({ hasText: 'The server does not answer. Try again.' }).waitFor();
  await served.restart();
  await page.getByText('There are no keys yet.').waitFor();
  expect(await page.getByLabel('Name of a new key').inputValue()).toBe('shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Secret of shop', { exact: true }).waitFor();
});

it('charges a list once whose submission had no answer, and was repeated after a reload', async () => {
  await using proxy = await startAnswerLosingProxy(new URL(served.url));
  const link = await served.invite('unlucky', { credits: 1, url: proxy.url });
  const { page } = await served.signIn(link);
  const emails = ['ann', 'tom', 'kim', 'lee'].map((name) => `${name}@bakery.example.com`);
  proxy.losesAnswers = true;
  await pasteList(page, emails);
  await page.getByRole('button', { name: 'Submit 4' }).click();
  await page.getByRole('alert').filter({ hasText: 'The server does not answer. Try again.' }).waitFor();
  expect(proxy.lost).toBeGreaterThan(0);
  await page.getByText('This list was submitted before, but no answer arrived.').waitFor();

  proxy.losesAnswers = false;
  await page.reload();
  await pasteList(page, emails);
  // Too few for another list of this kind: what was taken is not asked for again.
  await expect.poll(() => figure(page, 'Credits available')).toBe('0.2');
  await page.getByText('This list was submitted before, but no answer arrived.').waitFor();
  await submitList(page);
  await page.getByText('4 of 4').waitFor();
  await goTo(page, 'Jobs');
  await page.getByText('4 / 4').waitFor();
  expect(await page.getByRole('table', { name: 'Jobs' }).getByRole('rowheader').count()).toBe(1);
  await goTo(page, 'Credits');
  await expect.poll(() => figure(page, 'Held for running work')).toBe('0');
  expect(await figure(page, 'Credits available')).toBe('0.2');
});
