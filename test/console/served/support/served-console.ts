import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { builtCli } from '../../../support/built-cli.ts';
import { freePort } from '../../../support/closed-port.ts';
import { type ServedProcess, serveProcess } from '../../../support/served-process.ts';
import { goTo, openConsole, startChromium } from '../../page/support/chromium.ts';

const adminToken = 'an-admin-token-of-enough-characters';

/** A page that is signed in, and what went wrong in it. */
export interface SignedInPage {
  readonly page: Page;
  readonly failures: string[];
}

/** `mailproof serve` in a folder of its own, and a browser. A network may begin ten sessions a minute, so that a file of tests begins fewer. */
export interface ServedConsole extends AsyncDisposable {
  readonly browser: Browser;
  /** Of the server, such as http://127.0.0.1:8080. It stays the same after `restart`. */
  readonly url: string;
  /** Where the server keeps its store. */
  readonly folder: string;
  /** Types a command beside the server. Returns what it prints. */
  mailproof(...args: readonly string[]): Promise<string>;
  /** Gives an account credits (default 100), and returns a link that signs it in. `url`: the server as the browser reaches it. */
  invite(account: string, options?: { readonly credits?: number; readonly url?: string }): Promise<string>;
  /** Opens a browser of its own, in which a link is used. */
  signIn(link: string): Promise<SignedInPage>;
  signInOperator(): Promise<SignedInPage>;
  /** Kills the server, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same store and port. */
  restart(): Promise<void>;
}

/** How long is waited for a state of the page, on a machine that is busy with other tests. */
const patienceMs = 60_000;

/** Starts a server, by default on a simulated internet, and a browser. */
export async function startServedConsole(
  network: readonly string[] = ['--sandbox', '--retry-delays', 'none'],
): Promise<ServedConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-console-'));
  const browser = await startChromium();
  const args = [...network, '--port', String(await freePort()), '--admin-token', adminToken];
  const start = (): Promise<ServedProcess> => serveProcess({ args, cwd: folder });
  let server = await start();
  const { url } = server;
  const open = async (address: string): Promise<SignedInPage> => {
    const opened = await openConsole(browser, address);
    opened.page.setDefaultTimeout(patienceMs);
    return opened;
  };
  const mailproof: ServedConsole['mailproof'] = async (...command) => {
    const { stdout } = await promisify(execFile)('node', [builtCli, ...command], { cwd: folder });
    return stdout;
  };
  return {
    browser,
    url,
    folder,
    mailproof,
    async invite(account, options = {}) {
      const { credits = 100 } = options;
      // An account exists once it has credits or a key.
      await (credits > 0
        ? mailproof('credits', 'add', '--account', account, String(credits))
        : mailproof('keys', 'create', '--account', account));
      const console = `${options.url ?? url}/console`;
      const printed = await mailproof('accounts', 'invite', account, '--url', console);
      return printed.trim();
    },
    async signIn(link) {
      const opened = await open(link);
      await opened.page.getByRole('button', { name: 'Sign in with this link' }).click();
      await opened.page.getByRole('navigation').waitFor();
      return opened;
    },
    async signInOperator() {
      const opened = await open(`${url}/console`);
      await opened.page.getByLabel('Admin token').fill(adminToken);
      await opened.page.getByRole('button', { name: 'Sign in as operator' }).click();
      await opened.page.getByRole('navigation').waitFor();
      return opened;
    },
    async kill() {
      await server[Symbol.asyncDispose]();
    },
    async restart() {
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Starts such a server for all tests of a file, after which it ends, as the pages do after each test. */
export async function consoleOfFile(network?: readonly string[]): Promise<ServedConsole> {
  const served = await startServedConsole(network);
  afterEach(() => closePages(served));
  afterAll(() => served[Symbol.asyncDispose]());
  return served;
}

/** Closes what a test has opened. */
export async function closePages({ browser }: Pick<ServedConsole, 'browser'>): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Pastes addresses into a new list, and waits until the page has counted them. */
export async function pasteList(page: Page, emails: readonly string[]): Promise<void> {
  await goTo(page, 'New list');
  await page.getByLabel('Or paste addresses').fill(emails.join('\n'));
  await page.getByRole('button', { name: 'Use these' }).click();
  await page.getByText('Price in credits').waitFor();
}

/** Submits the list that is open, and waits for its job. Returns the id of the job. */
export async function submitList(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Submit / }).click();
  // Its page has the name of the list as its heading, once it has loaded.
  await page.waitForURL(/\/jobs\/[^/]+$/);
  return page.url().split('/').at(-1) ?? '';
}

/** Returns a figure such as `Credits available`. */
export async function figure(page: Page, name: string): Promise<string> {
  const term = page.locator('dl.figures dt').filter({ hasText: new RegExp(`^${name}$`) });
  return (await term.locator('xpath=../dd').innerText()).trim();
}
