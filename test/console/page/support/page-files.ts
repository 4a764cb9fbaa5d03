import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../../house/repository-files.ts';

/** Where the build puts the page. */
const pageFolder = join(repository, 'dist/adapters/console/page');

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; " +
  "font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  txt: 'text/plain',
};

/** Returns a file of the page with its headers; undefined if there is none. */
export async function pageFile(
  name: string,
): Promise<{ readonly content: Buffer; readonly headers: Record<string, string> } | undefined> {
  if (!/^[\w.-]*$/.test(name)) return undefined;
  const content = await readFile(join(pageFolder, name === '' ? 'index.html' : name)).catch(() => undefined);
  if (content === undefined) return undefined;
  const type = types[name.split('.').at(-1) ?? ''] ?? 'text/html';
  return {
    content,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  };
}
