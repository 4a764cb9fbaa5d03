import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

export const uzbekCyrillic: Language = {
  id: 'uzbek-cyrillic',
  countries: 'uz',
  signs: /[ўқғҳ]/u,
  familyEndings: /(?:[ое]ва?)$/u,
  given: 'ғайрат шавкат ўткир бахтиёр алишер дилшод нодира гулнора жасур улуғбек санжар фарҳод азиз',
  family: 'юсупов каримов рахимов тошматов исмоилов хўжаев ғуломов қодиров усмонов набиев',
  listedFamilyFirst: true,
  letters: { ...cyrillicLetters, ғ: 'g', ж: 'j', қ: 'q', ў: 'o', ҳ: 'h', ы: 'i' },
  letterChoices: [
    {
      group: 'uzbek-q',
      options: [
        { option: 'q', share: 0.55, letters: { қ: 'q', х: 'kh' } },
        { option: 'k', share: 0.45, letters: { қ: 'k', х: 'kh' } },
      ],
    },
    {
      group: 'uzbek-h',
      options: [
        { option: 'h', share: 0.72, letters: { ҳ: 'h' } },
        { option: 'kh', share: 0.28, letters: { ҳ: 'kh' } },
      ],
    },
    {
      group: 'uzbek-o',
      options: [
        { option: 'o', share: 0.6, letters: { ў: 'o' } },
        { option: 'u', share: 0.4, letters: { ў: 'u' } },
      ],
    },
    {
      group: 'uzbek-ay',
      options: [
        { option: 'ay', share: 0.78, letters: { ай: 'ay' } },
        { option: 'ai', share: 0.22, letters: { ай: 'ai' } },
      ],
    },
  ],
};
