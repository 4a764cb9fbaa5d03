/** Returns the columns with one of these names, ignoring case, spaces, hyphens and underscores. */
export function columnsWithNames(names: ReadonlySet<string>, header: readonly string[]): readonly number[] {
  return header.flatMap((name, index) => (names.has(reduce(name)) ? [index] : []));
}

function reduce(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
