import type { Language } from '../../language.ts';

/** Official transliteration of passports, and letters without marks. */
export const macedonian: Language = {
  id: 'macedonian',
  countries: 'mk xn--d1alf',
  signs: /[ѓќѕ]|(?:ски|ска|овски|евски)$/u,
  given:
    'ѓорѓи горан зоран александар никола димитар кирил стојан марија елена билјана снежана весна љупчо благој трајче',
  family: 'ќосев стојановски петровски јованов димовски николовски трајковски џамбазов ангеловски костовски',
  letters: {
    ...{
      а: 'a',
      б: 'b',
      в: 'v',
      г: 'g',
      д: 'd',
      ѓ: 'gj',
      е: 'e',
      ж: 'zh',
      з: 'z',
      ѕ: 'dz',
      и: 'i',
      ј: 'j',
      к: 'k',
      л: 'l',
      љ: 'lj',
      м: 'm',
      н: 'n',
      њ: 'nj',
      о: 'o',
      п: 'p',
      р: 'r',
    },
    ...{ с: 's', т: 't', ќ: 'kj', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'ch', џ: 'dzh', ш: 'sh' },
  },
  letterChoices: [
    {
      group: 'macedonian-gj',
      options: [
        { option: 'gj', share: 0.68, letters: { ѓ: 'gj', ќ: 'kj' } },
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
};
