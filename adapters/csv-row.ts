/** How the cells of a row are written; by default as in RFC 4180. */
interface RowFormat {
  readonly delimiter: string;
  readonly newline: string;
}

/** Returns a row of CSV with its line end. Cells are quoted where they must be. */
export function csvRow(
  cells: readonly string[],
  { delimiter, newline }: RowFormat = { delimiter: ',', newline: '\r\n' },
): string {
  const quoted = cells.map((cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return quoted.join(delimiter) + newline;
}

/**
 * What may stand between two cells and a sign: everything after which a spreadsheet may begin a cell, and what it skips or reads
 * as quotes there. Spaces separate no cells: a spreadsheet that is set to them tears every sentence.
 */
const filler = String.raw`[\s\p{Cc}"',;:|]`;
/** `＝＋－＠` are full-width forms, which East Asian spreadsheets read like the ASCII signs. */
const sign = '[=+\\-@＝＋－＠]';
/** The fillers before each sign, captured; else what begins a cell with a control character. Takes linear time. */
const openings = new RegExp(`(?<!${filler})(${filler}*)(?=${sign})|^'*[\\t\\r\\n]`, 'gu');
const separators = /[,;:|\t\r\n]/g;

/**
 * Returns a CSV cell that spreadsheets read as text (OWASP, "CSV Injection"): an apostrophe stands wherever a formula could
 * begin, at the beginning of the cell and after each character that a spreadsheet may be set to take for a separator, whatever
 * separates the cells of the file. White space before the sign is ignored, because spreadsheets may trim it.
 */
export function escapeFormula(cell: string): string {
  return cell.replace(openings, (run: string, beforeSign: string | undefined, offset: number) => {
    const escaped = beforeSign === undefined ? run : run.replace(separators, "$&'");
    return offset === 0 && !run.startsWith('"') ? `'${escaped}` : escaped;
  });
}

/** Returns the cell that `escapeFormula` has escaped. */
export function unescapeFormula(cell: string): string {
  return cell.replace(openings, (run: string, beforeSign: string | undefined, offset: number) => {
    const escaped = offset === 0 ? run.replace(/^'/, '') : run;
    return beforeSign === undefined ? escaped : escaped.replace(/([,;:|\t\r\n])'/g, '$1');
  });
}
