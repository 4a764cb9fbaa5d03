/** The format of a CSV file, which the output repeats. */
export interface CsvDialect {
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly newline: '\r\n' | '\n' | '\r';
  /** Whether the file begins with a byte order mark, without which some spreadsheets do not read UTF-8. */
  readonly byteOrderMark: boolean;
  /** The line with which the table begins: 2 below a line such as `sep=;`, which names the delimiter for Excel. */
  readonly firstLine: 1 | 2;
  /** Whether cells in quotes stand behind a space, as in `"name", "email"`: it is no part of them. */
  readonly spacedQuotes: boolean;
}

/** How the results of a workbook are written as CSV: as its program reads it best. */
export const workbookDialect: CsvDialect = {
  delimiter: ',',
  newline: '\r\n',
  byteOrderMark: true,
  firstLine: 1,
  spacedQuotes: false,
};

const delimiters = [',', ';', '\t', '|'] as const;

const byteOrderMark = '\ufeff';

/** A first line for Excel, which it also writes in quotes. */
const delimiterLine = /^\ufeff?("?)sep=([,;\t|])\1(\r\n|\n|\r)/i;

/**
 * Detects the dialect from the first line of a text that begins with its byte order mark. Default: comma and line feed.
 * A delimiter before a space counts half: it may be punctuation in a name.
 */
export function detectDialect(text: string): CsvDialect {
  const [named = '', , namedDelimiter, namedNewline] = delimiterLine.exec(text) ?? [];
  const { counts, newline, beforeSpacedQuotes } = readFirstLine(text.slice(named.length));
  const most = delimiters.reduce((most, each) => (counts[each] > counts[most] ? each : most));
  const delimiter = (namedDelimiter as CsvDialect['delimiter'] | undefined) ?? most;
  return {
    delimiter,
    newline: (namedNewline as CsvDialect['newline'] | undefined) ?? newline,
    byteOrderMark: text.startsWith(byteOrderMark),
    firstLine: namedDelimiter === undefined ? 1 : 2,
    spacedQuotes: beforeSpacedQuotes.has(delimiter),
  };
}

/** Reads what stands outside of quotes. */
function readFirstLine(text: string) {
  const counts = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  const beforeSpacedQuotes = new Set<string>();
  let newline: CsvDialect['newline'] = '\n';
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (character === ',' || character === ';' || character === '\t' || character === '|') {
      counts[character] += text.charAt(index + 1) === ' ' ? 1 : 2;
      if (text.charAt(index - 1) === '"' && /^ +"/.test(text.slice(index + 1)))
        beforeSpacedQuotes.add(character);
    }
    if (character === '\n') break;
    if (character === '\r') {
      newline = text.charAt(index + 1) === '\n' ? '\r\n' : '\r';
      break;
    }
  }
  return { counts, newline, beforeSpacedQuotes };
}

/**
 * What a separator may be: not what names of columns are written with, nor what stands around names and addresses, nor the plus
 * sign of tagged addresses, nor a delimiter that is read.
 */
const separatorCharacter = /[^\p{L}\p{M}\p{N}\p{Cf}\s_.@+"'“”‘’«»<>()[\]{},;|-]/u;
/** Those that addresses rarely contain: where no line has names of columns, others could belong to the addresses. */
const rareInAddresses = /[~^¦§]/;

/**
 * Returns the character that seems to separate the cells of lines that were read as one cell each. Undefined if there is none.
 *
 * It stands between two names in the first line, and in at least half of the other lines. If the first line has an address,
 * it is one that addresses rarely contain, and nine in ten lines have it. Lines of white space do not count.
 */
export function findOtherSeparator(lines: readonly string[]): string | undefined {
  const [first = '', ...others] = lines.filter((line) => line.trim() !== '').map(withoutScheme);
  if (others.length === 0) return undefined;
  const hasAddress = first.includes('@');
  const share = hasAddress ? 0.9 : 0.5;
  const pattern = hasAddress ? rareInAddresses : separatorCharacter;
  return [...new Set(first)].find(
    (character) =>
      pattern.test(character) &&
      first.split(character).filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length > 1 &&
      others.filter((line) => line.includes(character)).length >= share * others.length,
  );
}

/** The colon of a link separates nothing. */
function withoutScheme(line: string): string {
  return line.replace(/mailto:/gi, '');
}
