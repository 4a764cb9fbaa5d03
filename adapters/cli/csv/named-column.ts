/** The names of a table's columns. */
type Header = readonly string[];

/** Returns the index of the column whose name or number is `wanted`, or why there is none. */
export function findColumn(wanted: string, header: Header): number | 'several' | 'none' {
  const exact = header.indexOf(wanted);
  if (exact !== -1) return header.indexOf(wanted, exact + 1) === -1 ? exact : 'several';
  const [index, ...others] = columnsNamed(wanted, header);
  if (index !== undefined) return others.length === 0 ? index : 'several';
  return columnByNumber(wanted, header.length) ?? 'none';
}

/** Returns the index of the column with a number from 1 to `width`; undefined for any other text. */
export function columnByNumber(wanted: string, width: number): number | undefined {
  const number = /^\d{1,6}$/.test(wanted) ? Number(wanted) : 0;
  return number >= 1 && number <= width ? number - 1 : undefined;
}

const maxListedColumns = 30;

/** Returns the columns with this name, ignoring case. */
export function columnsNamed(wanted: string, header: Header): readonly number[] {
  return header.flatMap((name, index) => (normalise(name) === normalise(wanted) ? [index] : []));
}

/** Returns text such as `1 "id", 2 "mail"`, of 30 columns at most. `indexes`: only these columns. */
export function columnList(header: Header, indexes: readonly number[] = [...header.keys()]): string {
  const listed = indexes
    .slice(0, maxListedColumns)
    .map((index) => `${index + 1} "${header[index]?.trim() ?? ''}"`);
  const more = indexes.length - listed.length;
  return [...listed, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join(', ');
}

/** Returns how to choose one of these columns: `name or number`, or `number` if a name is that of several. */
export function waysToChoose(header: Header, indexes: readonly number[]): 'name or number' | 'number' {
  const names = new Set(indexes.map((index) => header[index]));
  return names.size === indexes.length ? 'name or number' : 'number';
}

function normalise(name: string): string {
  return name.trim().toLowerCase();
}
