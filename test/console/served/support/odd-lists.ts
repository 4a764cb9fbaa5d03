/** A list that somebody may choose. */
export interface OddList {
  readonly content: string | Buffer;
  /** What `mailproof bulk` has to be told of it. */
  readonly options: readonly string[];
}

const byName = ['--column', 'email'];

/** What lists out in the world look like: each has several things that a careless reader gets wrong. */
export const oddLists: Readonly<Record<string, OddList>> = {
  'cells with more than an address': {
    options: byName,
    content: csv([
      ['name', 'email'],
      ['spaces', ' ann.baker@bakery.example.com '],
      ['a name before it', 'Ann Baker <ann.baker@bakery.example.com>'],
      ['a name in quotes', '"Baker, Ann" <ann.baker@bakery.example.com>'],
      ['no space', 'Tom B. Müller<tom@bakery.example.com> '],
      ['brackets', '<tom@bakery.example.com>'],
      ['twice', 'kim@bakery.example.com <Kim@bakery.example.com>'],
      ['a quoted local part', 'Ann <"ann b"@bakery.example.com>'],
      ['a link', 'mailto:lee@bakery.example.com'],
      ['a long link', 'MAILTO:lee@bakery.example.com?subject=hello'],
      ['a word', 'ann'],
      ['nothing', ''],
      ['two people', 'Ann <ann@bakery.example.com>, Bob <bob@bakery.example.com>'],
      ['two pairs of brackets', 'Ann <<ann@bakery.example.com>>'],
      ['an encoded character', 'mailto:ann%2Bnews@bakery.example.com'],
      ['two at signs', 'ann@@bakery.example.com'],
    ]),
  },
  'semicolons, a byte order mark, and line ends in cells': {
    options: byName,
    content: `\ufeff${csv(
      [
        ['email', 'note; more'],
        ['ann.baker@bakery.example.com', 'one\r\ntwo'],
        ['ann.smith@bakery.example.com', 'says "hi", twice'],
      ],
      { delimiter: ';', newline: '\r\n' },
    )}`,
  },
  'tabs in UTF-16': {
    options: byName,
    content: Buffer.from('\ufeffemail\tname\r\nann.baker@bakery.example.com\tÄnn 😀\r\n', 'utf16le'),
  },
  'UTF-16 of the other byte order': {
    options: byName,
    content: Buffer.from('\ufeffemail,name\nann.baker@bakery.example.com,Ł\n', 'utf16le').swap16(),
  },
  'Windows-1252': {
    options: byName,
    content: Buffer.from('email,name\nann.baker@bakery.example.com,J\xfcrgen\n', 'latin1'),
  },
  'old line ends, blank lines, short rows and no end': {
    options: byName,
    content: 'email,a,b\r\rann.baker@bakery.example.com\r\rtom@bakery.example.com,1\rann@nowhere.example,1,2',
  },
  'names that are taken, formulas and loose quotes': {
    options: byName,
    content:
      'status,email, STATUS ,mailproof_status\n=1+1,ann.baker@bakery.example.com,+2,@x\n-1,"=cmd|a"@bakery.example.com,a "b" c,\'\n',
  },
  'the same address in several spellings': {
    options: byName,
    content: csv([
      ['email'],
      ['clara@bücher.example.com'],
      ['clara@xn--bcher-kva.example.com'],
      ['CLARA@BÜCHER.example.com'],
      ['jörg@umlaut.example.com'],
      ['jo\u0308rg@umlaut.example.com'],
    ]),
  },
  'no names of columns': {
    options: ['--no-header', '--column', '2'],
    content: 'Ann,ann.baker@bakery.example.com\nTom,tom@bakery.example.com\n',
  },
};

/** The same of people, for whom `mailproof bulk --lookup` is told. */
export const oddPeople: Readonly<Record<string, OddList>> = {
  'names and domains as people write them': {
    options: [],
    content: csv([
      ['id', 'First Name', 'Last Name', 'Website', 'email'],
      ['1', 'Ann', 'Baker', 'https://www.bakery.example.com/about', ''],
      ['2', '  Ann ', 'BAKER', 'bakery.example.com', 'taken'],
      ['3', 'Zoe', 'Zimmer', 'info@bakery.example.com', ''],
      ['4', 'Clara', '', 'bücher.example.com', ''],
      ['5', '', '', 'bakery.example.com', 'nobody'],
      ['6', 'Jörg', 'Müller-Lüdenscheidt', '', 'nowhere'],
      ['7', 'Tom', 'Tanner', 'linkedin.com/company/bakery', ''],
    ]),
  },
  'three columns without names': {
    options: ['--no-header', '--columns', '1,2,3'],
    content: 'Ann,Baker,bakery.example.com\nZoe,Zimmer,bakery.example.com\n',
  },
};

function csv(
  rows: readonly (readonly string[])[],
  { delimiter = ',', newline = '\n' }: { readonly delimiter?: string; readonly newline?: string } = {},
): string {
  const line = (row: readonly string[]) =>
    row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter);
  return rows.map((row) => line(row) + newline).join('');
}
