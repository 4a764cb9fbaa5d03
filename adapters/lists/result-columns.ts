import type { EmailLookup, VerificationFields } from '../../src/resources.ts';
import { escapeFormula } from '../csv-row.ts';

/** The columns about an address that verifications and lookups share. */
export const verdictColumns = [
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
] as const satisfies readonly (keyof VerificationFields & keyof EmailLookup)[];

/** A verification in a list. */
export type ListedVerification = VerificationFields & {
  /** The address that was probably meant, if the domain looks like a typo. */
  readonly suggestion?: string | null;
};

export const verificationColumns = [...verdictColumns, 'suggestion'] as const;

export const lookupColumns = ['email', ...verdictColumns, 'credits_consumed'] as const;

/** Names the columns of a list without names, so that those of the results can be named too. `columns`: those of its items. */
export function generatedHeader(
  width: number,
  columns: readonly number[],
  names: readonly string[],
): readonly string[] {
  return Array.from({ length: width }, (_, index) => names[columns.indexOf(index)] ?? `column_${index + 1}`);
}

/** Returns the names of the result columns. A name that the header has already gets a prefix, and then a number. */
export function resultColumnNames(columns: readonly string[], header: readonly string[]): readonly string[] {
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  return columns.map((column) => {
    const prefixed = `mailproof_${column}`;
    let name = column;
    for (let number = 1; taken.has(name); number += 1)
      name = number === 1 ? prefixed : `${prefixed}_${number}`;
    return name;
  });
}

/** Returns the cells of these columns, safe in a spreadsheet; unknown values are empty. */
export function resultCells<Result>(
  columns: readonly (keyof Result)[],
  result: Readonly<Result>,
): readonly string[] {
  return columns.map((column) => escapeFormula(String(result[column] ?? '')));
}
