/** Words behind a name by which a son is told from his father, or a grandson from both. */
const generations: Readonly<Record<string, string>> = {
  ...{ sr: 'senior', snr: 'senior', jr: 'junior', jnr: 'junior', junior: 'junior', júnior: 'junior' },
  ...{ filho: 'junior', neto: 'grandson', ii: 'ii', iii: 'iii', iv: 'iv' },
};

/** Returns which of several people of one name somebody is, as far as a word behind the name tells: "Smith Jr." */
export function generationOf(firstField: string, lastField: string): string | undefined {
  const [first, last] = [firstField, lastField].map((field) => field.split(/[\s,]+/u).filter(Boolean));
  // "Ana Neto" has a family name.
  if ((first?.length ?? 0) + (last?.length ?? 0) < 3) return undefined;
  for (const words of [last, first]) {
    const word = words?.at(-1)?.replaceAll('.', '').toLowerCase().normalize('NFC') ?? '';
    if (words !== undefined && words.length > 1 && Object.hasOwn(generations, word)) return generations[word];
  }
  return undefined;
}
