import type { EmailLookup } from '../../../src/resources.ts';
import { type CardOptions, cardText } from './card.ts';
import { printable } from './printable.ts';
import { enrichmentRows } from './verdict-card.ts';

/** Returns one lookup for people. Without an address, the rows about the address are left out. */
export function lookupCard(lookup: EmailLookup, options: CardOptions): string {
  const { first_name, last_name, domain, email, status, substatus, explanation, credits_consumed } = lookup;
  return cardText(
    [
      ['person', printable([first_name, last_name].filter((name) => name !== '').join(' '))],
      ['domain', printable(domain)],
      ['address', email === null ? 'none' : printable(email)],
      ['status', status],
      ['substatus', substatus],
      ['explanation', printable(explanation)],
      ...(email === null ? [] : enrichmentRows(lookup)),
      ['credits', credits_consumed.toString()],
    ],
    status,
    options,
  );
}
