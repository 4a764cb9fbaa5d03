import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

export const tajik: Language = {
  id: 'tajik',
  countries: 'tj',
  signs: /[ӣӯҷ]|(?:[ое]ва?|зода)$/u,
  familyEndings: /(?:[ое]ва?|зода)$/u,
  given: 'рустам фирдавс ҷамшед шаҳло мадина фарҳод исмоил баҳром',
  family: 'раҳмонов назаров шарифов саидов каримов холов',
  listedFamilyFirst: true,
  letters: { ...cyrillicLetters, ғ: 'gh', ӣ: 'i', қ: 'q', ӯ: 'u', ҳ: 'h', ҷ: 'j' },
  letterChoices: [
    {
      group: 'tajik-q',
      options: [
        { option: 'q', share: 0.6, letters: { қ: 'q' } },
        { option: 'k', share: 0.4, letters: { қ: 'k' } },
      ],
    },
    {
      group: 'tajik-h',
      options: [
        { option: 'h', share: 0.6, letters: { ҳ: 'h' } },
        { option: 'kh', share: 0.4, letters: { ҳ: 'kh' } },
      ],
    },
  ],
};
