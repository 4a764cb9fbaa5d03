import type { Language } from '../../language.ts';

/** Serbian Latin letters without marks; ђ as dj or d. */
export const serbianCyrillic: Language = {
  id: 'serbian-cyrillic',
  countries: 'rs me ba xn--90a3ac',
  signs: /[ђјљњћџ]/u,
  given:
    'јелена љиљана ђорђе милан никола марко јован стефан милица драгана ана марија александар душан зоран милош владимир небојша',
  family: 'јовановић петровић николић марковић ђорђевић стојановић илић станковић живковић поповић тодоровић',
  letters: {
    ...{
      а: 'a',
      б: 'b',
      в: 'v',
      г: 'g',
      д: 'd',
      ђ: 'dj',
      е: 'e',
      ж: 'z',
      з: 'z',
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
    ...{ с: 's', т: 't', ћ: 'c', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'c', џ: 'dz', ш: 's' },
  },
  letterChoices: [
    {
      group: 'stroke',
      options: [
        { option: 'dj', share: 0.85, letters: { ђ: 'dj' } },
        { option: 'd', share: 0.15, letters: { ђ: 'd' } },
      ],
    },
  ],
};
