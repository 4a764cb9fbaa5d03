import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../dist/adapters/console/page/', import.meta.url);
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const at = '2030-01-31T12:00:00.000Z';

/**
 * Serves the page of the console, with the answers of an account that is signed in and has a finished job with these results.
 * What is measured is the page, so the answers are made before it asks.
 */
export async function startCannedServer(results) {
  const resultLines = results.map((result, index) => `${JSON.stringify({ index, ...result })}\n`).join('');
  const answers = {
    'api/session': JSON.stringify(session),
    'api/balance': JSON.stringify({ available: 1e6, held: 0 }),
    'api/jobs': JSON.stringify({ jobs: [jobOf(results)], next_cursor: null }),
    'api/jobs/job': JSON.stringify(jobOf(results)),
    'api/jobs/job/results': resultLines,
  };
  const server = createServer(async ({ url }, outgoing) => {
    const path = new URL(url, 'http://localhost').pathname.slice('/console/'.length);
    const answer = answers[path];
    if (answer !== undefined) return outgoing.end(answer);
    const name = path === '' ? 'index.html' : path;
    const content = await readFile(fileURLToPath(new URL(name, folder))).catch(() => undefined);
    outgoing.writeHead(content === undefined ? 404 : 200, { 'Content-Type': types[name.split('.').at(-1)] });
    outgoing.end(content);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${server.address().port}/console/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const session = {
  kind: 'account',
  account: 'acme',
  csrf_token: 'token',
  expires_at: '2999-01-01T00:00:00.000Z',
  server: {
    version: '0',
    sandbox: true,
    prices: { verification: 0.2, dns_verification: 0.1, syntax_verification: 0.05, lookup: 1 },
    limits: { max_body_bytes: 1e8, max_list_rows: 100_000, max_list_people: 10_000 },
  },
};

function jobOf({ length }) {
  return {
    job_id: 'job',
    kind: 'verifications',
    account: 'acme',
    key_id: null,
    key_name: null,
    status: 'complete',
    cancelled: false,
    total: length,
    processed: length,
    counts: { by_status: { safe: length, risky: 0, invalid: 0, unknown: 0 }, retrying: 0 },
    next_retry_at: null,
    submitted_at: at,
    started_at: at,
    finished_at: at,
    credits: { charged: length / 5, refunded: 0 },
  };
}
