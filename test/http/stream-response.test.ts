import { expect, it } from 'vitest';
import { streamResponse } from '../../adapters/http/response.ts';

it('A streamed response that is ended before anybody reads it ends its source', async () => {
  let ended = false;
  async function* source(): AsyncGenerator<string, undefined> {
    try {
      yield 'first';
      yield 'second';
    } finally {
      ended = true;
    }
  }
  const { chunks } = await streamResponse(source(), {});
  await chunks.return?.();
  expect(ended).toBe(true);
});

it('A streamed response has all chunks of its source in order', async () => {
  async function* source(): AsyncGenerator<string, undefined> {
    yield* ['first', 'second', 'third'];
  }
  const { chunks } = await streamResponse(source(), {});
  const read = [];
  for await (const chunk of chunks) read.push(chunk);
  expect(read).toEqual(['first', 'second', 'third']);
});
