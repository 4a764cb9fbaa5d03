/** Reads the lines of a body in UTF-8, without their ends. */
export async function* textLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  for await (const lines of linesByChunk(body)) yield* lines;
}

/** Reads the lines of a body as they arrive: those of each chunk together. */
export async function* linesByChunk(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
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
