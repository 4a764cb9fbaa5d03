import { escapeFormula } from '../../spreadsheet-formula.ts';

/**
 * The names of the columns of results beside those that are there already: one whose name is taken gets a prefix,
 * and then a number.
 */
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

/** Their cells, safe in a spreadsheet; what is not known is empty. */
export function resultCells<Row>(columns: readonly (keyof Row)[], result: Readonly<Row>): readonly string[] {
  return columns.map((column) => escapeFormula(String(result[column] ?? '')));
}
