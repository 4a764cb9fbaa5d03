/** Servers send results, and comments between events, more often: one that is silent for longer is out of reach, although nobody has said so. */
export const silentMs = 45_000;

/** Reads the lines of a body in UTF-8, without their ends. */
export async function* textLines(
  body: ReadableStream<Uint8Array>,
  options: { readonly silentMs?: number } = {},
): AsyncGenerator<string> {
  for await (const lines of linesByChunk(body, options)) yield* lines;
}

/**
 * Reads the lines of a body as they arrive: those of each chunk together. `silentMs`: rejects if nothing arrives for so long. Default: waits
 * for as long as it takes.
 */
async function* linesByChunk(
  body: ReadableStream<Uint8Array>,
  { silentMs }: { readonly silentMs?: number } = {},
): AsyncGenerator<readonly string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const read = reader.read();
      const { done, value } = await (silentMs === undefined ? read : beforeSilence(read, silentMs));
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n/);
      rest = lines.pop() ?? '';
      if (lines.length > 0) yield lines;
      if (done) break;
    }
    if (rest !== '') yield [rest];
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Rejects with a TypeError, as a connection that breaks does, if `read` takes longer. */
async function beforeSilence<T>(read: Promise<T>, silentMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('Nothing arrives any more.')), silentMs);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the rows of an answer, one a line, as they arrive: those of each chunk together. Rejects with a TypeError, as for a connection that
 * breaks, if nothing arrives for too long, or if there are fewer rows than the server has announced.
 */
export async function* rowsByChunk(
  body: ReadableStream<Uint8Array>,
  headers: Headers,
): AsyncGenerator<readonly string[]> {
  const announced = Number(headers.get('X-Row-Count') ?? 0);
  let arrived = 0;
  for await (const lines of linesByChunk(body, { silentMs })) {
    const rows = lines.filter((line) => line !== '');
    arrived += rows.length;
    yield rows;
  }
  if (arrived < announced) throw new TypeError(`${arrived} of ${announced} rows arrived.`);
}
