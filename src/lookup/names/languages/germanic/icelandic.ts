import type { Language } from '../../language.ts';

/** þ as th, ð as d: as in Icelandic addresses. The last name is formed from the father's or the mother's. */
export const icelandic: Language = {
  id: 'icelandic',
  countries: 'is',
  marks: 'áðéíóúýþæö',
  signs: /[þð]|(?:dóttir|dottir|sson|ursson)$/u,
  familyEndings: /(?:ss?on|dóttir|dottir)$/u,
  given: `jón jon sigurður sigurdur guðmundur gudmundur gunnar ólafur olafur einar kristján kristjan magnús magnus stefán stefan jóhann bjarni árni arni guðrún gudrun anna kristín kristin sigríður sigridur
    margrét margret helga sigrún ingibjörg ingibjorg jóhanna þórdís thordis björk bjork örn orn ægir katrín katrin hildur halldór halldor`,
  family:
    'jónsson jonsson sigurðsson sigurdsson guðmundsson gunnarsson ólafsson einarsson magnússon jónsdóttir sigurðardóttir guðmundsdóttir gunnarsdóttir magnúsdóttir þórsdóttir',
  letters: { þ: 'th', ð: 'd', æ: 'ae', ö: 'o' },
  letterChoices: [
    {
      group: 'thorn',
      options: [
        { option: 'th', share: 0.93, letters: { þ: 'th' } },
        { option: 't', share: 0.07, letters: { þ: 't' } },
      ],
    },
  ],
  shortForms:
    'guðrún gunna, sigurður siggi, guðmundur gummi, kristín stína, ingibjörg inga, magnús maggi, jón nonni',
};
