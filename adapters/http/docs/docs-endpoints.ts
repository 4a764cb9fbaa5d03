import type { AnswersUnderWay } from '../answers/answers-under-way.ts';
import type { Party } from '../answers/party.ts';
import { apiKeyHeader } from '../api-key.ts';
import type { OperationalEndpoint } from '../observability/operational-endpoints.ts';
import type { RequestView } from '../request-view.ts';
import { bufferedResponse, type ResponseChunks } from '../response.ts';

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

/** The explorer derives all of these from its light colours. What a page sets for an element goes before that. */
const darkColours = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  body { background: #14191f; }
  openapi-explorer {
    --bg: #14191f; --bg2: #1a2129; --bg3: #232c36; --light-bg: #2c3743; --input-bg: #1a2129; --hover-color: #232c36;
    --fg: #d5dde5; --fg2: #c3ccd5; --fg3: #a3afbb; --light-fg: #94a1ae; --placeholder-color: #7b8894;
    --border-color: #3a4653; --light-border-color: #2c3743; --code-fg: #d5dde5; --inline-code-fg: #e6b98c;
    --code-property-color: #8ec7f0; --code-keyword-color: #d9a6e8; --code-operator-color: #d5dde5;
    --primary-color: #8ec7f0; --primary-btn-text-color: #14191f;
    --red: #f47c7c; --orange: #f0a35e; --yellow: #e3c15a; --green: #74c69d; --blue: #6cb6ee; --gray: #94a1ae;
    --light-red: #3a2226; --light-orange: #382a1e; --light-yellow: #35301d; --light-green: #1d3329;
    --light-blue: #1c2f40; --light-gray: #232c36; --purple: #b79af0; --light-purple: #2d2540;
    --nav-bg-color: #1a2129; --nav-hover-bg-color: #232c36; --nav-text-color: #a3afbb; --nav-hover-text-color: #fff;
  }
}
`;

/** Paths are relative to the page, so that they are right below any prefix, also one that a proxy has removed. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Email verification and lookup</title>
<link rel="icon" href="data:,">
<style>${darkColours}</style>
<script src="docs/header-names.js"></script>
<script type="module" src="docs/openapi-explorer.js"></script>
</head>
<body>
<openapi-explorer spec-url="openapi.json" hide-server-selection="true" default-schema-tab="body"></openapi-explorer>
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

/** The description of the interface as a page at /docs, and its scripts. `partyOf`: who is sent the long one. */
export function docsEndpoints(
  answers: AnswersUnderWay,
  partyOf: (request: RequestView) => Party,
): readonly OperationalEndpoint[] {
  return [
    { path: '/docs', respond: async () => pageResponse },
    // Paths of the page are relative to /docs.
    { path: '/docs/', respond: async () => bufferedResponse(308, '', { Location: '../docs' }) },
    { path: '/docs/header-names.js', respond: async () => headerNamesResponse },
    {
      path: '/docs/openapi-explorer.js',
      async respond(request) {
        // Loaded when it is first asked for: most processes never need it.
        const { explorerScript } = await import('./explorer-script.ts');
        const chunks = piecesOf(explorerScript);
        return answers.stream(partyOf(request), { kind: 'rows', chunks, headers: scriptHeaders });
      },
    },
  ];
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
