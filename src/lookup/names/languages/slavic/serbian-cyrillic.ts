import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** Serbian Latin letters without marks; ђ as dj or d. */
export const serbianCyrillic: Language = {
  id: 'serbian-cyrillic',
  countries: 'rs me ba xn--90a3ac',
  foreignLetters: /[ыэёъьщйюяіїєґўѓќѕғқңөұүһҷӣӯҳ]/u,
  signs: /[ђјљњћџ]/u,
  familyEndings: /ић$/u,
  given:
    'јелена љиљана ђорђе милан никола марко јован стефан милица драгана ана марија александар душан зоран милош владимир небојша',
  family: 'јовановић петровић николић марковић ђорђевић стојановић илић станковић живковић поповић тодоровић',
  letters: {
    ...cyrillicLetters,
    ђ: 'dj',
    ж: 'z',
    ј: 'j',
    љ: 'lj',
    њ: 'nj',
    ћ: 'c',
    х: 'h',
    ц: 'c',
    ч: 'c',
    џ: 'dz',
    ш: 's',
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
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
};
