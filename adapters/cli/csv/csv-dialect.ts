/** The format of a CSV file, which the output repeats. */
export interface CsvDialect {
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly newline: '\r\n' | '\n' | '\r';
  /** Whether the file begins with a byte order mark, without which some spreadsheets do not read UTF-8. */
  readonly byteOrderMark: boolean;
}

const delimiters = [',', ';', '\t', '|'] as const;
/** What messages call them. */
export const delimiterNames = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars (|)',
} as const satisfies Record<CsvDialect['delimiter'], string>;

const byteOrderMark = '\ufeff';

/** Detects the dialect from the first line. Default: comma and line feed. */
export function detectDialect(beginning: Buffer): CsvDialect {
  const text = beginning.toString('utf8');
  const counts = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  let newline: CsvDialect['newline'] = '\n';
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (character === ',' || character === ';' || character === '\t' || character === '|')
      counts[character] += 1;
    if (character === '\n') break;
    if (character === '\r') {
      newline = text.charAt(index + 1) === '\n' ? '\r\n' : '\r';
      break;
    }
  }
  const delimiter = delimiters.reduce((most, each) => (counts[each] > counts[most] ? each : most));
  return { delimiter, newline, byteOrderMark: text.startsWith(byteOrderMark) };
}

/** Characters that some programs put between cells, and that addresses may contain. */
const otherSeparators = ['~', '^'] as const;

/**
 * Returns the character that seems to separate the cells of these lines: each of them has it, the header too. Undefined if
 * there is none, or fewer than two lines.
 */
export function findOtherSeparator(lines: readonly string[]): string | undefined {
  if (lines.length < 2) return undefined;
  return otherSeparators.find((separator) => lines.every((line) => line.includes(separator)));
}
