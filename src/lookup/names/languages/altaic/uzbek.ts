import type { Language } from '../../language.ts';

export const uzbek: Language = {
  id: 'uzbek',
  countries: 'uz',
  marks: '’ʻ',
  signs: /ʻ|(?:jon|bek|boy|jayev|ulomov|ovna)$/u,
  familyEndings: /(?:[oe]va?)$/u,
  given:
    'baxtiyor bakhtiyor jahongir sherzod bekzod azizbek oybek doniyor sevara malika nilufar feruza gulchehra umida laylo otabek otkir dilnoza alisher dilshod nodira gulnora jasur ulugbek sanjar farhod aziz bobur shahnoza zulfiya rustam sardor shavkat',
  family:
    'xolmatov tursunov saidov mirzayev ergashev umarov sobirov yoldoshev hamidov xojayev gulomova gulomov karimov rahimov toshmatov ismoilov yusupov qodirov usmonov nabiyev abdullayev',
  letterChoices: [
    {
      group: 'uzbek-x',
      options: [
        { option: 'x', share: 0.6, letters: { x: 'x' } },
        { option: 'kh', share: 0.4, letters: { x: 'kh' } },
      ],
    },
  ],
  spellings:
    'otkir otkir utkir, xojayev xojayev khodjaev khojaev xojaev, ogabek ogabek, olmas olmas, orol orol urol',
};
