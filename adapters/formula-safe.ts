/** `＝＋－＠` are the full-width forms, which spreadsheets of East Asia take for the others. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/**
 * A cell of CSV that a spreadsheet takes for text: one that it could take for a formula gets a leading apostrophe
 * (OWASP, "CSV Injection"). White space before the sign does not count, since spreadsheets may trim it.
 */
export function formulaSafe(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}
