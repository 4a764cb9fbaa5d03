import { InvalidArgument } from '../../src/errors.ts';
import type { TallyChange, TallyCount, TallyMark } from '../../src/ports/tallies.ts';
import { checkName, checkPositiveInteger, checkText } from './argument-checks.ts';

/** What a count takes beside its name. */
export const bytesBesideName = 32;

const maxNameLength = 1_000;
const maxChanges = 500;
const maxChange = 1_000_000;

export function checkTally(tally: string): void {
  checkTallyName('tally', tally);
}

/** Checks the arguments of `add`, or with a mark, of `addMarked`, which may have no changes. */
export function checkTallyChanges(
  tally: string,
  changes: readonly TallyChange[],
  { maxBytes, mark }: { readonly maxBytes: number; readonly mark?: TallyMark },
): void {
  const fewest = mark === undefined ? 1 : 0;
  checkTally(tally);
  checkPositiveInteger('maxBytes', maxBytes ?? Number.NaN);
  if (!Array.isArray(changes) || changes.length < fewest || changes.length > maxChanges)
    throw new InvalidArgument('changes', `changes must be a list of ${fewest} to ${maxChanges} changes.`);
  for (const { name, by } of changes as readonly TallyChange[]) {
    checkTallyName('name', name);
    if (!Number.isSafeInteger(by) || by === 0 || Math.abs(by) > maxChange)
      throw new InvalidArgument(
        'by',
        `by must be an integer other than 0, from -${maxChange} to ${maxChange}.`,
      );
  }
  if (new Set(changes.map(({ name }) => name)).size < changes.length)
    throw new InvalidArgument('changes', 'changes must have each name once.');
  if (mark !== undefined) checkTallyMark(mark);
}

function checkTallyMark({ key, expected, value }: TallyMark): void {
  checkTallyKey(key);
  checkText('value', value);
  if (expected !== undefined) checkText('expected', expected);
}

export function checkTallyKey(key: string): void {
  checkTallyName('key', key);
}

function checkTallyName(parameter: string, name: string): void {
  checkName(parameter, name);
  if (name.length > maxNameLength)
    throw new InvalidArgument(parameter, `${parameter} must have at most ${maxNameLength} characters.`);
}

/** Returns what must be subtracted from all counts so that those above 0 fit into `maxBytes`: 0 if they do. */
export function excessOf(counts: readonly TallyCount[], maxBytes: number): number {
  let bytes = counts.reduce((sum, { name }) => sum + bytesOfCount(name), 0);
  if (bytes <= maxBytes) return 0;
  const ascending = [...counts].sort((one, other) => one.count - other.count);
  let excess = 0;
  for (const { name, count } of ascending) {
    if (bytes <= maxBytes && count > excess) break;
    excess = count;
    bytes -= bytesOfCount(name);
  }
  return excess;
}

/** Returns what a count takes of a tally. */
export function bytesOfCount(name: string): number {
  return Buffer.byteLength(name) + bytesBesideName;
}
