import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  chromiumOfFile,
  goTo,
  openAsAccount,
  openAsOperator,
  openConsole,
  startChromium,
} from './support/chromium.ts';
import { type ConsoleStub, startConsoleStub } from './support/console-stub.ts';
import { otherSignInSecret, signInSecret } from './support/stub-records.ts';

const browser = await chromiumOfFile();
let stub: ConsoleStub;

beforeEach(async () => {
  stub = await startConsoleStub();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await stub[Symbol.asyncDispose]();
});

it('removes the secret of a link from the address bar at once, and uses it up by a click only', async () => {
  const { page, failures } = await openConsole(browser, `${stub.url}#/sign-in/${signInSecret}`);
  const button = page.getByRole('button', { name: 'Sign in with this link' });
  await button.waitFor();
  expect(page.url()).not.toContain('inv_');
  expect(stub.records.invitations.has(signInSecret)).toBe(true);
  await button.click();
  await page.getByText('Signed in as acme').waitFor();
  expect(stub.records.invitations.has(signInSecret)).toBe(false);
  expect(failures).toEqual([]);
});

it('says that a used link is not valid', async () => {
  stub.records.invitations.clear();
  const { page } = await openConsole(browser, `${stub.url}#/sign-in/${signInSecret}`);
  await page.getByRole('button', { name: 'Sign in with this link' }).click();
  await page.getByRole('alert').filter({ hasText: 'This link is not valid' }).waitFor();
});

it('keeps a link that could not be used because the server did not answer', async () => {
  const { page } = await openConsole(browser, `${stub.url}#/sign-in/${signInSecret}`);
  const button = page.getByRole('button', { name: 'Sign in with this link' });
  await button.waitFor();
  const { port, records } = stub;
  await stub[Symbol.asyncDispose]();
  await button.click();
  await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
  stub = await startConsoleStub({ port, records });
  await button.click();
  await page.getByText('Signed in as acme').waitFor();
});

it('uses up no link where browsers keep no session: without https, elsewhere than on the machine itself', async () => {
  const named = await startChromium({ hosts: ['console.example'] });
  const url = stub.url.replace('localhost', 'console.example');
  const { page } = await openConsole(named, `${url}#/sign-in/${signInSecret}`);
  await page.getByRole('alert').filter({ hasText: 'Open it with https' }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
  expect(stub.records.invitations.has(signInSecret)).toBe(true);
  await named.close();
});

it('signs in with a link that is pasted', async () => {
  const { page } = await openConsole(browser, stub.url);
  await page.getByLabel('Sign-in link').fill(`${stub.url}#/sign-in/${signInSecret}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Signed in as acme').waitFor();
});

it('shows the operator other pages than an account', async () => {
  const { page } = await openAsOperator(browser, stub);
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
    'Overview',
    'Accounts',
    'Jobs',
    'Senders',
    'Service',
    'Unrecognised replies',
  ]);
});

it('stays signed in when it is loaded again, until the sign-out', async () => {
  const { page } = await openAsAccount(browser, stub);
  await page.reload();
  await page.getByText('Signed in as acme').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to mailproof' }).waitFor();
  expect(stub.records.sessions.size).toBe(0);
});

it('keeps what was typed when the session ends, and goes on after another sign-in', async () => {
  const { page } = await openAsAccount(browser, stub);
  await goTo(page, 'API keys');
  await page.getByLabel('Name of a new key').fill('a name that was typed');
  await expect.poll(() => stub.requests).toContain('GET keys');
  stub.records.sessions.clear();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  // Browsers let no page prevent the second one.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // It is opened again at once.
  await expect.poll(() => dialog.isVisible()).toBe(true);
  stub.records.invitations.add(signInSecret);
  await page.evaluate(`location.hash = '#/sign-in/${signInSecret}'`);
  await dialog.getByRole('button', { name: 'Sign in with this link' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toContain('#/keys');
  expect(await page.getByLabel('Name of a new key').inputValue()).toBe('a name that was typed');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Secret of a name that was typed', { exact: true }).waitFor();
});

it('lets somebody leave a session that has ended, and shows nothing of it any more', async () => {
  const { page } = await openAsAccount(browser, stub);
  await goTo(page, 'Credits');
  await page.getByText('5,000').waitFor();
  stub.records.sessions.clear();
  await goTo(page, 'Jobs');
  await page.getByRole('button', { name: 'Leave, and lose what you typed' }).click();
  await page.getByRole('heading', { name: 'Sign in to mailproof' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('acme');
});

it('says above the page that a link was opened by somebody who is signed in, and offers it after the sign-out', async () => {
  const { page } = await openAsAccount(browser, stub);
  stub.records.invitations.add(otherSignInSecret);
  await page.evaluate(`location.hash = '#/sign-in/${otherSignInSecret}'`);
  const notice = page.getByRole('status').filter({ hasText: 'are signed in already' });
  const noticeBox = await notice.boundingBox();
  const headingBox = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(noticeBox?.y).toBeLessThan(headingBox?.y ?? 0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with this link' }).click();
  await page.getByText('Signed in as globex').waitFor();
});

it('shows nothing of another account that has signed in in another tab, and goes on as that one when asked to', async () => {
  const { page } = await openAsAccount(browser, stub);
  await goTo(page, 'Credits');
  await page.getByText('5,000').waitFor();
  // As in a browser whose tabs cannot tell each other.
  stub.records.invitations.add(otherSignInSecret);
  await page.evaluate(
    `fetch('api/session', { method: 'POST', body: '{"invitation":"${otherSignInSecret}"}' })`,
  );
  stub.records.balance.available = 9_107;
  await goTo(page, 'Jobs');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await page.evaluate(`location.hash = '#/usage'`);
  await page.getByRole('alert').filter({ hasText: 'not the token of the page' }).first().waitFor();
  expect(await page.locator('body').innerText()).not.toContain('9,107');
  await dialog.getByRole('button', { name: 'I have signed in again in another tab' }).click();
  await page.getByText('Signed in as globex').waitFor();
  await page.getByText('9,107').waitFor();
});

it('tells the other tabs who has signed in, and that the person has signed out', async () => {
  const { page } = await openAsAccount(browser, stub);
  const second = await page.context().newPage();
  await second.goto(stub.url);
  await second.getByText('Signed in as acme').waitFor();
  await second.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to mailproof' }).waitFor();
  const signIn = async (secret: string) => {
    stub.records.invitations.add(secret);
    await second.reload();
    await second.getByLabel('Sign-in link').fill(`${stub.url}#/sign-in/${secret}`);
    await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signIn(signInSecret);
  await page.getByText('Signed in as acme').waitFor();
  stub.records.sessions.clear();
  await signIn(otherSignInSecret);
  await second.getByText('Signed in as globex').waitFor();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
});

it('moves the focus to the heading of the page that is gone to', async () => {
  const { page } = await openAsAccount(browser, stub);
  await goTo(page, 'Credits');
  await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
  await page.waitForFunction("document.activeElement.tagName === 'H1'");
  expect(await page.title()).toBe('Credits · mailproof');
});

it('keeps the theme that is chosen', async () => {
  const { page } = await openAsAccount(browser, stub);
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.getByLabel('Colours').selectOption('Dark');
  expect(await background()).not.toBe(light);
  await page.reload();
  await page.getByText('Signed in as acme').waitFor();
  expect(await background()).not.toBe(light);
});
