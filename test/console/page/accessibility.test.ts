import { type AxeResults, source as axeSource } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goTo, openAsAccount, openAsOperator, openConsole, startChromium } from './support/chromium.ts';
import { type ConsoleStub, startConsoleStub } from './support/console-stub.ts';
import { finishedJob } from './support/stub-records.ts';

let browser: Browser;
let stub: ConsoleStub;

beforeAll(async () => {
  browser = await startChromium();
  stub = await startConsoleStub();
  stub.records.jobs.set('job_1', finishedJob(['ann@example.com', 'bob@example.com', 'eve@example.com']));
});
afterAll(async () => {
  await browser.close();
  await stub[Symbol.asyncDispose]();
});

describe.each(['light', 'dark'] as const)('in %s colours, axe finds no violation', (colorScheme) => {
  it('of the form to sign in', async () => {
    const { page } = await openConsole(browser, stub.url, { colorScheme });
    await page.getByLabel('Admin token').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('of the pages of an account', async () => {
    const { page } = await openAsAccount(browser, stub, { colorScheme });
    for (const name of ['Overview', 'New list', 'Jobs', 'Verify one', 'Find people', 'API keys', 'Credits']) {
      await goTo(page, name);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([name, await violations(page)]).toEqual([name, []]);
    }
  });

  it('of a key that is shown, a list that is chosen, and a result', async () => {
    const { page } = await openAsAccount(browser, stub, { colorScheme, width: 360 });
    await goTo(page, 'API keys');
    await page.getByLabel('Name of a new key').fill('shop');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Secret of shop', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke shop' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go back' }).click();
    await goTo(page, 'New list');
    await page.getByLabel('Or paste addresses').fill('ann@example.com\nbob@example.com');
    await page.getByRole('button', { name: 'Use these' }).click();
    await page.getByText('Price in credits').waitFor();
    expect(await violations(page)).toEqual([]);
    await goTo(page, 'Verify one');
    await page.getByLabel('Email address').fill('ann@example.com');
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('region', { name: 'Result', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('of a job', async () => {
    const { page } = await openAsAccount(browser, stub, { colorScheme });
    await page.goto(`${stub.url}#/jobs/job_1`);
    await page.getByText('3 rows', { exact: true }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Result', exact: true }).waitFor();
    const buffer = Buffer.from('name,email\nAnn,ann@example.com\n');
    await page
      .getByLabel('Choose your list again')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Download your list with the results' }).click();
    await page.getByText('Downloaded: 1 of 1 row ').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('of the pages of the operator', async () => {
    const { page } = await openAsOperator(browser, stub, { colorScheme });
    for (const name of ['Overview', 'Accounts', 'Jobs', 'Senders', 'Service', 'Unrecognised replies']) {
      await goTo(page, name);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      if (name === 'Service') {
        await page.getByRole('button', { name: 'Examine' }).click();
        await page.getByText('Done: 2 findings, 1 not ok.').waitFor();
      } else await page.waitForLoadState('networkidle');
      expect([name, await violations(page)]).toEqual([name, []]);
    }
    await page.goto(`${stub.url}#/accounts/acme`);
    await page.getByRole('heading', { name: 'Account acme' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await violations(page)).toEqual([]);
  });
});

it('fits into a width of 360 pixels', async () => {
  const overflow = async (page: Page, name: string): Promise<readonly [string, unknown]> => {
    await page.waitForLoadState('networkidle');
    return [name, await page.evaluate('document.documentElement.scrollWidth')];
  };
  const { page } = await openAsAccount(browser, stub, { width: 360 });
  for (const name of ['Overview', 'New list', 'Jobs', 'Verify one', 'Find people', 'API keys', 'Credits']) {
    await goTo(page, name);
    expect(await overflow(page, name)).toEqual([name, 360]);
  }
  await page.goto(`${stub.url}#/jobs/job_1`);
  await page.getByRole('grid').waitFor();
  expect(await overflow(page, 'Job')).toEqual(['Job', 360]);
  const operator = await openAsOperator(browser, stub, { width: 360 });
  for (const name of ['Overview', 'Accounts', 'Jobs', 'Senders', 'Service', 'Unrecognised replies']) {
    await goTo(operator.page, name);
    expect(await overflow(operator.page, name)).toEqual([name, 360]);
  }
});

/** Returns what axe finds in a page, as texts that say where. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const results = await page.evaluate<AxeResults>('axe.run()');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
