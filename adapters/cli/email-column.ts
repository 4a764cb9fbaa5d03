import { parseMailbox } from '../../src/address/mailbox.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { CsvTable } from './csv-table.ts';

/** What a column of addresses is called, without spaces, hyphens and underscores. */
const usualNames = new Set(['email', 'mail', 'emailaddress']);

/**
 * The index of the column with the addresses: the one called or numbered `wanted`, else the one with a usual name,
 * else the only one. Throws InvalidArgument that names the columns there are.
 */
export function emailColumn(
  { header, width, file }: Pick<CsvTable, 'header' | 'width' | 'file'>,
  wanted: string | undefined,
): number {
  if (header === undefined) return numbered(wanted ?? (width === 1 ? '1' : undefined), width, file);
  const address = header.find((name) => parseMailbox(name).kind === 'mailbox');
  if (address !== undefined) {
    throw new InvalidArgument(
      'file',
      `The first line of ${file} has an address, ${address}, instead of names of columns. Add --no-header.`,
    );
  }
  return wanted === undefined ? usual(header, file) : named(wanted, header, file);
}

function named(wanted: string, header: readonly string[], file: string): number {
  const exact = header.indexOf(wanted);
  if (exact !== -1) return exact;
  const [index, ...others] = indexesOf(header, (name) => folded(name) === folded(wanted));
  if (index !== undefined && others.length === 0) return index;
  if (index !== undefined) throw wrongColumn(`${file} has several columns "${wanted}".`, header);
  if (/^\d+$/.test(wanted)) {
    const number = Number(wanted);
    if (number >= 1 && number <= header.length) return number - 1;
  }
  throw wrongColumn(`${file} has no column "${wanted}".`, header);
}

function usual(header: readonly string[], file: string): number {
  const [index, ...others] = indexesOf(header, (name) => usualNames.has(folded(name).replace(/[\s_-]/g, '')));
  if (index !== undefined && others.length === 0) return index;
  if (index === undefined && header.length === 1) return 0;
  throw wrongColumn(`Which column of ${file} has the addresses?`, header);
}

function numbered(wanted: string | undefined, width: number, file: string): number {
  const number = wanted !== undefined && /^\d+$/.test(wanted) ? Number(wanted) : 0;
  if (number >= 1 && number <= width) return number - 1;
  throw new InvalidArgument(
    '--column',
    `Which column of ${file} has the addresses? Without a header, give --column as a number from 1 to ${width}.`,
  );
}

function wrongColumn(what: string, header: readonly string[]): InvalidArgument {
  const list = header.map((name, index) => `${index + 1} "${name.trim()}"`).join(', ');
  return new InvalidArgument('--column', `${what} Set --column to the name or number of one: ${list}.`);
}

function indexesOf(header: readonly string[], fits: (name: string) => boolean): number[] {
  return header.flatMap((name, index) => (fits(name) ? [index] : []));
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
