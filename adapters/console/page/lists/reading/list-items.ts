import { createAddressKeyFunction } from '../../../../../src/address/address-key.ts';
import { companyDomain } from '../../../../../src/address/company-domain.ts';
import type { LookupRow, VerificationFields } from '../../../../../src/resources.ts';
import { addressesInCell, isAddress } from '../../../../lists/address-cell.ts';
import { unclearResult } from '../../../../lists/row-result.ts';
import type { ListKind } from './messages.ts';

export type ListItem = string | LookupRow;

/** How rows become the items of a job. */
export interface ItemReader {
  /** Returns the items of the cells that were chosen. */
  itemsOf(cells: readonly string[]): readonly ListItem[];
  /** Returns the result of cells that are left out of the job, because it is not clear what is meant. */
  unaskedResult(cells: readonly string[]): VerificationFields | undefined;
  /** Equal for items that the server takes for the same. */
  keyOf(item: ListItem): string;
  /** Whether an item can be one. Others are sent beside those that can: the server says what is wrong with them. */
  isPlausible(item: ListItem): boolean;
}

export function createItemReader(kind: ListKind): ItemReader {
  return kind === 'verifications' ? addressReader() : personReader();
}

function addressReader(): ItemReader {
  const keyOf = createAddressKeyFunction();
  return {
    itemsOf: ([cell = '']) => addressesInCell(cell),
    unaskedResult: ([cell = '']) => unclearResult(cell),
    keyOf: (item) => keyOf(item as string),
    isPlausible: (item) => isAddress(item as string),
  };
}

function personReader(): ItemReader {
  return {
    itemsOf([first = '', last = '', domain = '']) {
      const person = {
        first_name: reduced(first),
        last_name: reduced(last),
        domain: companyDomain(domain) ?? '',
      };
      return person.domain === '' || person.first_name + person.last_name === '' ? [] : [person];
    },
    unaskedResult: () => undefined,
    keyOf(item) {
      const { first_name, last_name, domain } = item as LookupRow;
      return JSON.stringify([reduced(first_name), reduced(last_name), domain.trim()]).toLowerCase();
    },
    isPlausible: (item) => /[^.\s]\.[^.\s]/.test((item as LookupRow).domain),
  };
}

function reduced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
