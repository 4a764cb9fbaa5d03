import { addressInCell, isAddress } from './address-cell.ts';
import { columnsWithNames } from './column-names.ts';

/** By themselves and in exports of HubSpot, Salesforce and Apollo. */
const commonNames = new Set([
  'email',
  'mail',
  'emailaddress',
  'workemail',
  'businessemail',
  'primaryemail',
  'contactemail',
  'personemail',
]);

/** Returns the indexes of the columns that seem to have the addresses: those with a common name, else the only one. */
export function suggestEmailColumns(header: readonly string[]): readonly number[] {
  const named = columnsWithNames(commonNames, header);
  return named.length === 0 && header.length === 1 ? [0] : named;
}

/** Returns the index of the first cell with an address: a line that has one is no line of names. Undefined if none has. */
export function findAddressCell(cells: readonly string[]): number | undefined {
  const index = cells.findIndex((cell) => isAddress(addressInCell(cell)));
  return index === -1 ? undefined : index;
}
