/** Returns a table in Markdown, as it stands in the documentation. */
export function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('  ', ' ');
  return [line(titles), `|${titles.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Returns `4.3 %` for 0.043. */
export function percentText(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)} %`;
}

/** Returns a number with so many digits after the point. */
export function roundedTo(value: number, digits: number): string {
  return value.toFixed(digits);
}
