/** Returns the columns with one of these names, ignoring case, accents, and what is neither letter nor digit. */
export function columnsWithNames(names: ReadonlySet<string>, header: readonly string[]): readonly number[] {
  return header.flatMap((name, index) => (names.has(reducedName(name)) ? [index] : []));
}

/** Returns a name as the sets of names have it: `Contact: E-Mail` becomes `contactemail`. */
export function reducedName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
