import { execFileSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { ConsoleStub } from './console-stub.ts';
import { adminToken, signInSecret } from './stub-records.ts';

/** Starts Debian's Chromium without windows, which the tests' set-up has installed. `hosts`: names that lead to this machine. */
export function startChromium({ hosts = [] }: { readonly hosts?: readonly string[] } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: execFileSync('sh', ['-c', 'command -v chromium-headless-shell'], {
      encoding: 'utf8',
    }).trim(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      ...(hosts.length === 0
        ? []
        : [`--host-resolver-rules=${hosts.map((host) => `MAP ${host} localhost`).join(',')}`]),
    ],
  });
}

/** Starts Chromium for all tests of a file, after which it ends. */
export async function chromiumOfFile(): Promise<Browser> {
  const browser = await startChromium();
  afterAll(() => browser.close());
  return browser;
}

/** Opens the page in a browser of its own, and collects what goes wrong in it. */
export async function openConsole(
  browser: Browser,
  url: string,
  options: {
    readonly width?: number;
    readonly height?: number;
    readonly colorScheme?: 'light' | 'dark';
    /** Default UTC. */
    readonly timeZone?: string;
  } = {},
): Promise<{ readonly page: Page; readonly failures: string[] }> {
  const { width = 1_200, height = 900, colorScheme = 'light', timeZone = 'UTC' } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'en-GB',
    timezoneId: timeZone,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => {
    // Chromium also reports each answer with a status from 400, which tests cause on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      failures.push(message.text());
  });
  await page.goto(url);
  return { page, failures };
}

/** Opens the page, signed in as the account `acme`. */
export async function openAsAccount(browser: Browser, stub: ConsoleStub, options = {}) {
  stub.records.invitations.add(signInSecret);
  const opened = await openConsole(browser, `${stub.url}#/sign-in/${signInSecret}`, options);
  await opened.page.getByRole('button', { name: 'Sign in with this link' }).click();
  await opened.page.getByRole('banner').waitFor();
  return opened;
}

export async function openAsOperator(browser: Browser, stub: ConsoleStub, options = {}) {
  const opened = await openConsole(browser, stub.url, options);
  await opened.page.getByLabel('Admin token').fill(adminToken);
  await opened.page.getByRole('button', { name: 'Sign in as operator' }).click();
  await opened.page.getByRole('banner').waitFor();
  return opened;
}

/** Goes to a page by its link in the navigation, behind the menu on narrow screens, and waits until it is there. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  const current = page.locator('nav [aria-current=page]').filter({ hasText: new RegExp(`^${name}$`) });
  // On a narrow screen, the menu has closed.
  await current.waitFor({ state: 'attached' });
}
