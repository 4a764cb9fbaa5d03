import { readWords } from '../word-lists.ts';

/** Degrees and licences that follow a name, in small letters without dots. None of them is a name. */
const degrees: ReadonlySet<string> = new Set(
  readWords(`
    phd dphil md mba emba msc bsc mphil mres meng beng llm llb jd esq esquire cpa cfa cfp cissp pmp dds dmd dvm rn edd
    psyd pharmd csc drsc acca aca fca mbe obe cbe kc qc shrm phr sphr`),
);

/** Returns whether a word, in small letters without dots, is a degree or a licence. */
export function isDegree(word: string): boolean {
  return degrees.has(word);
}

/** Removes degrees behind a comma: "Smith, PhD, MBA" becomes "Smith". Anything else behind a comma stays. */
export function withoutDegrees(name: string): string {
  const [own = '', ...others] = name.split(',');
  const kept = others.filter((part) => !areDegrees(part));
  return own.trim() === '' ? name : [own, ...kept].join(',').trim();
}

function areDegrees(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '');
  return words.length > 0 && words.every((word) => isDegree(word.toLowerCase().replaceAll('.', '')));
}

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
