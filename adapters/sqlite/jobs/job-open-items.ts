/**
 * The open items of a job, those without a final result: one bit each, lowest bit first, in one value of at most 12 KB.
 * Finds open items without reading the others, at the cost of four pages per write.
 */
import type { SqliteConnection } from '../connection.ts';

export function insertOpenItems(connection: SqliteConnection, number: number, total: number): void {
  const bits = Buffer.alloc(Math.ceil(total / 8), 0xff);
  const surplus = bits.length * 8 - total;
  bits[bits.length - 1] = 0xff >> surplus;
  connection.run('INSERT INTO job_open_items (number, bits) VALUES (?, ?)', number, bits);
}

export function closeItems(connection: SqliteConnection, number: number, positions: readonly number[]): void {
  if (positions.length === 0) return;
  const bits = readBits(connection, number);
  for (const position of positions) {
    const index = position >> 3;
    bits[index] = (bits[index] ?? 0) & ~(1 << (position & 7));
  }
  connection.run('UPDATE job_open_items SET bits = ? WHERE number = ?', bits, number);
}

/** Returns at most `limit` open positions after `afterPosition`, in order. */
export function readOpenItems(
  connection: SqliteConnection,
  number: number,
  { afterPosition, limit }: { afterPosition: number; limit: number },
): number[] {
  const bits = readBits(connection, number);
  const open: number[] = [];
  for (let position = afterPosition + 1; position < bits.length * 8 && open.length < limit; position += 1) {
    const byte = bits[position >> 3] ?? 0;
    if (byte === 0) position |= 7;
    else if ((byte >> (position & 7)) & 1) open.push(position);
  }
  return open;
}

function readBits(connection: SqliteConnection, number: number): Buffer {
  const row = connection.get('SELECT bits FROM job_open_items WHERE number = ?', number);
  return Buffer.from((row as { bits: Uint8Array }).bits);
}
