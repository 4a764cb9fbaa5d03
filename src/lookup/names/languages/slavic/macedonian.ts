import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** Official transliteration of passports, and letters without marks. */
export const macedonian: Language = {
  id: 'macedonian',
  countries: 'mk xn--d1alf',
  foreignLetters: /[ыэёъьщйюяіїєґўђћғқңөұүһҷӣӯҳ]/u,
  signs: /[ѓќѕ]|(?:ски|ска|овски|евски)$/u,
  familyEndings: /(?:[ое]ва?|ски|ска)$/u,
  given:
    'жарко бранко драган љубе ристо ванчо ацо тони филип стефан јован петар илија ана сања ивана маја ѓорѓи горан зоран александар никола димитар кирил стојан марија елена билјана снежана весна љупчо благој трајче',
  family:
    'ѓорчев ѓорѓиев ѓоргиев ќосев стојановски петровски јованов димовски николовски трајковски џамбазов ангеловски костовски',
  letters: {
    ...cyrillicLetters,
    ѓ: 'gj',
    ѕ: 'dz',
    ј: 'j',
    љ: 'lj',
    њ: 'nj',
    ќ: 'kj',
    х: 'h',
    ц: 'c',
    џ: 'dzh',
  },
  letterChoices: [
    {
      group: 'macedonian-gj',
      options: [
        { option: 'gj', share: 0.6, letters: { ѓ: 'gj', ќ: 'kj' } },
        { option: 'mixed', share: 0.08, letters: { ѓ: 'g', ќ: 'kj' } },
        { option: 'g', share: 0.32, letters: { ѓ: 'g', ќ: 'k' } },
      ],
    },
    {
      group: 'macedonian-dz',
      options: [
        { option: 'dz', share: 0.62, letters: { џ: 'dz' } },
        { option: 'dj', share: 0.2, letters: { џ: 'dj' } },
        { option: 'dzh', share: 0.18, letters: { џ: 'dzh' } },
      ],
    },
    {
      group: 'macedonian-sh',
      options: [
        { option: 'sh', share: 0.62, letters: { ш: 'sh', ч: 'ch', ж: 'zh' } },
        { option: 's', share: 0.38, letters: { ш: 's', ч: 'c', ж: 'z' } },
      ],
    },
  ],
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
};
