import { rowKey } from '../../../src/lookup/row.ts';
import type { LookupRow, VerificationLevel } from '../../../src/resources.ts';
import { addressKey } from '../world/address-keys.ts';

/** What a client submits as one job. */
export type ClientList = AddressList | PeopleList;

export interface AddressList {
  readonly kind: 'addresses';
  readonly emails: readonly string[];
  readonly level: VerificationLevel;
}

interface PeopleList {
  readonly kind: 'people';
  readonly rows: readonly LookupRow[];
}

/** Returns how many entries a list has, repeats included. */
export function lengthOf(list: ClientList): number {
  return list.kind === 'addresses' ? list.emails.length : list.rows.length;
}

/** Returns the keys of the entries in their order, without repeats. */
export function keysOf(list: ClientList): readonly string[] {
  const keys =
    list.kind === 'addresses' ? list.emails.map((email) => addressKey(email)) : list.rows.map(rowKey);
  return [...new Set(keys)];
}

/** Returns how many entries differ, as a client counts them: its spellings of one differ in case and blanks only. */
export function countDistinct(list: ClientList): number {
  const texts =
    list.kind === 'addresses'
      ? list.emails
      : list.rows.map((row) => `${row.first_name}|${row.last_name}|${row.domain}`);
  return new Set(texts.map((text) => text.toLowerCase().replace(/\s/g, ''))).size;
}
