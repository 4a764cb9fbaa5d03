/** Words before a name that are not part of it. Letters only: dots and hyphens are removed before the comparison. */
export const titles: ReadonlySet<string> = new Set([
  // English
  ...['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'doctor', 'prof', 'professor', 'sir', 'dame', 'rev', 'revd'],
  ...['reverend', 'fr', 'capt', 'captain', 'maj', 'sgt', 'lt', 'atty', 'engr'],
  // German
  ...['herr', 'frau', 'hr', 'dipl', 'dipling', 'diplkfm', 'diplinf', 'dring', 'drmed', 'drjur', 'drphil'],
  ...['drrernat', 'profdr', 'hc', 'habil', 'ing', 'mag', 'pd'],
  // Dutch and Scandinavian
  ...['dhr', 'mevr', 'mw', 'drs', 'ir', 'siviling'],
  // French, Italian, Spanish, Portuguese
  ...['mme', 'mlle', 'monsieur', 'madame', 'dott', 'dottssa', 'avv', 'arch', 'geom', 'rag', 'sig', 'sigra'],
  ...['sr', 'sra', 'srta', 'lic', 'dra', 'profa', 'enga'],
  // Czech, Slovak, Polish
  ...['bc', 'mgr', 'judr', 'mudr', 'phdr', 'rndr', 'paeddr', 'inz', 'mgrinz', 'hab'],
]);

/** Words after a name that are not part of it. Those that are names as well (Ma, Do, Ba) count after a comma only. */
export const suffixes: ReadonlySet<string> = new Set([
  // Generations
  ...['jr', 'jnr', 'junior', 'sr', 'snr', 'ii', 'iii', 'iv', 'vii', 'viii', 'filho', 'neto'],
  // Degrees and professions
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
  ...['csc', 'drsc', 'acca', 'aca', 'fca', 'mbe', 'obe', 'cbe', 'kc', 'qc', 'ret', 'shrm', 'phr', 'sphr'],
]);
