import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

export const tajik: Language = {
  id: 'tajik',
  countries: 'tj',
  signs: /[ӣӯҷ]/u,
  familyEndings: /(?:[ое]ва?|зода)$/u,
  given: 'рустам фирдавс ҷамшед шаҳло мадина фарҳод исмоил баҳром',
  family: 'раҳмонов назаров шарифов саидов каримов холов',
  listedFamilyFirst: true,
  letters: { ...cyrillicLetters, ғ: 'gh', ӣ: 'i', қ: 'q', ӯ: 'u', ҳ: 'h', ҷ: 'j' },
};
