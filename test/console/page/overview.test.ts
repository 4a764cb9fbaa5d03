import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withResolvers } from '../../support/until.ts';
import { chromiumOfFile, goTo, openAsAccount, openAsOperator } from './support/chromium.ts';
import { type ConsoleStub, startConsoleStub } from './support/console-stub.ts';
import { finishedJob } from './support/stub-records.ts';

const browser = await chromiumOfFile();
/** In the month in which the stub's jobs were submitted. */
const inMarch = new Date('2026-03-05T11:30:00.000Z');
const emails = ['ann@example.com', 'bob@example.com', 'eve@example.com', 'tom@example.com'];
let stub: ConsoleStub;

beforeEach(async () => {
  stub = await startConsoleStub();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await stub[Symbol.asyncDispose]();
});

/** Returns the texts of the figures, by what they count. */
async function figures(page: Page): Promise<Record<string, string>> {
  const pairs = await page.locator('dl.figures > div').allInnerTexts();
  return Object.fromEntries(pairs.map((pair) => pair.split(/\n+/)));
}

it('begins with the balance, the running jobs, the last lists and the statuses of this month', async () => {
  const begun = { ...finishedJob(emails), status: 'in_progress', processed: 1 } as const;
  stub.records.jobs.set('job_1', { ...begun, name: 'spring.csv' });
  stub.records.jobs.set('job_2', finishedJob(emails));
  const { page, failures } = await openAsAccount(browser, stub);
  await page.clock.setFixedTime(inMarch);
  await page.reload();
  await expect
    .poll(() => figures(page))
    .toEqual({
      'Credits available': '5,000',
      'Held for running work': '12.4',
      'Running jobs': '1',
      'Results this month': '5',
    });
  const running = page.getByRole('region', { name: 'Running jobs' });
  expect(await running.getByRole('link', { name: 'spring.csv' }).count()).toBe(1);
  expect(await running.getByText('1 of 4').count()).toBe(1);
  expect(await running.getByRole('progressbar').getAttribute('value')).toBe('1');
  const statuses = page.getByRole('table', { name: 'Of the lists submitted this month' }).getByRole('row');
  expect((await statuses.allInnerTexts()).map((row) => row.split(/\s+/).slice(0, 3))).toEqual([
    ['safe', '3', '60'],
    ['risky', '1', '20'],
    ['invalid', '1', '20'],
    ['unknown', '0', '0'],
  ]);
  const last = page.getByRole('region', { name: 'Last lists' });
  expect(await last.getByRole('rowheader').count()).toBe(2);
  await last.getByRole('rowheader').last().getByRole('link').click();
  await page.getByRole('heading', { name: 'Job', exact: true }).waitFor();
  expect(failures).toEqual([]);
});

it('says that the month has more lists than it counts', async () => {
  stub.records.jobs.set('job_1', finishedJob(emails));
  const { page } = await openAsAccount(browser, stub);
  await page.clock.setFixedTime(inMarch);
  await page.route('**/api/jobs?limit=200', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), next_cursor: '1~x' } });
  });
  await page.reload();
  await page.getByRole('table', { name: 'Of the newest 200 lists of this month' }).waitFor();
});

it.each([1_200, 360])('moves nothing when the answers arrive, at %i pixels', async (width) => {
  stub.records.jobs.set('job_1', { ...finishedJob(emails), status: 'in_progress', processed: 1 });
  const { page } = await openAsAccount(browser, stub, { width });
  const { promise: answered, resolve: answer } = withResolvers();
  await page.route(/api\/(balance|jobs)/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.reload();
  const headings = page.getByRole('heading', { level: 2 });
  await headings.nth(2).waitFor();
  const places = async () =>
    Promise.all((await headings.all()).map(async (heading) => (await heading.boundingBox())?.y));
  const before = await places();
  answer();
  await page.getByRole('table', { name: 'Jobs' }).waitFor();
  expect(before).toHaveLength(3);
  expect(await places()).toEqual(before);
});

it('shows the operator the queue, the running jobs, and how each sender is', async () => {
  stub.records.jobs.set('job_1', { ...finishedJob(emails), status: 'in_progress', processed: 1 });
  const { page, failures } = await openAsOperator(browser, stub);
  const rows = page.getByRole('table', { name: 'Senders' }).getByRole('row');
  await rows.nth(2).waitFor();
  expect(
    (await rows.allInnerTexts()).slice(1).map((row) => row.split('\t').map((cell) => cell.trim())),
  ).toEqual([
    ['192.0.2.1', 'blocked', 'Microsoft 365: blocked until 5 Mar 2026, 12:00', '4'],
    ['192.0.2.2', 'paused', 'Google Workspace: paused until 5 Mar 2026, 10:01', '6'],
  ]);
  await page.getByRole('region', { name: 'Running jobs' }).getByText('acme').waitFor();
  expect(await figures(page)).toEqual({
    'Running jobs': '1',
    'Waiting in the queue': '12',
    'Recipients, last hour': '1,740',
    'Limits met, last hour': '5',
  });
  expect(failures).toEqual([]);
});

it('leads somebody who has nothing yet to the next step, and says on each page what fills it', async () => {
  stub.records.keys.length = 0;
  stub.intercept = ({ path }) => (path === 'usage' ? { json: { days: [] } } : undefined);
  const { page } = await openAsAccount(browser, stub);
  for (const name of ['Overview', 'Jobs']) {
    await goTo(page, name);
    await page.getByRole('link', { name: 'Submit a list' }).click();
    await page.getByRole('heading', { name: 'New list', level: 1 }).waitFor();
  }
  await goTo(page, 'API keys');
  await page.getByText('There are no keys yet.').waitFor();
  await page.getByText('Create the first one above').waitFor();
  await goTo(page, 'Credits');
  await page.getByText('Nothing was spent in these days.').waitFor();
  await page.getByText('Verified addresses are listed here').waitFor();
});

it('says to the operator on each page what fills it', async () => {
  const answers: Record<string, object> = {
    senders: { senders: [], history: { hour: [], day: [] } },
    jobs: { jobs: [], next_cursor: null },
    accounts: { accounts: [], next_cursor: null },
    replies: { replies: [] },
  };
  stub.intercept = ({ path }) => answers[path] && { json: answers[path] };
  const { page } = await openAsOperator(browser, stub);
  for (const [name, next] of [
    ['Senders', 'Go to the service'],
    ['Overview', 'Go to the service'],
    ['Jobs', 'Go to the accounts'],
    ['Accounts', 'Open one above'],
    ['Unrecognised replies', 'There is nothing to do'],
  ] as const) {
    await goTo(page, name);
    await page.getByText(next).waitFor();
  }
});

it('has a header of one line on a telephone, whose menu opens and closes by the keyboard', async () => {
  const { page } = await openAsAccount(browser, stub, { width: 360 });
  const header = page.getByRole('banner');
  expect((await header.boundingBox())?.height).toBeLessThan(60);
  const menu = header.getByRole('button', { name: 'Menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  expect(await menu.getAttribute('aria-expanded')).toBe('true');
  await header.getByRole('link', { name: 'Jobs' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).and(page.locator(':focus')).waitFor();
  expect((await header.boundingBox())?.height).toBeLessThan(60);
});
