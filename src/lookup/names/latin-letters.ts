/** A letter that companies write in more than one way; a company writes all letters of a group alike. */
export interface LetterChoice {
  readonly group: 'umlaut' | 'ring' | 'slash';
  /** By the options of `letterGroups`, in their order. */
  readonly spellings: readonly [string, string];
}

/** The names of each group's options, and how often each is used if nothing else is known. */
export const letterGroups = {
  /** German writes ä as ae; most other languages with such letters drop the dots. */
  umlaut: { options: ['digraph', 'plain'], weights: [0.7, 0.3] },
  ring: { options: ['single', 'double'], weights: [0.7, 0.3] },
  slash: { options: ['single', 'double'], weights: [0.7, 0.3] },
} as const;

/** Umlauts in a name or under a domain whose language drops the dots. */
export const plainUmlautWeights = [0.1, 0.9] as const;

/** Umlauts under a domain of a German-speaking country. */
export const digraphUmlautWeights = [0.8, 0.2] as const;

/**
 * Latin letters that NFKD does not split into an ASCII letter and marks, or that are written differently. Lower case.
 */
export const latinLetters: Readonly<Record<string, string | LetterChoice>> = {
  ä: { group: 'umlaut', spellings: ['ae', 'a'] },
  ö: { group: 'umlaut', spellings: ['oe', 'o'] },
  ü: { group: 'umlaut', spellings: ['ue', 'u'] },
  å: { group: 'ring', spellings: ['a', 'aa'] },
  ø: { group: 'slash', spellings: ['o', 'oe'] },
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  đ: 'd',
  ɖ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'ng',
  ŧ: 't',
  ſ: 's',
  ə: 'a',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
};
