import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

export const kyrgyz: Language = {
  id: 'kyrgyz',
  countries: 'kg',
  signs: /[өүң]|(?:бек|бекова|бекович|улуу|кызы|[ое]ва?)$/u,
  familyEndings: /(?:[ое]ва?)$/u,
  given: 'бекзат айбек нурбек азамат эркин айнура жылдыз чынара гүлзат таалай улан',
  family: 'токтогулов осмонов асанов жумабеков абдылдаев исаков мамытов',
  listedFamilyFirst: true,
  letters: { ...cyrillicLetters, ж: 'j', ң: 'n', ө: 'o', ү: 'u' },
  letterChoices: [
    {
      group: 'kyrgyz-ai',
      options: [
        { option: 'i', share: 0.56, letters: { ай: 'ai', ей: 'ei', ой: 'oi', уй: 'ui' } },
        { option: 'y', share: 0.44, letters: {} },
      ],
    },
    {
      group: 'kyrgyz-kh',
      options: [
        { option: 'kh', share: 0.8, letters: {} },
        { option: 'h', share: 0.2, letters: { х: 'h' } },
      ],
    },
    {
      group: 'kyrgyz-j',
      options: [
        { option: 'j', share: 0.6, letters: { ж: 'j' } },
        { option: 'zh', share: 0.4, letters: { ж: 'zh' } },
      ],
    },
  ],
};
