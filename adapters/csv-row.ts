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
