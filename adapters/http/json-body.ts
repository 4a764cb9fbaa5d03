import type * as z from 'zod';
import { Problem } from './problem.ts';
import type { RequestView } from './request-view.ts';
import { validationProblem } from './validation-problem.ts';

/**
 * Reads a request body as JSON, whatever its Content-Type. Skips a byte order mark. Throws a Problem: 413 if the body
 * is longer than `maxBytes`, 422 if it is not JSON in UTF-8 (RFC 8259 §8.1).
 */
export async function readJson(request: RequestView, maxBytes: number): Promise<unknown> {
  const body = request.body();
  switch (body.kind) {
    case 'unread':
      return parseJson(await readText(body.chunks, maxBytes));
    case 'read':
      return parseHostBody(body.value, maxBytes);
    case 'lost':
      throw new Error(
        'The host has read the body and kept it to itself. Mount the handler before what reads bodies, or set `body` of the request of Node.',
      );
  }
}

/** Reads and checks a JSON body. Throws as `readJson`, and a Problem with status 422 that names the first invalid field. */
export async function readBody<Schema extends z.ZodType>(
  request: RequestView,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(request, maxBytes));
  if (parsed.success) return parsed.data;
  throw validationProblem(parsed.error);
}

export function bodyTooLong(maxBytes: number): Problem {
  return new Problem(413, `The body is longer than ${maxBytes} bytes.`);
}

/** Body parsers of hosts produce a JSON value, or text or bytes if they do not recognise the type as JSON. */
function parseHostBody(value: unknown, maxBytes: number): unknown {
  if (typeof value === 'string') return parseJson(value);
  if (value instanceof Uint8Array) return parseJson(new BoundedText(maxBytes).add(value).end());
  return value;
}

async function readText(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const text = new BoundedText(maxBytes);
  for await (const chunk of chunks) text.add(chunk);
  return text.end();
}

/** Decodes chunk by chunk, because decoding a long body in one step would block the event loop. */
class BoundedText {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #bytes = 0;
  #text = '';

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): this {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) throw bodyTooLong(this.#maxBytes);
    this.#text += this.#decode(() => this.#decoder.decode(chunk, { stream: true }));
    return this;
  }

  end(): string {
    return this.#text + this.#decode(() => this.#decoder.decode());
  }

  #decode(decode: () => string): string {
    try {
      return decode();
    } catch {
      throw new Problem(422, 'body: must be text in UTF-8.');
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(422, 'body: must be valid JSON.');
  }
}
