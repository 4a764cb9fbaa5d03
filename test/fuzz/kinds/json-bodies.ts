import { createHttpHandler } from '../../../adapters/http/index.ts';
import { bytesOf, type FuzzKind, mustHold, withChoices } from '../fuzz-kind.ts';
import { checkAnswer, paths } from './body-rules.ts';
import { silentLogger } from './silent-logger.ts';
import { submittingEngine } from './submitting-engine.ts';

const documented = [200, 400, 403, 413, 422];

const bodies: readonly (readonly [path: number, body: string])[] = [
  [0, '["ann@example.org","bob@example.org"]'],
  [0, '[]'],
  [0, '\ufeff [ "a\\u0062\\n\\ud800" , "" ]'],
  [0, '{"emails":["ann@example.org"]}'],
  [0, '["ann@example.org", 7, null, true, [], {}, -1.5e3]'],
  [1, '{"input":[{"first_name":"Ann","last_name":"Lee","domain":"example.org"}]}'],
  [1, '{"input":[{"first_name":"Ann","last_name":"Lee","domain":"example.org","x":{"y":[1]}}],"z":"é😀"}'],
  [1, '{"input":[],"input":[{"first_name":"Ann","last_name":"","domain":"\\u00e9"}]}'],
  [2, '{"first_name":"Ann","last_name":"Lee","domain":"example.org","timeout":30}'],
  [2, '{"first_name":"Ann","last_name":"Lee","domain":"example.org","timeout":"30"}'],
];

/** Bodies of the three POST endpoints. The first byte chooses the endpoint, the second the size of the chunks. */
export const jsonBodies: FuzzKind = {
  name: 'json-bodies',
  corpus: bodies.map(([path, body], index) => withChoices([path, index * 25], bytesOf(body))),
  dictionary: [
    ...[
      '[',
      ']',
      '{',
      '}',
      '{},',
      '"",',
      ',',
      ':',
      '"',
      '\\',
      '\\u0000',
      '\\ud800',
      '\\udc00',
      'null',
      'true',
      'false',
      '1e400',
    ],
    ...[
      '-0',
      '0.1',
      ' ',
      '\n',
      '\ufeff',
      '"input":',
      '"__proto__":',
      '"first_name":"A"',
      '"last_name":"B"',
      '"domain":"c.com"',
      '"timeout":',
      '120',
      '3e1',
    ],
  ],
  maxBytes: 300_000,
  concurrency: 1,
  async start() {
    const { engine, key, submitted } = await submittingEngine();
    const handler = createHttpHandler(engine, { logger: silentLogger });
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    return {
      async run(input) {
        const [choice = 0, chunking = 0] = input;
        const path = paths[choice % paths.length] ?? '/v1/bulk';
        const body = input.slice(2);
        submitted.emails = undefined;
        submitted.rows = undefined;
        submitted.lookup = undefined;
        const response = await handler.fetch(
          new Request(`http://localhost${path}`, {
            method: 'POST',
            headers,
            body: chunked(body, chunking),
            duplex: 'half',
          } as RequestInit),
        );
        const { status } = response;
        const { detail } = (await response.json()) as { detail?: string };
        mustHold(documented.includes(status), () => `the status ${status}: ${detail}`);
        checkAnswer(path, body, { status, detail }, submitted);
        return `${path} ${status} ${detail?.replaceAll(/\d+/g, '').slice(0, 50)}`;
      },
      [Symbol.asyncDispose]: async () => {},
    };
  },
};

function chunked(body: Uint8Array, chunking: number): ReadableStream<Uint8Array> {
  const chunkBytes = chunking === 0 ? body.length + 1 : Math.max(chunking, Math.ceil(body.length / 64));
  let from = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (from < body.length) controller.enqueue(body.slice(from, from + chunkBytes));
      from += chunkBytes;
      if (from >= body.length) controller.close();
    },
  });
}
