import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumOfFile, goTo, openAsAccount } from './support/chromium.ts';
import { type ConsoleStub, startConsoleStub } from './support/console-stub.ts';
import { finishedJob } from './support/stub-records.ts';

const browser = await chromiumOfFile();
let stub: ConsoleStub;
let page: Page;
let failures: string[];

beforeEach(async () => {
  stub = await startConsoleStub();
  ({ page, failures } = await openAsAccount(browser, stub));
});
afterEach(async () => {
  expect(failures).toEqual([]);
  await Promise.all(browser.contexts().map((context) => context.close()));
  await stub[Symbol.asyncDispose]();
});

it('asks again for what the server began to answer and did not finish within a minute', async () => {
  await page.clock.install();
  stub.intercept = ({ path }) => (path === 'keys' ? { events: [], hangs: true } : undefined);
  await goTo(page, 'API keys');
  await expect.poll(() => stub.requests.includes('GET keys')).toBe(true);
  await page.clock.fastForward(60_000);
  await page.getByRole('alert').filter({ hasText: 'The server does not answer. Trying again …' }).waitFor();
  stub.intercept = () => undefined;
  await page.clock.fastForward(2_000);
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

describe('the keys of an account', () => {
  beforeEach(() => goTo(page, 'API keys'));

  it('shows the secret of a new key once, and copies it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Name of a new key').fill('shop');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = page.getByLabel('Secret of shop', { exact: true });
    expect(await secret.inputValue()).toBe('mp_secret-of-key_3');
    await page.getByRole('button', { name: 'Copy: Secret of shop' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('mp_secret-of-key_3');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await goTo(page, 'Credits');
    await goTo(page, 'API keys');
    await page.getByRole('rowheader', { name: 'shop', exact: true }).waitFor();
    expect(await page.content()).not.toContain('mp_secret');
  });

  it('shows a first request with a new key, and the way to the documentation', async () => {
    await page.getByLabel('Name of a new key').fill('shop');
    await page.getByRole('button', { name: 'Create key' }).click();
    const request = page.getByLabel('A first request, for a terminal', { exact: true });
    const url = `${new URL(stub.url).origin}/v1/verify?email=ann.baker@bakery.example.com`;
    expect(await request.inputValue()).toBe(`curl -H "X-API-Key: mp_secret-of-key_3" "${url}"`);
    const docs = page.getByRole('link', { name: 'Read the API documentation' });
    expect(await docs.getAttribute('href')).toBe('/docs');
  });

  it('revokes a key only after it was asked again', async () => {
    await page.getByRole('button', { name: 'Revoke newsletter' }).click();
    await page.getByRole('button', { name: 'Go back' }).click();
    expect(stub.records.keys[0]?.revoked_at).toBeNull();
    await page.getByRole('button', { name: 'Revoke newsletter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('revoked 5 Mar 2026').waitFor();
  });

  it('asks in the colours that were chosen', async () => {
    await page.getByLabel('Colours').selectOption('Dark');
    await page.getByRole('button', { name: 'Revoke newsletter' }).click();
    const background = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    expect(await background('dialog')).toBe(await background('body'));
  });

  it('revokes no key because Enter is held down for long', async () => {
    await page.getByRole('button', { name: 'Revoke newsletter' }).focus();
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.getByRole('dialog', { name: 'Revoke newsletter' }).waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    expect(stub.records.keys[0]?.revoked_at).toBeNull();
  });

  it('shows a key whose answer was lost, so that it can be revoked', async () => {
    stub.intercept = ({ method, path }) => (`${method} ${path}` === 'POST keys' ? 'lose_answer' : undefined);
    await page.getByLabel('Name of a new key').fill('lost');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).first().waitFor();
    await page.getByRole('button', { name: 'Revoke lost' }).first().waitFor();
  });

  it('replaces a secret, and says how long the one so far is valid', async () => {
    await page.getByRole('button', { name: 'Replace the secret of newsletter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    expect(await page.getByLabel('Secret of newsletter', { exact: true }).inputValue()).toBe('mp_rotated');
    await page.getByText('The old secret is valid until 6 Mar 2026').waitFor();
  });

  it('says when each was last used', async () => {
    const row = page.getByRole('row').filter({ hasText: 'newsletter' });
    await row.getByText('4 Mar 2026').waitFor();
    await page.getByRole('row').filter({ hasText: 'old shop' }).getByText('never').waitFor();
  });
});

it('shows the balance, and what was spent by day and key', async () => {
  await goTo(page, 'Credits');
  await page.getByText('5,000').waitFor();
  await page
    .getByRole('img', { name: /Credits spent by day/ })
    .locator('canvas')
    .waitFor();
  const rows = page.getByRole('table', { name: 'What was spent on what' }).getByRole('row');
  expect(await rows.nth(1).allInnerTexts()).toEqual([
    expect.stringMatching(/newsletter\s+bulk verification\s+120\s+24/),
  ]);
  await page.getByLabel('Show').selectOption('the last 7 days');
  await expect.poll(() => stub.requests.filter((request) => request === 'GET usage').length).toBe(2);
});

it('has the days of the chart in UTC, where the browser is not', async () => {
  const { page: away } = await openAsAccount(browser, stub, { timeZone: 'America/New_York' });
  await away.evaluate(`{
    globalThis.drawn = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      globalThis.drawn.push(text);
      return fillText.call(this, text, ...place);
    };
  }`);
  await goTo(away, 'Credits');
  await away.getByLabel('Show').selectOption('the last 7 days');
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => format.format(Date.now() - ago * 86_400_000));
  const drawn = async () => {
    const drawn: string[] = await away.evaluate('globalThis.drawn');
    return drawn.filter((text) => /[A-Z]/i.test(text)).slice(-days.length);
  };
  await expect.poll(drawn).toEqual(days);
});

it('verifies one address, and shows what was asked and answered', async () => {
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('ann@example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('region', { name: 'Result' }).getByText('97 % sure').waitFor();
  const steps = await page
    .getByRole('listitem')
    .filter({ has: page.locator('code') })
    .allInnerTexts();
  expect(steps.map((step) => step.split('\n')[1])).toEqual(['note', 'connect', 'sent', 'received']);
});

it('asks beside the verdict whether another address was meant, and takes it', async () => {
  stub.records.verification.suggestion = 'ann@gmail.com';
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('ann@gmial.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page
    .getByRole('region', { name: 'Result' })
    .getByText('Did you mean')
    .getByRole('button', { name: 'ann@gmail.com' })
    .click();
  expect(await page.getByLabel('Email address').inputValue()).toBe('ann@gmail.com');
});

it('says what a verification and a lookup cost', async () => {
  await goTo(page, 'Verify one');
  await page.getByText('Costs 0.2 credits.').waitFor();
  await page.getByLabel('How far to check').selectOption('syntax only');
  await page.getByText('Costs 0.05 credits.').waitFor();
  await goTo(page, 'Find people');
  await page.getByText('Costs 1 credit, whether an address is found or not.').waitFor();
});

it('says why a verification failed', async () => {
  stub.intercept = ({ path }) =>
    path === 'verify'
      ? { events: [['problem', { status: 502, detail: 'No name server answers.' }]] }
      : undefined;
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('ann@example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'No name server answers.' }).waitFor();
});

it('says that a verification was cut off', async () => {
  stub.intercept = ({ path }) => (path === 'verify' ? { events: [] } : undefined);
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('ann@example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'The answer was cut off. Try again.' }).waitFor();
});

it('asks for another sign-in if a verification was cut off because the session has ended', async () => {
  stub.intercept = ({ path }) => {
    if (path !== 'verify') return undefined;
    stub.records.sessions.clear();
    return { events: [] };
  };
  await goTo(page, 'Verify one');
  await page.getByLabel('Email address').fill('ann@example.com');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  expect(await page.getByLabel('Email address').inputValue()).toBe('ann@example.com');
});

it('finds the address of one person', async () => {
  await goTo(page, 'Find people');
  await page.getByLabel('First name', { exact: true }).fill('Ann');
  await page.getByLabel('Last name', { exact: true }).fill('Baker');
  await page.getByLabel('Domain of the company').fill('example.com');
  await page.getByRole('button', { name: 'Find the address' }).click();
  await page.getByRole('heading', { name: 'ann.baker@example.com' }).waitFor();
});

it("says of another account's job that there is none", async () => {
  stub.records.jobs.set('job_of_others', finishedJob(['eve@example.org'], 'others'));
  await goTo(page, 'Jobs');
  await page.getByText('There are no jobs yet.').waitFor();
  await page.evaluate(`location.hash = '#/jobs/job_of_others'`);
  await page.getByRole('alert').filter({ hasText: 'There is no such job' }).waitFor();
  expect(await page.content()).not.toContain('eve@example.org');
});

it('goes on when the server has come back', async () => {
  const { port, records } = stub;
  await goTo(page, 'API keys');
  await page.getByText('newsletter').waitFor();
  await stub[Symbol.asyncDispose]();
  await goTo(page, 'Credits');
  await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).first().waitFor();
  stub = await startConsoleStub({ port, records });
  await page.getByText('5,000').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});
