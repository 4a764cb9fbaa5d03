import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTable } from '../../../adapters/cli/csv/csv-table.ts';
import { writeList } from '../../../adapters/console/page/lists/reading/list-with-results.ts';
import { openFile, openPasted } from '../../../adapters/console/page/lists/reading/open-list.ts';
import { readTable } from '../../../adapters/console/page/lists/reading/read-table.ts';
import { ListProblem } from '../../../adapters/lists/list-problem.ts';
import { WorkbookWriter } from '../../../adapters/lists/workbook-writer.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { verification } from '../../cli/verification.ts';
import { times } from '../../support/values/for-all.ts';

/** Pieces of lists, sound and unsound ones. */
const piece = fc.constantFrom(
  ...['ann@example.com', 'Jürgen', ' ', 'a "b" c', '"', '""', '"x, y"', '"two\r\nlines"', "'", '=1+1', 'x'],
  ...[',', ';', '\t', '|', '~'],
  ...['\n', '\r\n', '\r', '\n\n'],
);
const encode = fc.constantFrom<(text: string) => Buffer>(
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
);

it('reads and refuses the same lists in the page as mailproof bulk does', async () => {
  let read = 0;
  let refused = 0;
  await times(400).forAllAsync(fc.array(piece, { maxLength: 25 }), encode, async (pieces, inEncoding) => {
    const bytes = inEncoding(pieces.join(''));
    const expected = await rowsOfCommand(bytes);
    expect(rowsOfPage(bytes)).toEqual(expected);
    if (expected === 'refused') refused += 1;
    else read += 1;
  });
  expect(Math.min(read, refused)).toBeGreaterThan(20);
});

it('reads workbooks in the page, of which texts that CSV would take for formulas stay texts', () => {
  const writer = new WorkbookWriter();
  const rows = [
    ['email', 'note'],
    ['ann@example.com', '=1+1'],
  ];
  const bytes = Buffer.concat([...writer.rows(rows), ...writer.end()]);
  expect(readTable(bytes)).toMatchObject({ rows, sheet: 'Results' });
  expect(() => readTable(bytes.subarray(0, 100))).toThrow(ListProblem);
});

it('suggests a column, or says which ones may be meant', () => {
  const opened = openFile(
    'verifications',
    Buffer.from('Personal Email,id,Work Email\na@example.com,1,b@example.com\n'),
  );
  expect(opened.describe().suggestion).toEqual({ hasHeader: true, columns: [-1], several: [0, 2] });
  const headless = openFile('verifications', Buffer.from('a@example.com,1,b@example.com\n'));
  expect(headless.describe().suggestion).toEqual({ hasHeader: false, columns: [-1], several: [0, 2] });
  const several = openFile(
    'verifications',
    Buffer.from('x,y\n1,a@example.com / b@example.com\n2,b@example.com\n'),
  );
  expect(several.describe().suggestion).toEqual({ hasHeader: true, columns: [1] });
  expect(several.count(several.describe().suggestion)).toMatchObject({ items: 2, duplicates: 1, empty: 0 });
});

it('leaves out a cell of which it is not clear what is meant, and says so beside its row', async () => {
  const list = openFile('verifications', Buffer.from('email\nann baker@example.com\ntom@example.com\n'));
  expect(list.count({ hasHeader: true, columns: [0] })).toMatchObject({ items: 1, unclear: 1, empty: 0 });
  const tom = verification({ email: 'tom@example.com', status: 'safe', substatus: 'deliverable' });
  const results = { columns: ['status', 'substatus'] as const, byKey: new Map([[tom.email, tom]]) };
  const { file, matched } = writeList(list, results, { status: '', provider: '', text: '' });
  expect(matched).toBe(2);
  const rows = (await file.text()).trimEnd().split('\n');
  expect(rows.slice(1)).toEqual([
    'ann baker@example.com,unknown,not_asked',
    'tom@example.com,safe,deliverable',
  ]);
});

it('keeps the rows of which the filter shows an address, with the worst result of each', async () => {
  const cells = ['ann@example.com; tom@example.com', 'tom@example.com', 'ann@example.com'];
  const list = openFile('verifications', Buffer.from(`email\n${cells.join('\n')}\n`));
  list.count({ hasHeader: true, columns: [0] });
  const results = [
    verification({ email: 'ann@example.com', status: 'invalid', substatus: 'mailbox_not_found' }),
    verification({ email: 'tom@example.com', status: 'safe', substatus: 'deliverable' }),
  ];
  const byKey = new Map(results.map((each) => [each.email, each]));
  const filter = { status: 'safe', provider: '', text: '' };
  const { file, matched } = writeList(list, { columns: ['status'], byKey }, filter);
  expect(matched).toBe(2);
  const rows = (await file.text()).trimEnd().split('\n');
  expect(rows.slice(1).map((row) => row.split(',').slice(0, 2))).toEqual([
    ['ann@example.com; tom@example.com', 'invalid'],
    ['tom@example.com', 'safe'],
  ]);
});

describe('a text that is pasted', () => {
  it.each([
    [
      'tabs, as spreadsheets copy them',
      'Name\tEmail\nAnn Baker\tann@x.example\nBob\tbob@x.example',
      2,
      ['Email'],
    ],
    ['tabs without names of columns', 'Ann Baker\tann@x.example\nBob\tbob@x.example', 2, []],
    [
      'tabs and two columns of addresses',
      'Name\tEmail\tOther\nAnn\tann@x.example\tann@y.example',
      1,
      ['Email'],
    ],
    ['commas', 'Full name,Email address\nAnn Baker,ann@x.example\nBob,bob@@x.example', 2, ['Email address']],
    ['commas without names of columns', 'Ann,Baker,ann@x.example\nBob,Cook,bob@x.example', 2, []],
    [
      'one column below a name of two words',
      'Email address\nann@x.example\nbob@x.example',
      2,
      ['Email address'],
    ],
    ['rows that are shorter', 'email,name\nann@x.example,Ann\nbob@x.example', 2, ['email']],
  ])('with %s is a table: only its column of addresses is submitted', (_, text, items, names) => {
    const list = openPasted('verifications', text);
    const { suggestion, preview } = list.describe();
    expect(list.count(suggestion).items).toBe(items);
    const [column = -1] = suggestion.columns;
    expect(suggestion.hasHeader ? [preview[0]?.[column]] : []).toEqual(names);
  });

  it.each([
    ['ann@x.example, bob@x.example\neve@x.example', 3],
    ['ann@x.example bob@x.example\neve@x.example', 3],
    ['ann@x.example\tbob@x.example\teve@x.example', 3],
    ['Ann Baker <ann@x.example>; Bob <bob@x.example>', 2],
    ['"Baker, Ann" <ann@x.example>, bob@x.example', 2],
    ['Ann Baker ann@x.example\nBob Cook bob@x.example', 2],
    ['To whom it concerns\nann@x.example, bob@x.example', 2],
    ['ann@x.example\nbob.x.example\neve@x.example', 3],
  ])('has its addresses with anything between them: %j', (text, items) => {
    const list = openPasted('verifications', text);
    expect(list.count(list.describe().suggestion).items).toBe(items);
  });
});

function rowsOfPage(bytes: Buffer): readonly (readonly string[])[] | 'refused' {
  try {
    return readTable(bytes).rows;
  } catch (error) {
    if (error instanceof ListProblem) return 'refused';
    throw error;
  }
}

async function rowsOfCommand(bytes: Buffer): Promise<readonly (readonly string[])[] | 'refused'> {
  const source = {
    name: 'list.csv',
    readBeginning: async (maxBytes: number) => bytes.subarray(0, maxBytes),
    readAll: () => Readable.from([bytes], { objectMode: false }),
    async [Symbol.asyncDispose]() {},
  };
  try {
    const table = await openTable(source, { header: false });
    const rows: (readonly string[])[] = [];
    for await (const row of table.rows(new AbortController().signal)) rows.push(row);
    return rows;
  } catch (error) {
    if (error instanceof InvalidArgument) return 'refused';
    throw error;
  }
}
