import type { Language, NamesCustom } from '../../language.ts';
import { burmeseSyllables } from '../../scripts/burmese-syllables.ts';
import { romanizeParts, splitIntoParts } from '../../scripts/known-parts.ts';

/** As in Latin letters, where the words stand apart. */
const givenNames: NamesCustom = { first: 0.22, last: 0.02, joined: 0.62, separated: 0.12, hyphenated: 0.02 };

/** Names in Burmese letters, which are put together of syllables: Aung Myo Min. */
export const burmeseScript: Language = {
  id: 'burmese-script',
  countries: 'mm',
  wordsOf: (name) => splitIntoParts(name, burmeseSyllables()),
  romanize: (word) => romanizeParts(word, burmeseSyllables()),
  givenNames,
  sharesNames: true,
};
