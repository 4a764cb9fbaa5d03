import type * as z from 'zod';
import { Problem } from './problem.ts';
import type { RequestView } from './request-view.ts';
import { violation } from './violation.ts';

/**
 * The body of a request, which is JSON whatever its Content-Type says. 413 for one longer than `maxBytes`, 422 for
 * what is not JSON in UTF-8 (RFC 8259 §8.1). A byte order mark is passed over.
 */
export async function readJson(request: RequestView, maxBytes: number): Promise<unknown> {
  const body = request.body();
  switch (body.kind) {
    case 'unread':
      return parsed(await textOf(body.chunks, maxBytes));
    case 'read':
      return asParsed(body.value, maxBytes);
    case 'gone':
      throw new Error(
        'The host has read the body and kept it to itself. Mount the handler before what reads bodies, or set `body` of the request of Node.',
      );
  }
}

/** The body of a request, checked; 422 naming the first field that is wrong. */
export async function readBody<Schema extends z.ZodType>(
  request: RequestView,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  const read = schema.safeParse(await readJson(request, maxBytes));
  if (read.success) return read.data;
  throw violation(read.error);
}

export function tooLong(maxBytes: number): Problem {
  return new Problem(413, `The body is longer than ${maxBytes} bytes.`);
}

/** Hosts give what they have made of JSON, or text or bytes where they took it for something else. */
function asParsed(value: unknown, maxBytes: number): unknown {
  if (typeof value === 'string') return parsed(value);
  if (value instanceof Uint8Array) return parsed(new LimitedText(maxBytes).add(value).end());
  return value;
}

async function textOf(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const text = new LimitedText(maxBytes);
  for await (const chunk of chunks) text.add(chunk);
  return text.end();
}

/** Decoded as it comes in: doing it at the end would hold everybody up. */
class LimitedText {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #bytes = 0;
  #text = '';

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): this {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) throw tooLong(this.#maxBytes);
    this.#text += this.#decoded(() => this.#decoder.decode(chunk, { stream: true }));
    return this;
  }

  end(): string {
    return this.#text + this.#decoded(() => this.#decoder.decode());
  }

  #decoded(decode: () => string): string {
    try {
      return decode();
    } catch {
      throw new Problem(422, 'body: must be text in UTF-8.');
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(422, 'body: must be valid JSON.');
  }
}
