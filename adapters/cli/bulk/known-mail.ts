import { addressKey } from '../../../src/address/address-key.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { type KnownMail, type KnownMailSource, quotesReply } from '../../../src/verdict/known-mail.ts';
import { addressInCell } from '../../lists/address-cell.ts';
import type { Encoding } from '../../lists/encoding.ts';
import { openTable, readSample } from '../csv/csv-table.ts';
import { emailColumn } from '../csv/email-column.ts';
import { fileSource } from '../csv/list-source.ts';
import { columnList } from '../csv/named-column.ts';

const timeColumns = {
  delivered_at: 'deliveredAt',
  opened_at: 'openedAt',
  bounced_at: 'bouncedAt',
  complained_at: 'complainedAt',
} as const satisfies Record<string, keyof KnownMail>;

/**
 * Reads a CSV file of what became of mail: an address a row, and columns with the times of its last delivery and so on, such as
 * 2030-01-31. Throws InvalidArgument for another file. `note` is told what was read.
 */
export async function readKnownMail(
  file: string,
  {
    encoding,
    signal,
    note,
  }: {
    readonly encoding?: Encoding | undefined;
    readonly signal: AbortSignal;
    readonly note: (text: string) => void;
  },
): Promise<KnownMailSource> {
  const table = await openTable(fileSource(file), { header: true, encoding });
  const header = (table.header ?? []).map((name) => name.trim().toLowerCase());
  const times = Object.entries(timeColumns)
    .map(([name, field]) => ({ name, field, column: header.indexOf(name) }))
    .filter(({ column }) => column !== -1);
  if (times.length === 0)
    throw new InvalidArgument(
      '--known',
      `${file} has none of the columns ${Object.keys(timeColumns).join(', ')}, but ${columnList(header)}.`,
    );
  const email = emailColumn({ ...table, sample: await readSample(table, signal) }, undefined);
  const bounce = header.indexOf('bounce');
  const known = new Map<string, KnownMail>();
  let unread = 0;
  for await (const { cells, line } of table.numberedRows(signal)) {
    const address = addressInCell(cells[email] ?? '');
    if (address === '') continue;
    const mail: { -readonly [Field in keyof KnownMail]: KnownMail[Field] } = {};
    for (const { name, field, column } of times) {
      const text = (cells[column] ?? '').trim();
      const at = timeOf(text);
      if (text !== '' && Number.isNaN(at))
        throw new InvalidArgument(
          '--known',
          `"${text}" in ${name} of ${file}, line ${line}, is no time such as 2030-01-31.`,
        );
      if (text !== '') mail[field] = at;
    }
    if (bounce !== -1) mail.bounce = cells[bounce] ?? '';
    if (mail.bouncedAt !== undefined && !quotesReply(mail.bounce ?? '')) unread += 1;
    known.set(addressKey(address), mail);
  }
  note(`${file} says what became of mail to ${known.size} address${known.size === 1 ? '' : 'es'}`);
  if (unread > 0)
    note(
      `bounces that quote no reply such as "550 5.1.1 User unknown", and so only cancel deliveries before them: ${unread}`,
    );
  return (address) => known.get(addressKey(address));
}

/** NaN for what is no time. Of numbers with the year last, Date.parse takes the first for the month: 01.11.2026. */
function timeOf(text: string): number {
  const isSure = /^\d{4}[-/]\d\d[-/]\d\d(?!\d)/.test(text) || /\d [A-Z][a-z]{2,} \d{4}/.test(text);
  return isSure ? Date.parse(text) : Number.NaN;
}
