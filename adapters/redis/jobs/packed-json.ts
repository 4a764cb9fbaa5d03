/**
 * JSON without the names of fields that are always the same, which would take half the memory of a result. Every
 * value comes back as it was: one with other fields, or in another order, is kept as plain JSON. Lone surrogates
 * are escaped by JSON itself, and so are line breaks: packed values are a line each.
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

/** By their number of fields, which tells them apart. What is stored depends on them: add new ones, change none. */
const shapes: ReadonlyMap<number, readonly string[]> = new Map(
  [['email'], row, verification, lookup].map((fields) => [fields.length, fields]),
);

export function pack(value: object): string {
  const names = Object.keys(value);
  const fields = shapes.get(names.length);
  const known = fields?.every((field, index) => field === names[index]) ?? false;
  return JSON.stringify(known ? Object.values(value) : value);
}

export function unpack(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return value;
  const fields = shapes.get(value.length);
  if (fields === undefined) throw new TypeError('A packed item or result was expected.');
  return Object.fromEntries(fields.map((field, index) => [field, value[index]]));
}
