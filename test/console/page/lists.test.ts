import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumOfFile, goTo, openAsAccount } from './support/chromium.ts';
import { type ConsoleStub, startConsoleStub } from './support/console-stub.ts';
import { finishedJob, signInSecret, verificationOf } from './support/stub-records.ts';

const browser = await chromiumOfFile();
let stub: ConsoleStub;
let page: Page;
let failures: string[];

beforeEach(async () => {
  stub = await startConsoleStub();
  ({ page, failures } = await openAsAccount(browser, stub));
  await goTo(page, 'New list');
});
afterEach(async () => {
  expect(failures).toEqual([]);
  await Promise.all(browser.contexts().map((context) => context.close()));
  await stub[Symbol.asyncDispose]();
});

async function choose(content: string | Buffer, name = 'list.csv'): Promise<void> {
  const buffer = Buffer.from(content as string);
  await page.getByLabel('Drop a CSV').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** Returns a figure such as that of `Addresses`. */
async function figure(name: string): Promise<string | undefined> {
  const term = page.locator('.figures dt').filter({ hasText: new RegExp(`^${name}$`) });
  await term.waitFor();
  return (await term.locator('xpath=../dd').innerText()).trim();
}

/** Submits the list, whose answer does not arrive. */
async function loseAnswer(): Promise<void> {
  stub.intercept = ({ method, path }) => (method === 'POST' && path === 'jobs' ? 'lose_answer' : undefined);
  await choose(list);
  await page.getByRole('button', { name: 'Submit 2' }).click();
  await page.getByText('This list was submitted before, but no answer arrived.').waitFor();
  stub.intercept = () => undefined;
  await page.getByRole('button', { name: 'Choose another list' }).click();
}

/** Returns the names of what the browser keeps of submissions. */
function storedSubmissions(): Promise<string[]> {
  return page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('mailproof-submission'))`);
}

const list =
  'Name,Email,Note\r\nAnn,ann@example.com,"says ""hi"", twice"\r\nBob,bob@example.com,=1+1\r\nAnn,ANN@example.com,again\r\nNobody,,\r\n';

describe('a list that is chosen', () => {
  it('is shown with its first rows, counts, price and balance before anything is sent', async () => {
    await choose(list);
    expect(await figure('Addresses')).toBe('2');
    expect(await figure('Duplicates left out')).toBe('1');
    expect(await figure('Rows without an address')).toBe('1');
    expect(await figure('Price in credits')).toBe('0.4');
    expect(await figure('Credits available')).toBe('5,000');
    await page.getByRole('cell', { name: 'says "hi", twice' }).waitFor();
    expect(stub.requests.filter((request) => request.startsWith('POST'))).toEqual(['POST session']);
  });

  it('takes the addresses from another column that is chosen', async () => {
    await choose('private,work\nann@example.com,a@example.org\nbob@example.com,\n');
    await page.getByLabel('Column of the addresses').selectOption('2: work');
    await expect.poll(() => figure('Addresses')).toBe('1');
    await page.getByLabel('Column of the addresses').selectOption('1: private');
    await expect.poll(() => figure('Addresses')).toBe('2');
  });

  it('is said to have no addresses if nothing in its column looks like one', async () => {
    await choose('name,city\nAnn,Lyon\nBob,Oslo\n');
    expect(await figure('Not addresses')).toBe('2');
    await page
      .getByRole('alert')
      .filter({ hasText: 'Nothing in this column looks like an address.' })
      .waitFor();
    await page.getByRole('button', { name: 'Choose another list' }).click();
    await choose('name,email\nAnn,ann@@example.com\nBob,bob@example.com\n');
    expect(await figure('Not addresses')).toBe('1');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('needs no line of names', async () => {
    await choose('ann@example.com;1\nbob@example.com;2\n');
    expect(await figure('Addresses')).toBe('2');
    expect(await page.getByLabel('The first line has the names').isChecked()).toBe(false);
    await page.getByText('Read as UTF-8, separated by semicolons.').waitFor();
  });

  it('is read in every encoding, and with any ends of lines', async () => {
    for (const [content, encoding] of [
      // With a byte order mark.
      [Buffer.from('\ufeffemail\nann@example.com\n'), 'UTF-8'],
      [Buffer.from('\ufeffemail\tname\nann@example.com\tÄnn\n', 'utf16le'), 'UTF-16LE'],
      [Buffer.from('\ufeffemail\nann@example.com\n', 'utf16le').swap16(), 'UTF-16BE'],
      [Buffer.from('email,name\nann@example.com,J\xfcrgen\n', 'latin1'), 'Latin-1'],
      [Buffer.from('email|name\rann@example.com|Ann\r'), 'UTF-8'],
      [Buffer.from('email,note\r\nann@example.com,"one\r\ntwo"\r\n'), 'UTF-8'],
      [Buffer.from('email,a,b\n\nann@example.com\n\n'), 'UTF-8'],
    ] as const) {
      await choose(content);
      expect(await figure('Addresses')).toBe('1');
      await page.getByText(`Read as ${encoding}`).waitFor();
      await page.getByRole('button', { name: 'Choose another list' }).click();
    }
  });

  it('is refused with advice if it is no list', async () => {
    for (const [content, advice] of [
      [
        Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2]),
        'This is an archive, a damaged workbook, or a workbook that is not xlsx',
      ],
      [Buffer.from('%PDF-1.7'), 'This is a PDF'],
      [Buffer.from(''), 'The list is empty.'],
      [Buffer.from('email\n"ann@example.com\n'), 'A quote (") is not closed'],
      [Buffer.from('email\nann@example.com,b\n'), 'The row that ends on line 2 has 2 cells'],
      [Buffer.from('email~name\nann@example.com~Ann\n'), 'seem to be separated by ~'],
      [Buffer.from('email\nann@example.com\n\xff\xfe\x00\x80', 'latin1'), 'is not in'],
    ] as const) {
      await choose(content);
      await page.getByRole('alert').filter({ hasText: advice }).waitFor();
      await page.getByLabel('Drop a CSV').waitFor();
    }
  });

  it('can be chosen again once it was corrected', async ({ onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'mailproof-list-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'list.csv');
    await writeFile(file, 'email\n"ann@example.com\n');
    await page.getByLabel('Drop a CSV').setInputFiles(file);
    await page.getByRole('alert').filter({ hasText: 'A quote (") is not closed' }).waitFor();
    expect(await page.getByLabel('Drop a CSV').inputValue()).toBe('');
    await writeFile(file, 'email\nann@example.com\n');
    await page.getByLabel('Drop a CSV').setInputFiles(file);
    expect(await figure('Addresses')).toBe('1');
  });

  it('can be dropped', async () => {
    const transfer = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File(['ann@example.com'], 'dropped.csv')); return data; })()`,
    );
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByRole('heading', { name: 'dropped.csv' }).waitFor();
    expect(await figure('Addresses')).toBe('1');
  });
});

it('reads addresses that are pasted, with names, commas and line ends between them', async () => {
  await page
    .getByLabel('Or paste addresses')
    .fill('Ann Baker <ann@example.com>, bob@example.com\neve@example.com; ann@example.com');
  await page.getByRole('button', { name: 'Use these' }).click();
  expect(await figure('Addresses')).toBe('3');
  expect(await figure('Duplicates left out')).toBe('1');
});

it('submits a list of people', async () => {
  await goTo(page, 'Find people');
  await choose(
    'First Name,Last Name,Website\nAnn,Baker,https://www.example.com/about\nBob,,example.org\n,,\n',
  );
  expect(await figure('People')).toBe('2');
  await page.getByRole('button', { name: 'Submit 2' }).click();
  await page.getByText('2 of 2').waitFor();
  expect([...stub.records.jobs.values()][0]?.items).toEqual([
    { first_name: 'Ann', last_name: 'Baker', domain: 'example.com' },
    { first_name: 'Bob', last_name: '', domain: 'example.org' },
  ]);
});

describe('a submission', () => {
  it('is charged once, although its answer was lost, the page was loaded again, and it was submitted again', async () => {
    stub.intercept = ({ method, path }) => (method === 'POST' && path === 'jobs' ? 'lose_answer' : undefined);
    await choose(list);
    await page.getByRole('button', { name: 'Submit 2' }).click();
    await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
    expect(stub.records.jobs.size).toBe(1);
    stub.intercept = () => undefined;
    await page.reload();
    await choose(list);
    await page.getByText('This list was submitted before, but no answer arrived.').waitFor();
    await page.getByRole('button', { name: 'Submit 2' }).click();
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    expect(stub.records.jobs.size).toBe(1);
    expect(stub.records.balance.available).toBe(4_999.6);
  });

  it('is another one once the first was answered', async () => {
    for (const count of [1, 2]) {
      await goTo(page, 'New list');
      await choose(list);
      await page.getByRole('button', { name: 'Submit 2' }).click();
      await page.getByRole('heading', { name: 'Results' }).waitFor();
      expect(stub.records.jobs.size).toBe(count);
    }
  });

  it('is charged once, whatever the server answered after the answer that was lost, although what is left would be too little for another', async () => {
    let answer: 'lose_answer' | { status: number; json: unknown } | undefined = 'lose_answer';
    stub.intercept = ({ method, path }) => (method === 'POST' && path === 'jobs' ? answer : undefined);
    stub.records.balance.available = 0.4;
    await choose(list);
    const submit = page.getByRole('button', { name: 'Submit 2' });
    await submit.click();
    await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
    // Answers that say nothing about the list keep the submission the same.
    for (const status of [400, 403, 413, 429]) {
      answer = { status, json: { detail: `Not now: ${status}.` } };
      await submit.click();
      await page
        .getByRole('alert')
        .filter({ hasText: `Not now: ${status}.` })
        .waitFor();
      await page.getByText('This list was submitted before, but no answer arrived.').waitFor();
    }
    answer = undefined;
    await submit.click();
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    expect([stub.records.jobs.size, stub.records.balance.available]).toEqual([1, 0]);
  });

  it('is said to be charged once only for as long as the server knows that it is the same', async () => {
    await loseAnswer();
    expect(await storedSubmissions()).toHaveLength(1);
    expect((await storedSubmissions()).join()).not.toContain('acme');
    await page.evaluate(`for (const [name, text] of Object.entries(localStorage))
      localStorage.setItem(name, text.replace(/"at":\\d+/, '"at":' + (Date.now() - 24 * 3_600_000)))`);
    await choose(list, 'again.csv');
    await figure('Addresses');
    expect(await page.getByText('This list was submitted before').count()).toBe(0);
    await page.reload();
    await page.getByLabel('Drop a CSV').waitFor();
    expect(await storedSubmissions()).toEqual([]);
  });

  it('leaves neither lists nor names in the browser after the sign-out', async () => {
    await choose(list);
    await page.getByRole('button', { name: 'Submit 2' }).click();
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    await goTo(page, 'New list');
    await loseAnswer();
    await goTo(page, 'Jobs');
    expect(page.workers()).toHaveLength(1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to mailproof' }).waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
    expect((await storedSubmissions()).join()).not.toMatch(/acme|@/);
  });

  it('is charged once, although its answer was lost and the account signed out and in again', async () => {
    await loseAnswer();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to mailproof' }).waitFor();
    stub.records.invitations.add(signInSecret);
    await page.getByLabel('Sign-in link').fill(`${stub.url}#/sign-in/${signInSecret}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Signed in as acme').waitFor();
    await goTo(page, 'New list');
    await choose(list);
    await page.getByText('This list was submitted before, but no answer arrived.').waitFor();
    await page.getByRole('button', { name: 'Submit 2' }).click();
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    expect(stub.records.jobs.size).toBe(1);
  });

  it('is not possible without credits', async () => {
    stub.records.balance.available = 0.1;
    await choose(list);
    await page.getByRole('alert').filter({ hasText: 'There are too few credits' }).waitFor();
    expect(await page.getByRole('button', { name: 'Submit 2' }).isDisabled()).toBe(true);
  });

  it('is possible with exactly the credits that it costs', async () => {
    stub.records.balance.available = 0.6;
    await choose('email\nann@example.com\nbob@example.com\neve@example.com\n');
    expect(await figure('Price in credits')).toBe('0.6');
    await expect.poll(() => figure('Credits available')).toBe('0.6');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Submit 3' }).click();
    await page.getByText('3 of 3').waitFor();
  });

  it('says what the server says if the credits have gone meanwhile, and keeps the list', async () => {
    await choose(list);
    await figure('Credits available');
    stub.records.balance.available = 0;
    await page.getByRole('button', { name: 'Submit 2' }).click();
    await page.getByRole('alert').filter({ hasText: 'too few credits' }).first().waitFor();
    expect(await figure('Addresses')).toBe('2');
  });
});

describe('a job', () => {
  it('is followed live until it is finished', async () => {
    const job = finishedJob(Array.from({ length: 40 }, (_, n) => `p${n}@example.com`));
    Object.assign(job, { status: 'in_progress', processed: 10 });
    stub.records.jobs.set('job_1', job);
    await page.evaluate(`location.hash = '#/jobs/job_1'`);
    await page.getByText('10 of 40').waitFor();
    Object.assign(job, { status: 'partial_complete_retrying', processed: 37 });
    await page.getByText('37 of 40').waitFor();
    await page.getByText('To be tried again').waitFor();
    await page.getByText('next retry 2 Mar 2026, 09:45').waitFor();
    Object.assign(job, { status: 'complete', processed: 40 });
    await page.getByText('40 rows', { exact: true }).waitFor();
    await page.getByRole('status').filter({ hasText: 'The job is finished.' }).waitFor({ state: 'attached' });
  });

  it('is followed again if nothing arrives any more, although no connection has ended', async () => {
    await page.clock.install();
    const job = finishedJob(['ann@example.com', 'bob@example.com']);
    Object.assign(job, { status: 'in_progress', processed: 1 });
    stub.records.jobs.set('job_1', job);
    stub.intercept = ({ path }) => (path.endsWith('/events') ? { events: [], hangs: true } : undefined);
    await page.evaluate(`location.hash = '#/jobs/job_1'`);
    await page.getByText('1 of 2').waitFor();
    await expect.poll(() => stub.requests.includes('GET jobs/job_1/events')).toBe(true);
    Object.assign(job, { status: 'complete', processed: 2 });
    await page.clock.fastForward(60_000);
    await page.getByText('2 of 2').waitFor();
  });

  it('is followed by six tabs, of which those that cannot be seen take no connection from a seventh', async () => {
    const job = finishedJob(['ann@example.com', 'bob@example.com']);
    Object.assign(job, { status: 'in_progress', processed: 1 });
    stub.records.jobs.set('job_1', job);
    stub.intercept = ({ path }) => (path.endsWith('/events') ? { events: [], hangs: true } : undefined);
    const setHidden = (tab: Page, hidden: boolean) =>
      tab.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);
    for (let n = 0; n < 6; n += 1) {
      const tab = await page.context().newPage();
      await tab.goto(`${stub.url}#/jobs/job_1`);
      await tab.getByText('1 of 2').waitFor();
      await setHidden(tab, true);
    }
    await page.reload();
    await page.getByText('Signed in as acme').waitFor();
    Object.assign(job, { status: 'complete', processed: 2 });
    const [, tab] = page.context().pages();
    if (tab === undefined) throw new Error('There is no other tab.');
    await setHidden(tab, false);
    await tab.getByText('2 of 2').waitFor();
  });

  it('is followed by seven windows side by side, which share the six connections that the browser has', async () => {
    const job = finishedJob(['ann@example.com', 'bob@example.com']);
    Object.assign(job, { status: 'in_progress', processed: 1 });
    stub.records.jobs.set('job_1', job);
    stub.intercept = ({ path }) => (path.endsWith('/events') ? { events: [], hangs: true } : undefined);
    // Each window of a desktop can be seen, whichever is in front.
    await page.context().addInitScript(`Object.defineProperty(document, 'hidden', { get: () => false })`);
    const windows: Page[] = [];
    for (let n = 0; n < 7; n += 1) {
      const opened = await page.context().newPage();
      await opened.goto(`${stub.url}#/jobs/job_1`);
      await opened.getByText('1 of 2').waitFor();
      windows.push(opened);
    }
    const streams = () => stub.requests.filter((request) => request.endsWith('/events')).length;
    await expect.poll(streams).toBe(3);
    // The next one that asks takes the place of one that was closed.
    await windows[0]?.close();
    await expect.poll(streams, { timeout: 10_000 }).toBe(4);
    Object.assign(job, { status: 'complete', processed: 2 });
    await windows[6]?.getByText('2 of 2').waitFor();
  });

  it('whose results come slowly leaves connections to other tabs, which wait for theirs', async () => {
    stub.records.jobs.set('job_1', finishedJob(['ann@example.com', 'bob@example.com']));
    stub.intercept = ({ path }) => (path.endsWith('/results') ? { hangs: true } : undefined);
    const tabs: Page[] = [];
    for (let n = 0; n < 7; n += 1) {
      const tab = await page.context().newPage();
      await tab.goto(`${stub.url}#/jobs/job_1`);
      await tab.getByText('2 of 2').waitFor();
      tabs.push(tab);
    }
    const readers = () => stub.requests.filter((request) => request.endsWith('/results')).length;
    await expect.poll(readers).toBe(2);
    stub.intercept = () => undefined;
    for (const tab of tabs.slice(0, 2)) await tab.close();
    for (const tab of tabs.slice(2)) await tab.getByText('2 rows', { exact: true }).waitFor();
    expect(readers()).toBe(7);
  });

  it('is followed by asking where the server has no stream left for it', async () => {
    const job = finishedJob(['ann@example.com', 'bob@example.com']);
    Object.assign(job, { status: 'in_progress', processed: 1 });
    stub.records.jobs.set('job_1', job);
    stub.intercept = ({ path }) =>
      path.endsWith('/events') ? { status: 429, json: { detail: 'Too many streams.' } } : undefined;
    await page.evaluate(`location.hash = '#/jobs/job_1'`);
    await page.getByText('1 of 2').waitFor();
    await expect
      .poll(() => stub.requests.filter((request) => request.endsWith('/events')).length, { timeout: 5_000 })
      .toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
    Object.assign(job, { status: 'complete', processed: 2 });
    await page.getByText('2 of 2').waitFor();
  });

  it('is followed again after the server was away', async () => {
    const job = finishedJob(['ann@example.com', 'bob@example.com']);
    Object.assign(job, { status: 'in_progress', processed: 1 });
    stub.records.jobs.set('job_1', job);
    await page.evaluate(`location.hash = '#/jobs/job_1'`);
    await page.getByText('1 of 2').waitFor();
    const { port, records } = stub;
    await stub[Symbol.asyncDispose]();
    await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).first().waitFor();
    Object.assign(job, { status: 'complete', processed: 2 });
    stub = await startConsoleStub({ port, records });
    await page.getByText('2 of 2').waitFor();
  });
});

describe('results', () => {
  beforeEach(async () => {
    stub.records.jobs.set(
      'job_1',
      finishedJob(Array.from({ length: 500 }, (_, n) => `person${n}@example.com`)),
    );
    await page.evaluate(`location.hash = '#/jobs/job_1'`);
    await page.getByText('500 rows', { exact: true }).waitFor();
  });

  it('are filtered by status, provider and text', async () => {
    await page.getByLabel('Status or reason').selectOption('risky (100)');
    await page.getByText('100 of 500 rows').waitFor();
    await page.getByLabel('Provider', { exact: true }).selectOption('Zoho (125)');
    await page.getByText('25 of 500 rows').waitFor();
    await page.getByLabel('Containing').fill('PERSON11@');
    await page.getByText('1 of 500 rows').waitFor();
    await page.getByRole('gridcell', { name: 'person11@example.com' }).waitFor();
  });

  it('are gone through by keys, and say how many there are', async () => {
    const grid = page.getByRole('grid');
    expect(await grid.getAttribute('aria-rowcount')).toBe('501');
    await grid.focus();
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'person499@example.com' }).waitFor();
    expect(await page.getByRole('row', { selected: true }).getAttribute('aria-rowindex')).toBe('501');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('heading', { name: 'person498@example.com' }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
  });

  it('are shown as pictures that are tables too', async () => {
    const statuses = page.getByRole('table', { name: 'Statuses' }).getByRole('row');
    expect((await statuses.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'safe 200 40 %',
      'risky 100 20 %',
      'invalid 100 20 %',
      'unknown 100 20 %',
    ]);
    for (const name of ['Reasons', 'Providers', 'Confidence'])
      await page.getByRole('table', { name }).waitFor();
  });
});

it("writes the list's own columns beside the results, safe in a spreadsheet, as mailproof bulk does", async () => {
  await choose(list, 'people.csv');
  await page.getByRole('button', { name: 'Submit 2' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  const job = [...stub.records.jobs.values()][0];
  Object.assign(job ?? {}, {
    rows: [
      { index: 0, ...verificationOf('ann@example.com', 0), explanation: '=HYPERLINK("x")' },
      { index: 1, ...verificationOf('bob@example.com', 2) },
    ],
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download your list with the results' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('people-results.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text.split('\r\n')).toEqual([
    'Name,Email,Note,status,substatus,explanation,email_provider,mx_record,is_domain_catch_all,is_secure_email_gateway,is_disposable,is_role_account,is_free,confidence,suggestion',
    `Ann,ann@example.com,"says ""hi"", twice",safe,deliverable,"'=HYPERLINK(""x"")",Google Workspace,mx.example.com,false,false,false,false,false,97,`,
    'Bob,bob@example.com,=1+1,invalid,mailbox_not_found,The mail server says that there is no such mailbox.,Unknown,mx.example.com,false,false,false,false,false,99,',
    `Ann,ANN@example.com,again,safe,deliverable,"'=HYPERLINK(""x"")",Google Workspace,mx.example.com,false,false,false,false,false,97,`,
    'Nobody,,,,,,,,,,,,,,',
    '',
  ]);

  await page.getByLabel('Containing').fill('ann@');
  const [shown] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the rows of your list that are shown' }).click(),
  ]);
  const rows = (await readFile(await shown.path(), 'utf8')).split('\r\n');
  expect(rows).toEqual(text.split('\r\n').filter((row) => !/^(Bob|Nobody)/.test(row)));
  await page.getByText('Downloaded: 2 of 4 rows.').waitFor();
});
