import { parseMailbox } from '../../src/address/mailbox.ts';

/**
 * Returns the address in a cell as programs for mail export it: `Ann Baker <ann@example.com>` (RFC 5322 section 3.4, with
 * any text for the name), `<ann@example.com>`, `mailto:ann@example.com` (RFC 6068), `'ann@example.com'` and `ann@example.com;`
 * become `ann@example.com`, and so does `="ann@example.com"`. Other texts, and those that have a second address, stay as they are, without outer white space.
 */
export function addressInCell(cell: string): string {
  // A formula that keeps a spreadsheet from reading the cell as anything else.
  const text = cell
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .trim();
  return namedAddress(text) ?? linkedAddress(text) ?? listedAddress(text) ?? text;
}

/**
 * Returns the addresses in a cell, as `addressInCell` reads each: several if it has nothing but addresses, with commas, semicolons,
 * slashes, vertical bars or white space between them. Of an address with a note behind it, the address. Else one text, if it is
 * not empty.
 */
export function addressesInCell(cell: string): readonly string[] {
  const one = addressInCell(cell);
  if (!one.includes('@') || isAddress(one)) return one === '' ? [] : [one];
  // A name may have the separator in it: "Baker, Ann" <ann@example.com>.
  const text = one.replace(/"[^"]*"\s*(?=<)/g, '');
  for (const separator of [/[;,|\r\n]+/, /\s*[/;,|]\s*|\s+/]) {
    const addresses = text
      .split(separator)
      .map(addressInCell)
      .filter((address) => address !== '');
    if (addresses.length > 1 && addresses.every(isAddress)) return addresses;
  }
  return [annotatedAddress(one) ?? one];
}

/**
 * An address, then a note: `ann@example.com (work)`, `ann@example.com, n/a`. A space or a comma alone begins none: it may
 * stand in an address by mistake, and what is left of that would be the address of somebody else.
 */
function annotatedAddress(text: string): string | undefined {
  const [, address = ''] = /^([^\s(]+?)(?:[;,|]\s+|\s*\()[^@]*$/.exec(text) ?? [];
  return isAddress(address) ? address : undefined;
}

/** Returns whether a text is no address but has one in it, as if a separator was not found. */
export function holdsAddress(text: string): boolean {
  return !isAddress(text) && text.split(/[^\p{L}\p{M}\p{N}@._%+-]+/u).some(isAddress);
}

/** Returns whether a text is an address, without anything beside it. */
export function isAddress(text: string): boolean {
  return parseMailbox(text).kind === 'mailbox';
}

function namedAddress(text: string): string | undefined {
  if (!text.endsWith('>')) return undefined;
  const start = text.indexOf('<');
  const name = text.slice(0, start).replace(/["']/g, '').trim();
  const address = text.slice(start + 1, -1);
  if (start === -1 || !isAddress(address)) return undefined;
  const isNameOnly = !name.includes('@') || name.toLowerCase() === address.toLowerCase();
  return isNameOnly ? address : undefined;
}

function linkedAddress(text: string): string | undefined {
  if (!/^mailto:/i.test(text)) return undefined;
  const [address = ''] = text.slice('mailto:'.length).split('?');
  // Such characters are encoded, and could be any.
  return !address.includes('%') && isAddress(address) ? address : undefined;
}

/** As lists of recipients have it: Outlook puts an address that stands for a name in quotes, and a semicolon after each. */
function listedAddress(text: string): string | undefined {
  const address = text.replace(/[;,\s]+$/, '').replace(/^'(.*)'$/, '$1');
  return address !== text && isAddress(address) ? address : undefined;
}
