/**
 * JSON without field names for objects of known shapes: the names would take half the memory of a result. All values
 * survive unchanged: objects with other fields, or in another order, are stored as plain JSON. JSON escapes lone
 * surrogates and line breaks, so a packed value is a single line.
 */
import type { EmailLookup, EmailVerification, LookupRow } from '../../../src/resources.ts';

const verification = [
  'email',
  'status',
  'explanation',
  'email_provider',
  'substatus',
  'mx_record',
  'is_domain_catch_all',
  'is_secure_email_gateway',
  'is_disposable',
  'is_role_account',
  'is_free',
  'confidence',
] as const satisfies readonly (keyof EmailVerification)[];

const lookup = [
  'status',
  'substatus',
  'explanation',
  'email_provider',
  'credits_consumed',
  'first_name',
  'last_name',
  'domain',
  'email',
  'mx_record',
  'is_domain_catch_all',
  'is_secure_email_gateway',
  'is_disposable',
  'is_role_account',
  'is_free',
  'confidence',
] as const satisfies readonly (keyof EmailLookup)[];

const row = ['first_name', 'last_name', 'domain'] as const satisfies readonly (keyof LookupRow)[];

/** Known shapes by their number of fields. Stored data depends on them: add shapes, but never change one. */
const shapes: ReadonlyMap<number, readonly string[]> = new Map(
  [['email'], ['email', 'level'], row, verification, lookup].map((fields) => [fields.length, fields]),
);

export function packJson(value: object): string {
  const names = Object.keys(value);
  const fields = shapes.get(names.length);
  const known = fields?.every((field, index) => field === names[index]) ?? false;
  return JSON.stringify(known ? Object.values(value) : value);
}

export function unpackJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return value;
  const fields = shapes.get(value.length);
  if (fields === undefined) throw new TypeError('A packed item or result was expected.');
  return Object.fromEntries(fields.map((field, index) => [field, value[index]]));
}
