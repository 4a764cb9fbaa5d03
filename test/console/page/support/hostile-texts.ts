import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Texts that would run `window.ran = 1` wherever one is taken for markup, a link or a template. */
export const hostileTexts = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 1">',
  '"><svg onload=window.ran=1>',
  'javascript:window.ran=1',
  "'-window.ran=1-'",
  '{{constructor.constructor("window.ran=1")()}}',
  '</textarea><iframe srcdoc="<script>parent.ran=1</script>">',
];

/** All of them in one. */
export const hostile = hostileTexts.join(' ');

/** Nothing ran, nothing of it became an element or a link, and the browser had nothing to refuse. */
export async function expectOnlyText({
  page,
  failures,
}: {
  readonly page: Page;
  readonly failures: readonly string[];
}): Promise<void> {
  expect(await page.evaluate('window.ran')).toBeUndefined();
  const elements =
    'img[src=x], svg:not(.mark), iframe, script:not([src]), [onload], [onerror], [href^="javascript:" i]';
  expect(await page.locator(elements).count()).toBe(0);
  expect(failures).toEqual([]);
}
