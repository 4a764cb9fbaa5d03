/** A text of an export of which it is not known what it says. */
export interface UnknownText {
  readonly kind: 'unknown';
  /** The index of its column. */
  readonly column: number;
  readonly text: string;
}

interface FoundText {
  readonly column: number;
  readonly text: string;
  /** The line on which the first row with it ends. */
  readonly line: number;
  rows: number;
}

/** A file whose rows all have texts of their own must not fill the memory. */
const maxTexts = 1000;
const namedTexts = 20;
const textLength = 60;

/** The texts of an export that are not known, with the number of their rows. */
export class UnknownTexts {
  readonly #found = new Map<string, FoundText>();
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  add({ column, text: whole }: UnknownText, line: number): void {
    this.#rows += 1;
    const text = whole.length > textLength ? `${whole.slice(0, textLength)}…` : whole;
    const key = `${column} ${text}`;
    const found = this.#found.get(key);
    if (found !== undefined) found.rows += 1;
    else if (this.#found.size < maxTexts) this.#found.set(key, { column, text, line, rows: 1 });
  }

  /** Lists the texts, the commonest first, with their columns, rows and first lines. */
  listed(header: readonly string[]): string {
    const sorted = [...this.#found.values()].sort((one, other) => other.rows - one.rows);
    const named = sorted.slice(0, namedTexts);
    const others = this.#rows - named.reduce((sum, { rows }) => sum + rows, 0);
    return [
      named.map((found) => described(found, header)).join(', '),
      ...(others === 0 ? [] : [`and other texts in ${rowCount(others)}`]),
    ].join(' ');
  }
}

function described({ text, column, rows, line }: FoundText, header: readonly string[]): string {
  const place = rows === 1 ? `on line ${line}` : `the first on line ${line}`;
  return `"${text}" in the column "${header[column] ?? ''}" (${rowCount(rows)}, ${place})`;
}

/** Returns `1 row`, `2 rows`. */
export function rowCount(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
