import { describe, expect, it } from 'vitest';
import { openTable } from '../../../adapters/cli/csv/csv-table.ts';
import { fileSource } from '../../../adapters/cli/csv/list-source.ts';
import { workFolder } from '../work-folder.ts';

const { signal } = new AbortController();

async function read(content: string | Uint8Array, options = { header: true }) {
  const folder = await workFolder();
  const table = await openTable(fileSource(await folder.write('list.csv', content)), options);
  const rows: (readonly string[])[] = [];
  for await (const row of table.rows(signal)) rows.push(row);
  return { table, rows };
}

describe('a table', () => {
  it.each([
    ['commas', 'name,email\nAnn,ann@example.com\n', ','],
    ['semicolons', 'name;email\nAnn;ann@example.com\n', ';'],
    ['tabs', 'name\temail\nAnn\tann@example.com\n', '\t'],
  ])('is read with %s between its cells', async (_what, content, delimiter) => {
    const { table, rows } = await read(content);
    expect(table.header).toEqual(['name', 'email']);
    expect(table.dialect.delimiter).toBe(delimiter);
    expect(rows).toEqual([['Ann', 'ann@example.com']]);
  });

  it('ignores delimiters inside quotes', async () => {
    const { table } = await read('"name, first; last";email\n"A;B";a@example.com\n');
    expect(table.header).toEqual(['name, first; last', 'email']);
  });

  it.each([
    ['\n', '\n'],
    ['\r\n', '\r\n'],
    ['\r', '\r'],
  ])('keeps its line ends: %j', async (_shown, newline) => {
    const { table, rows } = await read(['email', 'a@example.com', 'b@example.com', ''].join(newline));
    expect(table.dialect.newline).toBe(newline);
    expect(rows).toEqual([['a@example.com'], ['b@example.com']]);
  });

  it('detects line ends after characters outside the basic plane', async () => {
    const { table } = await read('😀,email\r\na,b\r\n');
    expect(table.dialect.newline).toBe('\r\n');
  });

  it('may have mixed line ends, blank lines, and no line end at the end', async () => {
    const { rows } = await read('email\r\na@example.com\n\nb@example.com\rc@example.com');
    expect(rows.flat()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  });

  it('does not read a byte order mark as part of a name', async () => {
    const { table } = await read('\ufeffemail,name\na@example.com,Ann\n');
    expect(table.header).toEqual(['email', 'name']);
    expect(table.dialect.byteOrderMark).toBe(true);
  });

  it('keeps quotes inside cells, and short rows as short as they are', async () => {
    const { rows } = await read('email,note,more\n"ann b"@example.com,"a ""b"""\n');
    expect(rows).toEqual([['"ann b"@example.com', 'a "b"']]);
  });

  it('may have as many columns as a spreadsheet', async () => {
    const { table, rows } = await read(`a${','.repeat(16_383)}\nb\n`);
    expect(table.width).toBe(16_384);
    expect(rows).toEqual([['b']]);
  });

  it('treats every line as a row without a header', async () => {
    const { table, rows } = await read('a@example.com\nb@example.com\n', { header: false });
    expect(table).toMatchObject({ header: undefined, width: 1 });
    expect(rows).toEqual([['a@example.com'], ['b@example.com']]);
  });

  it('is read the same across chunk boundaries', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `ü${index}@example.com,"line\r\n${index}"`);
    const { rows } = await read(['email,note', ...lines, ''].join('\r\n'));
    expect(rows).toHaveLength(20_000);
    expect(rows.every((row, index) => row[1] === `line\r\n${index}`)).toBe(true);
  });
});

describe('a file that is not a table', () => {
  it.each([
    ['is empty', '', /is empty/],
    ['has a longer row', 'a,b\n1,2\n1,2,3\n', /not sound CSV\. .*got 3 on line 3/],
    [
      'has a longer row after a shorter one',
      'a,b\n1\n\n1,2,3\n1\n',
      /not sound CSV\. .*expect 2, got 3 on line 4/,
    ],
    [
      'has more columns than a spreadsheet',
      ','.repeat(16_384),
      /has 16,385 columns\. At most 16,384 are read\./,
    ],
    ['has a quote that is not closed', 'a,b\n"1,2\n', /not sound CSV\. Quote Not Closed/],
    [
      'is not in UTF-8',
      Buffer.from('email,name\na@example.com,\xef\xf0\xe8\xe2\xe5\xf2\n', 'latin1'),
      /not in UTF-8.*Save it/,
    ],
  ])('is refused if it %s', async (_what, content, message) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
    });
  });

  it('is refused if it is a folder or does not exist', async () => {
    const folder = await workFolder();
    await expect(openTable(fileSource(folder.path), { header: true })).rejects.toThrow(
      /not a file|is a folder/,
    );
    await expect(openTable(fileSource(folder.file('no.csv')), { header: true })).rejects.toThrow(
      /There is no file .*no\.csv/,
    );
  });
});
