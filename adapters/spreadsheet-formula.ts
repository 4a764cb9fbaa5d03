/** `＝＋－＠` are full-width forms, which East Asian spreadsheets read like the ASCII signs. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/**
 * Returns a CSV cell that spreadsheets read as text: a cell that looks like a formula gets a leading apostrophe
 * (OWASP, "CSV Injection"). White space before the sign is ignored, because spreadsheets may trim it.
 */
export function escapeFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}
