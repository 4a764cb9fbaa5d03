import { describe, expect, it } from 'vitest';
import { openTable } from '../../../adapters/cli/csv/csv-table.ts';
import { fileSource } from '../../../adapters/cli/csv/list-source.ts';
import { workFolder } from '../work-folder.ts';

const { signal } = new AbortController();

async function read(
  content: string | Uint8Array,
  options: Parameters<typeof openTable>[1] = { header: true },
) {
  const folder = await workFolder();
  const table = await openTable(fileSource(await folder.write('list.csv', content)), options);
  const rows: (readonly string[])[] = [];
  for await (const row of table.rows(signal)) rows.push(row);
  return { table, rows };
}

function utf32(text: string): Buffer {
  const characters = [...text].map((character) => character.codePointAt(0) ?? 0);
  return Buffer.from(Uint32Array.from(characters).buffer);
}

describe('a table', () => {
  it('in ASCII is in Latin-1 as well', async () => {
    const { rows } = await read('email\nann@example.com\n', { header: true, encoding: 'latin1' });
    expect(rows).toEqual([['ann@example.com']]);
  });

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

  it.each([
    ['sep=;\r\nname;email\r\n"Baker, Ann, Dr.";ann@example.com\r\n', ';'],
    ['\ufeff"sep=|"\nname|email\n"Baker, Ann, Dr."|ann@example.com\n', '|'],
    ['SEP=\t\rname\temail\r"Baker, Ann, Dr."\tann@example.com\r', '\t'],
  ])('begins below a line that names the delimiter: %j', async (content, delimiter) => {
    const { table, rows } = await read(content);
    expect(table.header).toEqual(['name', 'email']);
    expect(table.dialect.delimiter).toBe(delimiter);
    expect(rows).toEqual([['Baker, Ann, Dr.', 'ann@example.com']]);
    for await (const { line } of table.numberedRows(signal)) expect(line).toBe(3);
  });

  it.each([
    ['name, first name;email', ';'],
    ['name, email', ','],
    ['name, email, city, phone|fax', ','],
    ['last, first\temail', '\t'],
  ])('is split at the delimiter that is no punctuation: %j', async (header, delimiter) => {
    expect((await read(`${header}\n`)).table.dialect.delimiter).toBe(delimiter);
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

  it.each(['\n', '\r\n', '\r'])(
    'tells on which line each row ends, as an editor counts them: %j',
    async (newline) => {
      const lines = [
        'email,name',
        '',
        'a@example.com,"Ann',
        '',
        'Baker"',
        'b@example.com,Bob',
        '',
        'c@example.com,',
      ];
      const { table } = await read(lines.join(newline));
      const rows: [string | undefined, number][] = [];
      for await (const { cells, line } of table.numberedRows(signal)) rows.push([cells[0], line]);
      expect(rows).toEqual([
        ['a@example.com', 5],
        ['b@example.com', 6],
        ['c@example.com', 8],
      ]);
    },
  );

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

  it('takes no space before quotes for a part of a cell, if the first line has one', async () => {
    const spaced = await read('"name", "email"\n"Baker, Ann", "ann@example.com"\n');
    expect(spaced.table.header).toEqual(['name', 'email']);
    expect(spaced.rows).toEqual([['Baker, Ann', 'ann@example.com']]);
    const below = await read('sep=;\r\n"name"; "email"\r\n"Baker; Ann"; "ann@example.com"\r\n');
    expect(below.rows).toEqual([['Baker; Ann', 'ann@example.com']]);
    expect((await read('name,email\n Ann, ann@example.com\n')).rows).toEqual([[' Ann', ' ann@example.com']]);
  });

  it('takes it for one where those quotes stand inside a cell, or behind another character', async () => {
    const { table, rows } = await read('"a ""b"", ""c""",email\n x, ann@example.com\n');
    expect(table.header).toEqual(['a "b", "c"', 'email']);
    expect(rows).toEqual([[' x', ' ann@example.com']]);
    const other = await read('"a"| "b";email;name\n x; ann@example.com;\n');
    expect(other.rows).toEqual([[' x', ' ann@example.com', '']]);
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
    [
      'has a longer row',
      'a,b\n1,2\n1,2,3\n',
      /line 3 of .* has 3 cells, and the first line only 2\. Put quotes around/,
    ],
    [
      'has a longer row after a shorter one',
      'a,b\n1\n\n1,2,3\n1\n',
      /line 4 of .* has 3 cells, and the first line only 2/,
    ],
    [
      'has more columns than a spreadsheet',
      ','.repeat(16_384),
      /has 16,385 columns\. At most 16,384 are read\./,
    ],
    [
      'has a quote that is not closed',
      'a,b\n1,2\n"1,2\n3,4\n',
      /a quote \("\) .* not closed, on line 3 or below\. Add/,
    ],
    [
      'has a quote that is not closed for long',
      `a\n"${'x\n'.repeat(600_000)}`,
      /not closed, on line 2 or below/,
    ],
    ['is in UTF-32', utf32('email\nann@example.com\n'), /is in UTF-32, .*Save it as CSV in UTF-8/],
    ['is in UTF-32 with a mark', utf32('\ufeffemail\nann@example.com\n'), /is in UTF-32/],
    [
      'is not in UTF-8',
      Buffer.from('email,name\na@example.com,\xef\xf0\xe8\xe2\xe5\xf2\n', 'latin1'),
      /not in UTF-8.*Save it.*--encoding to latin1 .*windows-1250/,
    ],
  ])('is refused if it %s', async (_what, content, message) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
    });
  });

  it('is refused if what looked western at its beginning is not further down', async () => {
    const rows = `Müller,ann@example.com\n`.repeat(5_000);
    const content = Buffer.from(`name,email\n${rows}Ji\xf8\xed Dvo\xf8\xe1k,j@example.com\n`, 'latin1');
    await expect(read(content)).rejects.toThrow(/not in UTF-8.*--encoding to latin1/);
    expect((await read(content, { header: true, encoding: 'windows-1250' })).rows.at(-1)).toEqual([
      'Jiří Dvořák',
      'j@example.com',
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from('email\njörg@example.com\n'), 'latin1', 'Latin-1 (Windows-1252)'],
    [
      'UTF-8 far below',
      Buffer.from(`email\n${'ann@example.com\n'.repeat(9_999)}jörg@example.com\n`),
      'latin1',
      'Latin-1 (Windows-1252)',
    ],
    ['UTF-8', Buffer.from('email\nann@example.com\n'), 'utf-16le', 'UTF-16LE'],
    ['UTF-16', Buffer.from('email\nann@example.com\n', 'utf16le'), 'latin1', 'Latin-1 (Windows-1252)'],
    ['UTF-16', Buffer.from('email\nann@example.com\n', 'utf16le'), 'utf-16be', 'UTF-16BE'],
  ] as const)('is refused if it is in %s, but is said not to be', async (_what, content, encoding, name) => {
    await expect(read(content, { header: true, encoding })).rejects.toThrow(
      `is not in ${name}. Leave out --encoding`,
    );
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
