/**
 * Yields the value of each line of a stream of JSON lines. Rejects with a SyntaxError for a line that is not JSON, and with another
 * error if the stream ends within a line.
 */
export async function* readJsonLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const lines = (rest + decoder.decode(step.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
    // The last line ends like every other, so a rest is a line that was cut off.
    if (rest + decoder.decode() !== '') throw new Error('The last line is incomplete.');
  } finally {
    await reader.cancel().catch(() => {});
  }
}
