/** Degrees and licences that follow a name, in small letters without dots. None of them is a name. */
const degrees: ReadonlySet<string> = new Set([
  ...['phd', 'dphil', 'md', 'mba', 'emba', 'msc', 'bsc', 'mphil', 'mres', 'meng', 'beng', 'llm', 'llb', 'jd'],
  ...[
    'esq',
    'esquire',
    'cpa',
    'cfa',
    'cfp',
    'cissp',
    'pmp',
    'dds',
    'dmd',
    'dvm',
    'rn',
    'edd',
    'psyd',
    'pharmd',
  ],
  ...['csc', 'drsc', 'acca', 'aca', 'fca', 'mbe', 'obe', 'cbe', 'kc', 'qc', 'shrm', 'phr', 'sphr'],
]);

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
