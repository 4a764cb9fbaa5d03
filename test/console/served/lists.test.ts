import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { goTo } from '../page/support/chromium.ts';
import { type OddList, oddLists, oddPeople } from './support/odd-lists.ts';
import { consoleOfFile, figure, pasteList, submitList } from './support/served-console.ts';

const served = await consoleOfFile();

it('keeps a job from other accounts, which are told kindly', async () => {
  const { page: owner } = await served.signIn(await served.invite('owner'));
  await pasteList(owner, ['ann.baker@bakery.example.com']);
  await submitList(owner);
  await owner.getByText('1 of 1').waitFor();

  const { page: other, failures } = await served.signIn(await served.invite('other'));
  await other.goto(owner.url());
  await other.getByRole('alert').filter({ hasText: 'There is no such job' }).waitFor();
  expect(await other.getByText('bakery').count()).toBe(0);
  await other.getByRole('link', { name: 'All jobs' }).click();
  await other.getByText('There are no jobs yet.').waitFor();
  expect(failures).toEqual([]);
});

it('says price and balance to an account without credits, and loses nothing that was typed', async () => {
  const { page, failures } = await served.signIn(await served.invite('poor', { credits: 0 }));
  const emails = ['ann.baker@bakery.example.com', 'ann.smith@bakery.example.com'];
  await pasteList(page, emails);
  await page.getByRole('alert').filter({ hasText: 'There are too few credits' }).waitFor();
  expect([await figure(page, 'Price in credits'), await figure(page, 'Credits available')]).toEqual([
    '0.4',
    '0',
  ]);
  expect(await page.getByRole('button', { name: 'Submit 2' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Choose another list' }).click();
  expect(await page.getByLabel('Or paste addresses').inputValue()).toBe(emails.join('\n'));

  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('sales@bakery.example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Insufficient credits' }).waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe('sales@bakery.example.com');
  expect(failures).toEqual([]);
});

describe('a list with every oddity', () => {
  it('of addresses becomes the same file as with mailproof bulk', async () => {
    const { page, failures } = await served.signIn(await served.invite('odd'));
    for (const [name, list] of Object.entries(oddLists)) {
      await goTo(page, 'New list');
      await expectFileOfBulk(page, name, list);
    }
    expect(failures).toEqual([]);
  });

  it('of people becomes the same file as with mailproof bulk --lookup', async () => {
    const { page, failures } = await served.signIn(await served.invite('odd people'));
    for (const [name, { content, options }] of Object.entries(oddPeople)) {
      await goTo(page, 'Find people');
      await expectFileOfBulk(page, name, { content, options: ['--lookup', ...options] });
    }
    expect(failures).toEqual([]);
  });
});

/** Submits a list in the page, and compares what is downloaded then with what the command writes. */
async function expectFileOfBulk(page: Page, name: string, { content, options }: OddList): Promise<void> {
  const path = join(served.folder, `${name}.csv`);
  await writeFile(path, content);
  const expected = `${path}.results`;
  await served.mailproof('bulk', path, '--sandbox', '--retry-delays', 'none', '--out', expected, ...options);
  await page.getByLabel('Drop a CSV').setInputFiles(path);
  await page.getByText('Price in credits').waitFor();
  await submitList(page);
  await page.getByText(/· finished /).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download your list with the results' }).click(),
  ]);
  const written = await readFile(await download.path(), 'utf8');
  expect([name, comparable(written)]).toEqual([name, comparable(await readFile(expected, 'utf8'))]);
}

it('writes the results beside a list that is chosen again after a reload, in the column that is chosen', async () => {
  const { page, failures } = await served.signIn(await served.invite('again'));
  const list = 'work email,email\nann.baker@bakery.example.com,x@y.example\nann.smith@bakery.example.com,\n';
  await goTo(page, 'New list');
  const file = { name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
  await page.getByLabel('Drop a CSV').setInputFiles(file);
  await page.getByLabel('Column of the addresses').selectOption('1: work email');
  await page.getByRole('button', { name: 'Submit 2' }).click();
  await page.getByText('2 rows', { exact: true }).waitFor();

  await page.reload();
  await page.getByLabel('Choose your list again').setInputFiles(file);
  const chosen = page.getByRole('region', { name: 'The list' });
  await chosen.getByLabel('Column of the addresses').selectOption('2: email');
  const save = chosen.getByRole('button', { name: 'Download your list with the results' });
  await save.click();
  await page.getByRole('alert').filter({ hasText: 'No row of this list has a result.' }).waitFor();
  await chosen.getByLabel('Column of the addresses').selectOption('1: work email');
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  await page.getByText('Downloaded: 2 of 2 rows have a result.').waitFor();
  const [head, first, second] = (await readFile(await download.path(), 'utf8')).split('\n');
  expect(head).toMatch(/^work email,email,status,/);
  expect(first).toMatch(/^ann.baker@bakery.example.com,x@y.example,safe,/);
  expect(second).toMatch(/^ann.smith@bakery.example.com,,invalid,/);
  expect(failures).toEqual([]);
});

it('takes 100,000 rows, and shows their results to the last', async () => {
  const rows = 100_000;
  const { page, failures } = await served.signIn(await served.invite('large', { credits: 20_000 }));
  // Nobody is asked about texts that are no addresses, so that the server is done soon.
  const cells = Array.from({ length: rows }, (_, n) =>
    n % 10_000 === 0 ? `p${n}@no-such.example` : `p${n}`,
  );
  const path = join(served.folder, 'large.csv');
  await writeFile(path, `email,number\n${cells.map((cell, n) => `${cell},${n}\n`).join('')}`);
  await goTo(page, 'New list');
  await page.getByLabel('Drop a CSV').setInputFiles(path);
  await page.getByRole('cell', { name: 'p0@no-such.example' }).waitFor();
  await page.getByRole('button', { name: 'Submit 100,000' }).click();
  await page.getByText('100,000 of 100,000').waitFor({ timeout: 180_000 });
  await page.getByText('100,000 rows', { exact: true }).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await page.getByRole('heading', { name: 'p99999', exact: true }).waitFor();
  await page.getByLabel('Containing').fill('p77777');
  await page.getByText('1 of 100,000 rows').waitFor();
  expect(failures).toEqual([]);
});

/**
 * Removes whether a domain takes mail for any name, which a server that has asked there before knows from other addresses, and what
 * each person was charged, which is nothing for the command.
 */
function comparable(csv: string): string {
  return csv.replace(
    /([,;\t])(?:true|false)?((?:\1(?:true|false)?){4}\1\d*)(?:\1[01])?(\1[^,;\t\r\n]*)?(?=[\r\n]|$)/g,
    '$1$2$3',
  );
}
