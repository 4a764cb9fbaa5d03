import { expect, it } from 'vitest';
import { rowsByChunk } from '../../../adapters/console/page/api/text-lines.ts';

async function rowsOf(text: string, headers: Record<string, string>): Promise<readonly string[]> {
  const { body, headers: sent } = new Response(text, { headers });
  const rows: string[] = [];
  if (body !== null) for await (const some of rowsByChunk(body, sent)) rows.push(...some);
  return rows;
}

it('the page takes as many rows as the server has announced, and no fewer', async () => {
  expect(await rowsOf('{}\n[]\n', { 'X-Row-Count': '2' })).toEqual(['{}', '[]']);
  expect(await rowsOf('', { 'X-Row-Count': '0' })).toEqual([]);
  await expect(rowsOf('{}\n[]\n', { 'X-Row-Count': '3' })).rejects.toThrow(
    new TypeError('2 of 3 rows arrived.'),
  );
});
