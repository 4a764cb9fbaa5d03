import type { EmailVerification } from '../../src/resources.ts';
import { formulaSafe } from '../formula-safe.ts';

/** What is added to each row, under the documented names of the resource. */
export const resultColumns = [
  'status',
  'substatus',
  'explanation',
  'email_provider',
  'mx_record',
  'is_domain_catch_all',
  'is_secure_email_gateway',
  'is_disposable',
  'is_role_account',
  'is_free',
  'confidence',
] as const satisfies readonly (keyof EmailVerification)[];

/** Their names beside columns that are there already: one whose name is taken gets a prefix, and then a number. */
export function resultColumnNames(header: readonly string[]): readonly string[] {
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  return resultColumns.map((column) => {
    const prefixed = `mailproof_${column}`;
    let name: string = column;
    for (let number = 1; taken.has(name); number += 1)
      name = number === 1 ? prefixed : `${prefixed}_${number}`;
    return name;
  });
}

/** Their cells, safe in a spreadsheet; what is not known is empty. */
export function resultCells(result: Readonly<EmailVerification>): readonly string[] {
  return resultColumns.map((column) => formulaSafe(String(result[column] ?? '')));
}

/** Of a row without an address. */
export const noResultCells: readonly string[] = resultColumns.map(() => '');
