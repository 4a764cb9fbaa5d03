import type { LookupRow } from '../../../src/resources.ts';

/** Returns the address that a person of the simulated world has, if any. */
export function addressOf({ first_name: first, last_name: last, domain }: LookupRow): string {
  return `${first.trim()}.${last.trim()}@${domain}`.toLowerCase();
}

/** Returns the person who has an address, if its local part is a name. */
export function rowOf(address: string): LookupRow | undefined {
  const [, first, last, domain] = /^([a-z]+)\.([a-z]+)@([^@]+)$/.exec(address) ?? [];
  if (first === undefined || last === undefined || domain === undefined) return undefined;
  return { first_name: first, last_name: last, domain };
}
