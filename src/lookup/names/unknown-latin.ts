import type { Language } from './language.ts';

/** The rules for names in Latin letters of which the language is not known. */
export const unknownLatin: Language = {
  id: 'unknown',
  countries: '',
  letterChoices: [
    {
      group: 'umlaut',
      options: [
        { option: 'digraph', share: 0.6, letters: { ä: 'ae', ö: 'oe', ü: 'ue' } },
        { option: 'plain', share: 0.4, letters: { ä: 'a', ö: 'o', ü: 'u' } },
      ],
    },
    {
      group: 'ring',
      options: [
        { option: 'single', share: 0.8, letters: { å: 'a' } },
        { option: 'double', share: 0.2, letters: { å: 'aa' } },
      ],
    },
    {
      group: 'slash',
      options: [
        { option: 'single', share: 0.7, letters: { ø: 'o' } },
        { option: 'double', share: 0.3, letters: { ø: 'oe' } },
      ],
    },
  ],
};
