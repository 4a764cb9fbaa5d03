import { parseMailbox } from '../../../src/address/mailbox.ts';
import { extractAddress } from '../../lists/address-cell.ts';

/** Returns the address in a cell as programs for mail export it; other texts as they are, without outer white space. */
export function addressInCell(cell: string): string {
  return extractAddress(cell, isAddress);
}

/** Returns whether a text is no address but has one in it, as if a separator was not found. */
export function holdsAddress(text: string): boolean {
  return !isAddress(text) && text.split(/[^\p{L}\p{M}\p{N}@._%+-]+/u).some(isAddress);
}

/** Returns whether a text is an address, without anything beside it. */
export function isAddress(text: string): boolean {
  return parseMailbox(text).kind === 'mailbox';
}
