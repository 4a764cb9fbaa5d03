import { createAddressKeyFunction } from '../../address/address-key.ts';
import { lowerAscii } from '../../address/ascii-case.ts';
import type { YieldIfDue } from '../../concurrency/loop-steps.ts';
import { InvalidArgument } from '../../errors.ts';
import { cleanRow, rowKey } from '../../lookup/row.ts';
import type { AddressItem, JobItem } from '../../ports/job-store.ts';
import type { LookupRow, VerificationLevel } from '../../resources.ts';
import { maxEmails, maxRows } from '../jobs.ts';

/** The items of a submission without repeats. */
export interface DistinctItems {
  /** The first spelling of each. */
  readonly items: readonly JobItem[];
  /** Identifies exactly this list in this order. */
  readonly fingerprint: string;
}

/**
 * Throws InvalidArgument (`emails`) unless the count is from 1 to 100,000. The messages are those of the service
 * document, "Errors", 400.
 */
export function checkEmailCount(count: number): void {
  if (count === 0) throw new InvalidArgument('emails', 'email list cannot be empty');
  if (count > maxEmails) throw new InvalidArgument('emails', 'maximum 100,000 emails per batch');
}

/**
 * Removes repeats of an address: texts with the same key (`addressKey`). Text that is no address is kept, once. Yields to the event
 * loop where it is due. Throws the errors of `checkEmailCount`, and TooManyItems at the first item beyond `mostItems`.
 */
export async function distinctAddresses(
  emails: readonly string[],
  yieldIfDue: YieldIfDue,
  level: VerificationLevel = 'smtp',
  mostItems = Number.POSITIVE_INFINITY,
): Promise<DistinctItems> {
  checkEmailCount(emails.length);
  const itemOf = (text: string): AddressItem =>
    level === 'smtp' ? { email: text.trim() } : { email: text.trim(), level };
  const { items, fingerprint } = await distinct(emails, createAddressKeyFunction(), itemOf, {
    yieldIfDue,
    mostItems,
  });
  return { items, fingerprint: level === 'smtp' ? fingerprint : `${level} ${fingerprint}` };
}

/** Throws InvalidArgument (`input`) unless the count is from 1 to 10,000. */
export function checkRowCount(count: number): void {
  if (count >= 1 && count <= maxRows) return;
  throw new InvalidArgument('input', `input must hold from 1 to ${maxRows} rows`);
}

/**
 * Removes repeats of a row, ignoring case and white space, and cleans the others. Yields to the event loop where
 * it is due. Throws InvalidArgument (`input`) unless there are from 1 to 10,000, and TooManyItems at the first item beyond `mostItems`.
 */
export async function distinctRows(
  rows: readonly LookupRow[],
  yieldIfDue: YieldIfDue,
  mostItems = Number.POSITIVE_INFINITY,
): Promise<DistinctItems> {
  checkRowCount(rows.length);
  return distinct(rows, rowKey, cleanRow, { yieldIfDue, mostItems });
}

/** A list has more items than it may have. */
export class TooManyItems extends Error {
  constructor() {
    super('The list has more items than it may have.');
  }
}

/**
 * Counts the items of a list that is not normalised, by their texts without regard to ASCII case and outer white space: at least as
 * many as there are, and mostly as many. Yields to the event loop where it is due.
 */
export async function countTexts<Input>(
  inputs: readonly Input[],
  textOf: (input: Input) => string,
  yieldIfDue: YieldIfDue,
): Promise<number> {
  const seen = new Set<string>();
  for (const input of inputs) {
    seen.add(lowerAscii(textOf(input).trim()));
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  return seen.size;
}

/** Returns what identifies these texts in this order, as they are spelled. Yields to the event loop where it is due. */
export async function fingerprintOfTexts<Input>(
  inputs: readonly Input[],
  textOf: (input: Input) => string,
  yieldIfDue: YieldIfDue,
): Promise<string> {
  const fingerprint = new Fingerprint();
  for (const input of inputs) {
    fingerprint.add(textOf(input));
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  return fingerprint.toString();
}

async function distinct<Input>(
  inputs: readonly Input[],
  keyOf: (input: Input) => string,
  itemOf: (input: Input) => JobItem,
  { yieldIfDue, mostItems }: { readonly yieldIfDue: YieldIfDue; readonly mostItems: number },
): Promise<DistinctItems> {
  const seen = new Set<string>();
  const items: JobItem[] = [];
  const fingerprint = new Fingerprint();
  for (const input of inputs) {
    const key = keyOf(input);
    if (!seen.has(key)) {
      seen.add(key);
      if (items.length >= mostItems) throw new TooManyItems();
      items.push(itemOf(input));
      fingerprint.add(key);
    }
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  return { items, fingerprint: fingerprint.toString() };
}

/**
 * Two running 32-bit hashes (FNV-1a and one with another prime) and the count. Tells a repeated submission from a
 * different one under the same key. Guards against mistakes, not against forgery: an owner could only deceive itself.
 */
class Fingerprint {
  #first = 0x811c9dc5;
  #second = 0x9747b28c;
  #count = 0;

  add(text: string): void {
    this.#count += 1;
    for (let index = 0; index < text.length; index += 1) this.#mix(text.charCodeAt(index));
    this.#mix(0xffff);
  }

  toString(): string {
    const hex = (hash: number) => (hash >>> 0).toString(16).padStart(8, '0');
    return `${this.#count}-${hex(this.#first)}${hex(this.#second)}`;
  }

  #mix(unit: number): void {
    this.#first = Math.imul(this.#first ^ unit, 0x01000193);
    this.#second = Math.imul(this.#second ^ unit, 0x85ebca6b) ^ (this.#second >>> 13);
  }
}
