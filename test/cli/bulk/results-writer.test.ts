import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readItems } from '../../../adapters/cli/bulk/item-list.ts';
import { lookupTask } from '../../../adapters/cli/bulk/lookup-task.ts';
import { writeResults } from '../../../adapters/cli/bulk/results-writer.ts';
import { verificationTask } from '../../../adapters/cli/bulk/verification-task.ts';
import { openTable } from '../../../adapters/cli/csv/csv-table.ts';
import { fileSource } from '../../../adapters/cli/csv/list-source.ts';
import { resultColumnNames } from '../../../adapters/lists/result-columns.ts';
import { times } from '../../support/values/for-all.ts';
import { verification } from '../verification.ts';
import { type WorkFolder, workFolder } from '../work-folder.ts';

const { signal } = new AbortController();
const { resultColumns } = verificationTask;

/** Returns the output for a file whose addresses all get a result that mentions them. */
async function written(folder: WorkFolder, content: string, options = { column: 0, header: true }) {
  const table = await openTable(fileSource(await folder.write('list.csv', content)), options);
  const task = verificationTask;
  const columns = [options.column];
  const addresses = await readItems(table, columns, { task, signal });
  const verified: string[] = [];
  const results = (async function* () {
    for (const email of addresses.items) {
      verified.push(email);
      yield verification({ email, explanation: `About ${email}.` });
    }
  })();
  const pieces: string[] = [];
  const output = {
    write: async (piece: string | Uint8Array) => {
      pieces.push(String(piece));
    },
  };
  await writeResults(table, [{ output, format: 'csv', takes: () => true }], {
    task,
    columns,
    list: addresses,
    results,
    signal,
  });
  return { text: pieces.join(''), pieces, addresses, verified };
}

describe('the written results', () => {
  it('repeat the rows in their order, followed by the result columns', async () => {
    const { text } = await written(
      await workFolder(),
      'email,note\na@example.com,=1+1\nb@example.com,"x, y"\n',
    );
    const [head, first, second] = text.split('\n');
    expect(head).toBe(`email,note,${resultColumns.join(',')}`);
    const rest = 'Google Workspace,mx.example.org,false,false,false,false,false,97,';
    expect(first).toBe(`a@example.com,=1+1,safe,deliverable,About a@example.com.,${rest}`);
    expect(second).toBe(`b@example.com,"x, y",safe,deliverable,About b@example.com.,${rest}`);
  });

  it('verify each address once, however it is spelled, and give all of its rows the same result', async () => {
    const content = 'email\nAnn@Example.com\nb@example.com\n ann@example.com\nann@EXAMPLE.com \n';
    const { text, verified, addresses } = await written(await workFolder(), content);
    expect(verified).toEqual(['Ann@Example.com', 'b@example.com']);
    expect(addresses).toMatchObject({ rows: 4, empty: 0 });
    expect((parse(text) as string[][]).slice(1).map((row) => row[3])).toEqual([
      'About Ann@Example.com.',
      'About b@example.com.',
      'About Ann@Example.com.',
      'About Ann@Example.com.',
    ]);
  });

  it('are empty for a row without an address', async () => {
    const { text, addresses } = await written(await workFolder(), 'email,name\n ,Ann\na@example.com,Bob\n');
    expect(addresses).toMatchObject({ rows: 2, empty: 1, items: ['a@example.com'] });
    expect(text.split('\n')[1]).toBe(` ,Ann${','.repeat(resultColumns.length)}`);
  });

  it('keep delimiter, line ends and byte order mark', async () => {
    const { text } = await written(await workFolder(), '\ufeffemail;name\r\na@example.com;Ann\r\n');
    expect(text.startsWith('\ufeffemail;name;status;')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('are in their columns in short rows too', async () => {
    const { text } = await written(await workFolder(), 'email,a,b\na@example.com\nb@example.com,1\n');
    const [, first, second] = text.split('\n');
    expect(first).toMatch(/^a@example\.com,,,safe,/);
    expect(second).toMatch(/^b@example\.com,1,,safe,/);
  });

  it('are written a few rows at a time where rows are wide, so that nothing else waits for long', async () => {
    const emails = Array.from({ length: 40 }, (_, index) => `${index}@example.com\n`);
    const { text, pieces } = await written(
      await workFolder(),
      `email${','.repeat(9_999)}\n${emails.join('')}`,
    );
    expect(text.split('\n')).toHaveLength(42);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(40_000);
  });

  it('get a header if the input has none', async () => {
    const content = 'Ann,a@example.com\nBob,b@example.com\n';
    const { text } = await written(await workFolder(), content, { column: 1, header: false });
    expect(text.split('\n', 2)).toEqual([
      `column_1,email,${resultColumns.join(',')}`,
      expect.stringMatching(/^Ann,a@example\.com,safe,/),
    ]);
  });

  it('keep every cell of any table unchanged', async () => {
    const folder = await workFolder();
    const cell = fc.string({
      unit: fc.constantFrom('a', ' ', '"', ',', ';', '\n', '\r', '=', "'", 'ü', '😀'),
    });
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
    const dialect = fc.constantFrom([',', '\n'] as const, [';', '\r\n'] as const);
    await times(50).forAllAsync(rows, dialect, async (cells, [delimiter, newline]) => {
      const table = [
        ['email', 'a', 'b'],
        ...cells.map((pair, index) => [`${index % 5}@example.com`, ...pair]),
      ];
      const options = { delimiter, record_delimiter: newline };
      const { text } = await written(folder, stringify(table, { ...options, quoted: true }));
      const read = parse(text, { delimiter, record_delimiter: newline }) as string[][];
      expect(read.map((row) => row.slice(0, 3))).toEqual(table);
      for (const row of read.slice(1)) expect(row[5]).toBe(`About ${row[0]}.`);
    });
  });

  it('are refused if the input has changed in the meantime', async () => {
    const folder = await workFolder();
    const file = await folder.write('list.csv', 'email\na@example.com\nb@example.com\n');
    const table = await openTable(fileSource(file), { header: true });
    const task = verificationTask;
    const addresses = await readItems(table, [0], { task, signal });
    await folder.write('list.csv', 'email\nb@example.com\na@example.com\n');
    const results = (async function* () {
      for (const email of addresses.items) yield verification({ email });
    })();
    const output = { write: async () => {}, complete: async () => {}, [Symbol.asyncDispose]: async () => {} };
    const options = { task, columns: [0], list: addresses, results, signal };
    const targets = [{ output, format: 'csv', takes: () => true }] as const;
    await expect(writeResults(table, targets, options)).rejects.toThrow(/list\.csv was changed/);
  });
});

describe('the columns of the results', () => {
  it('have the documented names', () => {
    expect(resultColumnNames(resultColumns, ['email', 'name'])).toEqual(resultColumns);
  });

  it('get a prefix, then a number, if the input has a column of the same name', () => {
    const names = resultColumnNames(resultColumns, ['email', 'Status', 'confidence', 'mailproof_confidence']);
    expect(names.slice(0, 2)).toEqual(['mailproof_status', 'substatus']);
    expect(names.at(-2)).toBe('mailproof_confidence_2');
  });

  it('of lookups begin with the address, under another name if the input has an email column', () => {
    const names = resultColumnNames(lookupTask.resultColumns, ['First Name', 'Email']);
    expect(names.slice(0, 2)).toEqual(['mailproof_email', 'status']);
    expect(names.at(-1)).toBe('credits_consumed');
  });
});
