import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startChromium } from '../console/page/support/chromium.ts';
import type { PageStep } from './page-steps.ts';

/** The browser of a reader. */
export interface ReaderBrowser extends AsyncDisposable {
  /** Does what a step says, and waits for what it says is seen. `link`: what was printed before. Files are in `folder`. */
  take(step: PageStep, context: { readonly link: string; readonly folder: string }): Promise<void>;
}

/** How long is waited for what a document says, on a machine that is busy with other tests. */
const patienceMs = 120_000;

export async function startReaderBrowser(): Promise<ReaderBrowser> {
  const browser = await startChromium();
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceMs);
  return {
    async take({ action, seen }, { link, folder }) {
      switch (action.kind) {
        case 'open':
          await page.goto(link);
          break;
        case 'click':
          await click(page, action.name);
          break;
        case 'type':
          await page.getByLabel(action.label, { exact: true }).fill(action.text);
          break;
        case 'choose':
          await page.getByLabel(action.label, { exact: true }).setInputFiles(join(folder, action.file));
          break;
      }
      if (seen !== undefined) await page.getByText(seen).first().waitFor();
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

function click(page: Page, name: string): Promise<void> {
  const named = { name, exact: true };
  return page.getByRole('button', named).or(page.getByRole('link', named)).click();
}
