/** The header of a table: the names of its columns. */
type Header = readonly string[];

/** The index of the column called or numbered `wanted`, or why there is none. */
export function findColumn(wanted: string, header: Header): number | 'several' | 'none' {
  const exact = header.indexOf(wanted);
  if (exact !== -1) return exact;
  const [index, ...others] = columnsThat(header, (name) => folded(name) === folded(wanted));
  if (index !== undefined) return others.length === 0 ? index : 'several';
  return columnByNumber(wanted, header.length) ?? 'none';
}

/** The index of the column with a number from 1 to `width`. */
export function columnByNumber(wanted: string, width: number): number | undefined {
  const number = /^\d{1,6}$/.test(wanted) ? Number(wanted) : 0;
  return number >= 1 && number <= width ? number - 1 : undefined;
}

/** Columns with one of these names, which are in small letters without spaces, hyphens and underscores. */
export function columnsWithNames(usualNames: ReadonlySet<string>, header: Header): readonly number[] {
  return columnsThat(header, (name) => usualNames.has(folded(name).replace(/[\s_-]/g, '')));
}

/** Such as `1 "id", 2 "mail"`. */
export function columnList(header: Header): string {
  return header.map((name, index) => `${index + 1} "${name.trim()}"`).join(', ');
}

function columnsThat(header: Header, fits: (name: string) => boolean): number[] {
  return header.flatMap((name, index) => (fits(name) ? [index] : []));
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
