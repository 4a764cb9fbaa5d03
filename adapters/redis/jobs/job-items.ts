import type { JobAttempt, JobItem, JobItemState, JobResult } from '../../../src/ports.ts';
import { isSafe } from '../../stores/job-rules.ts';
import { textOf } from '../reply.ts';
import { pack, unpack } from './packed-json.ts';

/**
 * Items that share a field of the hash of items. More of them would take less memory, and more reading where
 * single items are asked for.
 */
const itemsPerField = 16;
/** Items that one script stages: about a millisecond of Redis, and of this process. */
const itemsPerSlice = 1_024;

/** Fields and values of the hash of items, in slices. Each slice is made when it is asked for. */
export function* itemSlices(items: readonly JobItem[]): Generator<string[]> {
  for (let start = 0; start < items.length; start += itemsPerSlice) {
    const words: string[] = [];
    const end = Math.min(start + itemsPerSlice, items.length);
    for (let first = start; first < end; first += itemsPerField) {
      const lines = items.slice(first, first + itemsPerField).map(pack);
      words.push(fieldOf(first), lines.join('\n'));
    }
    yield words;
  }
}

export function countFields(total: number): number {
  return Math.ceil(total / itemsPerField);
}

export function fieldsOf(positions: readonly number[]): string[] {
  return [...new Set(positions.map(fieldOf))];
}

function fieldOf(position: number): string {
  return String(Math.floor(position / itemsPerField));
}

/** The packed items of some fields, by position. Where there is no such field there are no items. */
export function linesOf(fields: readonly string[], values: readonly unknown[]): Map<number, string> {
  const lines = new Map<number, string>();
  for (const [index, field] of fields.entries()) {
    const value = values[index];
    if (typeof value !== 'string') continue;
    const first = Number(field) * itemsPerField;
    for (const [offset, line] of value.split('\n').entries()) lines.set(first + offset, line);
  }
  return lines;
}

/** What the script that records is given for one attempt. */
export function attemptWords({ position, attempt, result, retryAt }: JobAttempt): string[] {
  const mark = retryAt === null ? 'f' : 'p';
  return [
    String(position),
    String(attempt),
    isSafe(result) ? mark.toUpperCase() : mark,
    `${attempt} ${retryAt ?? '-'} ${pack(result)}`,
  ];
}

/** An item from its line and the value of its result, if it has one. */
export function itemState(position: number, line: string, value: unknown): JobItemState {
  // Nothing else is ever packed under these keys.
  const item = unpack(line) as JobItem;
  if (value === null) return { position, item, attempts: 0, result: undefined, retryAt: null };
  const [, attempts, retryAt, result = ''] = /^(\d+) (\d+|-) (.*)$/s.exec(textOf(value)) ?? [];
  return {
    position,
    item,
    attempts: Number(attempts),
    result: unpack(result) as JobResult,
    retryAt: retryAt === '-' ? null : Number(retryAt),
  };
}
