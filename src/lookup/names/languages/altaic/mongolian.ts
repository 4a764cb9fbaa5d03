import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** MNS 5217:2012, and common use. The father's name, often an initial, stands before the given name. */
export const mongolian: Language = {
  id: 'mongolian',
  countries: 'mn',
  signs:
    /(?:гэрэл|баатар|цэцэг|чимэг|дорж|жаргал|эрдэнэ|мөнх|юу|(?:аа|ээ|оо)(?!.*(?:ов|ев|ова|ева)$)|бат$|ийн$|ын$|уны$|иний$)|[өү]/u,
  familyEndings: /(?:ын|ийн|[аиоуөүя]н(?:ы|ий))$/u,
  given:
    'сарангэрэл болд ганбат батбаяр энхтуяа нарантуяа оюунбилэг мөнхбат дорж алтанцэцэг баярмаа бат ганзориг тэмүүжин тэмүүлэн оюун оюунаа энхжин ганбаяр батаа цэцэг сарнай нямдорж тулга төгөлдөр мөнхзул номин ууганбаяр баатар ганболд энхболд цэцэгмаа долгормаа нямаа оюунмаа алтанмаа сувдмаа дэлгэрмаа ариунаа ариунзаяа энхмаа мөнхцэцэг болормаа болорчимэг уянга солонго сүхбаатар отгонбаяр отгонтуяа өлзийбаяр өлзий энхбаяр батбаатар гантулга төмөр түвшин дөлгөөн ундрах ундрал',
  family: 'бат дорж болд мөнхбат ганбат цэрэн',
  // The father's name, in the genitive, is said first.
  familyFirst: true,
  fatherInitials: true,
  letters: {
    ...cyrillicLetters,
    е: 'ye',
    ж: 'j',
    й: 'i',
    ө: 'u',
    ү: 'u',
    ь: 'i',
    ийн$: '',
    иагийн$: 'ia',
    аагийн$: 'aa',
    ээгийн$: 'ee',
    оогийн$: 'oo',
    яагийн$: 'yaa',
    ын$: '',
    ний$: 'n',
    ны$: 'n',
  },
  letterChoices: [
    {
      group: 'mongolian-oyun',
      options: [
        {
          option: 'yu',
          share: 0.75,
          letters: {
            оюунч: 'oyunch',
            оюунб: 'oyunb',
            оюунэ: 'oyune',
            оюунг: 'oyung',
            оюунд: 'oyund',
            оюунт: 'oyunt',
            оюунс: 'oyuns',
            оюунж: 'oyunj',
            оюунз: 'oyunz',
            оюунм: 'oyunm',
          },
        },
        {
          option: 'yuu',
          share: 0.25,
          letters: {
            оюунч: 'oyuunch',
            оюунб: 'oyuunb',
            оюунэ: 'oyuune',
            оюунг: 'oyuung',
            оюунд: 'oyuund',
            оюунт: 'oyuunt',
            оюунс: 'oyuuns',
            оюунж: 'oyuunj',
            оюунз: 'oyuunz',
            оюунм: 'oyuunm',
          },
        },
      ],
    },
    {
      group: 'mongolian-oe',
      options: [
        { option: 'u', share: 0.72, letters: { ө: 'u' } },
        { option: 'o', share: 0.28, letters: { ө: 'o' } },
      ],
    },
    {
      group: 'mongolian-ya',
      options: [
        { option: 'ya', share: 0.65, letters: { яа$: 'ya' } },
        { option: 'yaa', share: 0.35, letters: { яа$: 'yaa' } },
      ],
    },
    {
      group: 'mongolian-kh',
      options: [
        { option: 'kh', share: 0.75, letters: { х: 'kh' } },
        { option: 'h', share: 0.25, letters: { х: 'h' } },
      ],
    },
  ],
  shortForms: 'sarangerel saraa, bayarmaa bayra, ganbat ganaa, enkhtuya enkhee',
  sharesNames: true,
};
