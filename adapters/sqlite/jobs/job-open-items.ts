/**
 * Which items of a job have no final result yet: one bit each, the lowest of a byte first, all in one value of 12 KB
 * at most. So open items are found without reading past those that are not, at the price of four pages a write.
 */
import type { Session } from '../session.ts';

export function insertOpenItems(session: Session, number: number, total: number): void {
  const bits = Buffer.alloc(Math.ceil(total / 8), 0xff);
  const surplus = bits.length * 8 - total;
  bits[bits.length - 1] = 0xff >> surplus;
  session.run('INSERT INTO job_open_items (number, bits) VALUES (?, ?)', number, bits);
}

export function closeItems(session: Session, number: number, positions: readonly number[]): void {
  if (positions.length === 0) return;
  const bits = readBits(session, number);
  for (const position of positions) {
    const index = position >> 3;
    bits[index] = (bits[index] ?? 0) & ~(1 << (position & 7));
  }
  session.run('UPDATE job_open_items SET bits = ? WHERE number = ?', bits, number);
}

/** Positions after `afterPosition`, in order, at most `limit`. */
export function readOpenItems(
  session: Session,
  number: number,
  { afterPosition, limit }: { afterPosition: number; limit: number },
): number[] {
  const bits = readBits(session, number);
  const open: number[] = [];
  for (let position = afterPosition + 1; position < bits.length * 8 && open.length < limit; position += 1) {
    const byte = bits[position >> 3] ?? 0;
    if (byte === 0) position |= 7;
    else if ((byte >> (position & 7)) & 1) open.push(position);
  }
  return open;
}

function readBits(session: Session, number: number): Buffer {
  const row = session.get('SELECT bits FROM job_open_items WHERE number = ?', number);
  return Buffer.from((row as { bits: Uint8Array }).bits);
}
