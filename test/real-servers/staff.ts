import type { LookupRow } from '../../src/index.ts';
import { addressOf, domain, type Mailboxes } from './servers/mail-server.ts';

const firstNames =
  'anna ben clara david emma felix greta hugo ida jonas karla leo marta nils olga paul rosa simon tilda ulrich vera walter xenia yves zoe'.split(
    ' ',
  );
const lastNames =
  'abel bauer conrad dietz ebert frank graf hahn imhof jung keller lang maier noll otto pohl quandt roth sauer thiel ullmann vogt weber xaver young zander adler brandt christ decker engel fuchs gross huber isler jahn krug lenz moll neumann'.split(
    ' ',
  );

/** Some people, of whom one in five has no mailbox. */
export interface Staff {
  readonly mailboxes: Mailboxes;
  /** The addresses of all, in which those that are missing are spread evenly. */
  readonly addresses: readonly string[];
  readonly present: ReadonlySet<string>;
}

/** At most 1,000. */
export function staffOf(size: number): Staff {
  const names = everyone().slice(0, size);
  const present = names.filter((_, index) => index % 5 !== 4);
  return {
    mailboxes: { names: present },
    addresses: names.map(addressOf),
    present: new Set(present.map(addressOf)),
  };
}

/** Everyone is called otherwise than those before and after, in both names. */
function everyone(): string[] {
  return lastNames.flatMap((_, shift) =>
    firstNames.map((first, index) => `${first}.${lastNames[(index + shift) % lastNames.length]}`),
  );
}

/** The same people as rows of a lookup. */
export function rowsOf({ addresses }: Staff): readonly LookupRow[] {
  return addresses.map((address) => {
    const [first = '', last = ''] = address.slice(0, address.indexOf('@')).split('.');
    return { first_name: first, last_name: last, domain };
  });
}
