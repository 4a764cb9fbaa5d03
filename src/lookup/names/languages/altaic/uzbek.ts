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
    {
      group: 'uzbek-q',
      options: [
        { option: 'q', share: 0.78, letters: {} },
        { option: 'k', share: 0.22, letters: { q: 'k' } },
      ],
    },
    {
      group: 'uzbek-yev',
      options: [
        { option: 'y', share: 0.76, letters: {} },
        {
          option: 'plain',
          share: 0.24,
          letters: { iyev$: 'iev', iyeva$: 'ieva', ayev$: 'aev', ayeva$: 'aeva' },
        },
      ],
    },
  ],
  spellings:
    'otkir otkir utkir, yoldoshev yoldoshev yuldashev yuldoshev, yoldosheva yoldosheva yuldasheva yuldosheva, oktam oktam uktam, ozbek ozbek uzbek, gofur gofur gafur, gulom gulom gulam, tolqin tolqin tulkin, tora tora tura, toraev toraev turaev, torayev torayev turaev, jorayev jorayev juraev djuraev, jorayeva jorayeva juraeva, boboyev boboyev babaev, rozi rozi ruzi, ozod ozod azad, shohrux shohrux shohrukh, shahnoza shahnoza shakhnoza, mohira mohira mokhira, nodir nodir nadir, ismoil ismoil ismail, ibrohim ibrohim ibragim, abdulla abdulla, muhammad muhammad mukhammad, xojayev xojayev khodjaev khojaev xojaev, ogabek ogabek, olmas olmas, orol orol urol',
};
