import { addressKeys } from '../address/address-key.ts';
import { yieldRegularly } from '../concurrency/event-loop-yield.ts';
import { cleanRow, rowKey } from '../lookup/row.ts';
import type { Clock, JobItem } from '../ports.ts';
import type { LookupRow } from '../resources.ts';

/** The items of a submission without repeats, and a name for exactly this list in this order. */
export interface DistinctItems {
  /** The first spelling of each. */
  readonly items: readonly JobItem[];
  readonly fingerprint: string;
}

/**
 * Removes what is the same address (trimmed, domain in A-labels, all case-folded). Texts that are no addresses are
 * kept, once each. Gives way to others while it works.
 */
export function distinctAddresses(given: readonly string[], clock: Clock): Promise<DistinctItems> {
  return distinct(given, addressKeys(), (text) => ({ email: text.trim() }), clock);
}

/** Removes what is the same row, ignoring case and white space, and cleans what is left. */
export function distinctRows(given: readonly LookupRow[], clock: Clock): Promise<DistinctItems> {
  return distinct(given, rowKey, cleanRow, clock);
}

async function distinct<Given>(
  given: readonly Given[],
  keyOf: (one: Given) => string,
  itemOf: (one: Given) => JobItem,
  clock: Clock,
): Promise<DistinctItems> {
  const yieldIfDue = yieldRegularly(clock);
  const seen = new Set<string>();
  const items: JobItem[] = [];
  const fingerprint = new Fingerprint();
  for (const one of given) {
    const key = keyOf(one);
    if (!seen.has(key)) {
      seen.add(key);
      items.push(itemOf(one));
      fingerprint.add(key);
    }
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  return { items, fingerprint: fingerprint.toString() };
}

/**
 * Two running 32-bit hashes (FNV-1a and one with another prime) and the count. It tells a repeated submission from
 * another one under the same key; it protects against mistakes, not against malice towards oneself.
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
