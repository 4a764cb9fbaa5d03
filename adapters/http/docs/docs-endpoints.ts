import { apiKeyHeader } from '../api-key.ts';
import type { OperationalEndpoint } from '../observability/operational-endpoints.ts';
import { bufferedResponse, type ResponseChunks, type StreamedResponse } from '../response.ts';

/**
 * The page loads nothing from other hosts, and the browser holds it to that. The explorer writes its styles into the
 * page, which takes 'unsafe-inline'; scripts come from this server only.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Paths are relative to the page, so that they are right below any prefix, also one that a proxy has removed. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Email verification and lookup</title>
<link rel="icon" href="data:,">
<script src="docs/header-names.js"></script>
<script type="module" src="docs/openapi-explorer.js"></script>
</head>
<body>
<openapi-explorer spec-url="openapi.json" hide-server-selection="true"></openapi-explorer>
<noscript>This page needs JavaScript. The description itself is at <a href="openapi.json">openapi.json</a>.</noscript>
</body>
</html>
`;

const pageResponse = bufferedResponse(200, page, {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
});

/**
 * Lets the page send the header of the key as documented: the explorer makes a Request, in which browsers write all names
 * in lower case, and the server compares this one letter by letter. Names in an object stay as they are.
 */
const headerNamesScript = `{
  const { fetch } = globalThis;
  const documented = { '${apiKeyHeader.toLowerCase()}': '${apiKeyHeader}' };
  globalThis.fetch = async (input, init) => {
    if (!(input instanceof Request) || init !== undefined) return fetch(input, init);
    const { url, method, signal } = input;
    const headers = Object.fromEntries([...input.headers].map(([name, value]) => [documented[name] ?? name, value]));
    const body = method === 'GET' ? null : await input.text();
    return fetch(url, { method, headers, body, signal });
  };
}
`;

const scriptHeaders = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=3600',
};

const headerNamesResponse = bufferedResponse(200, headerNamesScript, scriptHeaders);

/** The description of the interface as a page at /docs, and the scripts that show it. */
export const docsEndpoints: readonly OperationalEndpoint[] = [
  { path: '/docs', respond: async () => pageResponse },
  { path: '/docs/header-names.js', respond: async () => headerNamesResponse },
  { path: '/docs/openapi-explorer.js', respond: async () => streamScript() },
];

/** Loads the script when it is first asked for: most processes never need it. */
async function streamScript(): Promise<StreamedResponse> {
  const { explorerScript } = await import('./explorer-script.ts');
  return { kind: 'streamed', status: 200, chunks: piecesOf(explorerScript), headers: scriptHeaders };
}

const pieceLength = 64 * 1024;

/** Sent in pieces, so that clients that do not read make nobody keep a copy of the whole for each of them. */
async function* piecesOf(text: string): ResponseChunks {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + pieceLength, text.length);
    // Both halves of a surrogate pair go into one piece: alone, neither can be encoded.
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end < text.length) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}
