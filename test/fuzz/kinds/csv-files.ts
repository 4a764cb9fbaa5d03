import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTable } from '../../../adapters/cli/csv/csv-table.ts';
import { emailColumn } from '../../../adapters/cli/csv/email-column.ts';
import { fileSource } from '../../../adapters/cli/csv/list-source.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { bytesOf, type FuzzKind, mustHold, withChoices } from '../fuzz-kind.ts';

const files = [
  'email\nann@example.org\nbob@example.org\n',
  '\ufeffname;email\r\nAnn;ann@example.org\r\n"Bob; jr";bob@example.org\r\n',
  'first_name,last_name,domain\nAnn,Lee,example.org\n"Zoë ""Zo""","O\'Neil",example.com\n',
  'email\tnote\rann@example.org\t"two\rlines"\r',
  '"ann baker"@example.com\n\n\n,\n',
  'a,b,c\n1\n1,2\n1,2,3\n',
  'email\n"never closed\nann@example.org\n',
  `email${',a'.repeat(2_000)}\n${'ann@example.org\n'.repeat(3_000)}`,
];

/** Files for the bulk commands. The first byte says whether there is a header. */
export const csvFiles: FuzzKind = {
  name: 'csv-files',
  corpus: files.flatMap((text) => [withChoices([1], bytesOf(text)), withChoices([0], bytesOf(text))]),
  dictionary: [
    '"',
    '""',
    '","',
    ',',
    ';',
    '\t',
    '\r\n',
    '\n',
    '\r',
    '\ufeff',
    'email',
    'ann@example.org',
    'é',
  ],
  maxBytes: 70_000,
  concurrency: 1,
  async start() {
    const folder = await mkdtemp(join(tmpdir(), 'mailproof-fuzz-'));
    const file = join(folder, 'list.csv');
    return {
      async run(input) {
        const [header = 0] = input;
        await writeFile(file, input.subarray(1));
        try {
          return await read(file, header % 2 === 1);
        } catch (error) {
          if (!(error instanceof InvalidArgument)) throw error;
          return error.message
            .replace(file, '')
            .replaceAll(/".*"|\d+/gs, '')
            .slice(0, 60);
        }
      },
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
    };
  },
};

async function read(file: string, header: boolean): Promise<string> {
  const table = await openTable(fileSource(file), { header });
  mustHold(table.width > 0, () => 'a table without columns');
  mustHold(
    table.header === undefined || table.header.length === table.width,
    () => 'a header of another width',
  );
  let rows = 0;
  for await (const row of table.rows(new AbortController().signal)) {
    mustHold(row.length <= table.width, () => `a row of ${row.length} cells, more than ${table.width}`);
    rows += 1;
  }
  const column = emailColumn(table, undefined);
  mustHold(column >= 0 && column < table.width, () => 'a column outside of the table');
  return `${JSON.stringify(table.dialect)} ${Math.min(rows, 5)} ${Math.min(table.width, 5)}`;
}
