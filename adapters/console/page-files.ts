import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FruitlessRequests } from '../http/fruitless-requests.ts';
import { notFound, Problem } from '../http/problem.ts';
import { pathOf, type RequestView } from '../http/request-view.ts';
import {
  type BufferedResponse,
  bufferedResponse,
  emptyResponse,
  type HttpResponse,
} from '../http/response.ts';
import type { FindRoute } from '../http/route-table.ts';
import { packageFolder } from './package-files.ts';

/** What a browser may load into the page: its own files, and nothing that somebody has written into it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The kinds of files that the page has, all of them text. */
const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** The name has a hash of the content: other content has another name. */
const hashedName = /-[\da-f]{12}\.\w+$/;

interface PageFile {
  readonly etag: string;
  readonly response: BufferedResponse;
  readonly notModified: BufferedResponse;
}

/** The files of the page, by their names. */
type PageFiles = ReadonlyMap<string, PageFile>;

/** Reads the files of the page, which are built with the package. Empty if they were not built. */
export async function readPageFiles(): Promise<PageFiles> {
  const folder = join(packageFolder(), 'dist/adapters/console/page');
  const names = await readdir(folder).catch(() => []);
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const type = contentTypes[name.slice(name.lastIndexOf('.') + 1)];
    if (type !== undefined) files.set(name, pageFile(name, type, await readFile(join(folder, name))));
  }
  return files;
}

function pageFile(name: string, type: string, content: Buffer<ArrayBuffer>): PageFile {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const headers = {
    ...securityHeaders,
    ETag: etag,
    'Cache-Control': hashedName.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  return {
    etag,
    response: bufferedResponse(200, content, { ...headers, 'Content-Type': type }),
    notModified: emptyResponse(304, headers),
  };
}

/** Returns the answer with a file: 304 if `ifNoneMatch` says that the client has it (RFC 9110 §13.1.2). */
export function answerFile(file: PageFile, ifNoneMatch: string | undefined): BufferedResponse {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(file.etag) || tags.includes('*') ? file.notModified : file.response;
}

/** Sends browsers from the path of the console to that of its page, below which its files are. */
function redirectToPage(path: string): BufferedResponse {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return bufferedResponse(308, '', {
    ...securityHeaders,
    Location: `./${encodeURI(name)}/`,
    'Cache-Control': 'no-cache',
  });
}

const methods = ['GET', 'HEAD'];

/** Returns a function that finds the page and its files below the path of the console, in which the API is left out. */
export function pageRoute(basePath: string, fruitless: Pick<FruitlessRequests, 'countStranger'>): FindRoute {
  let files: Promise<PageFiles> | undefined;
  const handler = async (request: RequestView): Promise<HttpResponse> => {
    // Nobody has been asked for a session.
    await fruitless.countStranger(request);
    const path = pathOf(request.target);
    const name = path.slice(basePath.length);
    // A host that removes the path of the mount makes a single slash of nothing.
    const { originalTarget = request.target } = request;
    const original = pathOf(originalTarget);
    if (name === '' || (name === '/' && !original.endsWith('/'))) return redirectToPage(original);
    files ??= readPageFiles();
    const all = await files;
    if (all.size === 0) throw new Problem(404, 'The page of the console is not built: run "npm run build".');
    const file = all.get(name === '/' ? 'index.html' : name.slice(1));
    if (file === undefined) throw notFound();
    return answerFile(file, request.header('if-none-match'));
  };
  const handlers = new Map(methods.map((method) => [method, handler]));
  const route = { path: '/', handlers, allowed: methods.join(', '), maxBodyBytes: 0 };
  const match = { route, parameters: {} };
  return ({ target }) => {
    const path = pathOf(target);
    if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined;
    return path.startsWith(`${basePath}/api/`) ? undefined : match;
  };
}
