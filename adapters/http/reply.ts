import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Problem } from './problem.ts';
import { problemBody } from './problem.ts';

/** An answer before it is a Response, which costs more than all the rest of a cached request. */
export type Reply = WrittenReply | StreamedReply;

export interface WrittenReply {
  readonly kind: 'written';
  readonly status: number;
  readonly body: string;
  /** With Content-Length: an answer that is given many times is measured once. */
  readonly headers: Readonly<Record<string, string>>;
  /** What Node is to write the body as: the bytes are the same where all are ASCII, and it writes them faster. */
  readonly encoding: 'latin1' | 'utf8';
}

/** An answer that is read from the storage while it is given out. */
export interface StreamedReply {
  readonly kind: 'streamed';
  readonly status: 200;
  readonly parts: StreamedParts;
  readonly headers: Readonly<Record<string, string>>;
}

export type StreamedParts = AsyncIterableIterator<string, undefined>;

/** Results are about people and depend on the key: nobody on the way may keep them. */
const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** Cached verdicts are the same frozen object every time. */
const written = new WeakMap<object, WrittenReply>();

export function jsonReply(value: object): WrittenReply {
  const known = written.get(value);
  if (known !== undefined) return known;
  const reply = writtenReply(200, JSON.stringify(value), jsonHeaders);
  if (Object.isFrozen(value)) written.set(value, reply);
  return reply;
}

/** Rejects if the first part cannot be read: nothing has been answered then. */
export async function streamReply(
  parts: AsyncGenerator<string, undefined>,
  headers: Readonly<Record<string, string>>,
): Promise<StreamedReply> {
  const first = await parts.next();
  return {
    kind: 'streamed',
    status: 200,
    parts: continued(first, parts),
    headers: { ...headers, 'Cache-Control': 'no-store' },
  };
}

/** Others have their turn after each part: a storage in memory and a fast client would not let go of the loop. */
async function* continued(
  first: IteratorResult<string, undefined>,
  parts: AsyncGenerator<string, undefined>,
): AsyncGenerator<string, undefined> {
  try {
    for (let step = first; step.done !== true; step = await parts.next()) {
      yield step.value;
      await nextTurn();
    }
  } finally {
    await parts.return(undefined);
  }
}

export function problemReply({ status, message, headers }: Problem): WrittenReply {
  return writtenReply(status, problemBody(message), { ...jsonHeaders, ...headers });
}

export function writtenReply(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): WrittenReply {
  const length = Buffer.byteLength(body);
  return {
    kind: 'written',
    status,
    body,
    headers: { ...headers, 'Content-Length': String(length) },
    encoding: length === body.length ? 'latin1' : 'utf8',
  };
}

export function responseOf(reply: Reply, options: { bodiless: boolean }): Response {
  const { status, headers } = reply;
  if (options.bodiless) return new Response(null, { status, headers });
  const body = reply.kind === 'written' ? reply.body : streamOf(reply.parts);
  return new Response(body, { status, headers });
}

/** Reads on when the client does. */
function streamOf(parts: StreamedParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const step = await parts.next();
      if (step.done === true) controller.close();
      else controller.enqueue(encoder.encode(step.value));
    },
    async cancel() {
      await parts.return?.();
    },
  });
}
