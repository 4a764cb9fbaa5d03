import { connect } from 'node:net';
import { startServer } from '../../../adapters/http/index.ts';
import { bytesOf, type FuzzKind, mustHold, withChoices } from '../fuzz-kind.ts';
import { silentLogger } from './silent-logger.ts';
import { submittingEngine } from './submitting-engine.ts';

/** Stands for the API key in inputs: keys are different in each run. */
const keyMark = 'KEY';

const requests = [
  'GET /v1/credits HTTP/1.1\r\nHost: localhost\r\nX-API-Key: KEY\r\nConnection: close\r\n\r\n',
  'GET /v1/verify?email=ann%40example.org&timeout=30 HTTP/1.1\r\nHost: a\r\nX-API-Key: KEY\r\n\r\n',
  'POST /v1/bulk HTTP/1.1\r\nHost: a\r\nX-API-Key: KEY\r\nContent-Length: 19\r\n\r\n["ann@example.org"]',
  'POST /v1/bulk HTTP/1.1\r\nHost: a\r\nX-API-Key: KEY\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n["ann@example.org"]\r\n0\r\n\r\n',
  'POST /v1/bulk-lookup HTTP/1.1\r\nHost: a\r\nX-API-Key: KEY\r\nContent-Length: 73\r\nExpect: 100-continue\r\n\r\n{"input":[{"first_name":"Ann","last_name":"Lee","domain":"example.org"}]}',
  'POST /v1/email-lookup HTTP/1.1\r\nHost: a\r\nX-API-Key: KEY\r\nContent-Length: 61\r\n\r\n{"first_name":"Ann","last_name":"Lee","domain":"example.org"}',
  'GET /v1/bulk/00000000-0000-4000-8000-000000000000/results HTTP/1.1\r\nHost: a\r\nX-API-Key: KEY\r\nAccept: text/csv\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /metrics HTTP/1.0\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
  'HEAD http://a/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n',
];

/** Bytes on a socket of the server. The first byte chooses where they are split. The second half may be cut off. */
export const httpRequests: FuzzKind = {
  name: 'http-requests',
  corpus: requests.map((text, index) => withChoices([index * 21], bytesOf(text))),
  dictionary: [
    ...[
      '\r\n',
      '\n',
      '\r\n\r\n',
      ' HTTP/1.1',
      ' HTTP/1.0',
      'Host: a\r\n',
      'X-API-Key: KEY\r\n',
      'Connection: close\r\n',
      ': ',
      '\0',
    ],
    ...[
      'Content-Length: 5\r\n',
      'Content-Length: -1\r\n',
      'Transfer-Encoding: chunked\r\n',
      '0\r\n\r\n',
      'ffffffff\r\n',
      'Expect: 100-continue\r\n',
    ],
    ...[
      '%',
      '%00',
      '%ff',
      '?',
      '&',
      '=',
      '//',
      '/../',
      'email=',
      'offset=1e9',
      'Accept: */*;q=0\r\n',
      'Idempotency-Key: x\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ],
  ],
  maxBytes: 40_000,
  concurrency: 8,
  async start() {
    const { engine, key } = await submittingEngine();
    const server = await startServer({
      engine,
      port: 0,
      logger: silentLogger,
      requestTimeoutMs: 2_000,
      shutdownTimeoutMs: 100,
    });
    const port = Number(new URL(server.url).port);
    const healthy = Buffer.from(
      `GET /v1/credits HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
    );
    let runs = 0;
    return {
      async run(input) {
        const [split = 0] = input;
        const text = Buffer.from(input.subarray(1)).toString('latin1').replaceAll(keyMark, key);
        const statuses = statusesIn(await exchange(port, Buffer.from(text, 'latin1'), split));
        // 501 and 505 say that a method or a version is unknown.
        const wrong = statuses.find((status) => status >= 500 && status !== 501 && status !== 505);
        mustHold(wrong === undefined, () => `the status ${wrong}`);
        runs += 1;
        if (runs % 16 === 0) {
          const [status] = statusesIn(await exchange(port, healthy, 0));
          mustHold(status === 200, () => `others: their status is ${status} afterwards`);
        }
        return statuses.slice(0, 3).join(' ');
      },
      [Symbol.asyncDispose]: () => server.close(),
    };
  },
};

/** Sends the bytes in two packets, then ends this side. Returns what the server sends until it ends the connection. */
function exchange(port: number, bytes: Buffer, split: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const first = Math.floor((bytes.length * split) / 256);
    socket.setNoDelay(true);
    if (first > 0) socket.write(bytes.subarray(0, first));
    setImmediate(() => socket.end(bytes.subarray(first)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('end', () => socket.destroy());
  });
}

function statusesIn(answer: string): readonly number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
