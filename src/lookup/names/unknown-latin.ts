import type { Language } from './language.ts';

/** The rules for names in Latin letters of which the language is not known. */
export const unknownLatin: Language = {
  id: 'unknown',
  countries: '',
  letterChoices: {
    umlaut: {
      digraph: { share: 0.6, letters: { ä: 'ae', ö: 'oe', ü: 'ue' } },
      plain: { share: 0.4, letters: { ä: 'a', ö: 'o', ü: 'u' } },
    },
    ring: {
      single: { share: 0.8, letters: { å: 'a' } },
      double: { share: 0.2, letters: { å: 'aa' } },
    },
    slash: {
      single: { share: 0.7, letters: { ø: 'o' } },
      double: { share: 0.3, letters: { ø: 'oe' } },
    },
  },
};
