import type { Language } from '../../language.ts';

/** MNS 5217:2012, and common use. The father's name, often an initial, stands before the given name. */
export const mongolian: Language = {
  id: 'mongolian',
  countries: 'mn',
  signs: /(?:гэрэл|баатар|цэцэг|дорж|жаргал|эрдэнэ|мөнх|бат$)/u,
  given:
    'сарангэрэл болд ганбат батбаяр энхтуяа нарантуяа оюунбилэг мөнхбат дорж алтанцэцэг баярмаа бат ганзориг тэмүүжин',
  family: 'бат дорж болд мөнхбат ганбат цэрэн',
  fatherInitials: true,
  letters: {
    ...{
      а: 'a',
      б: 'b',
      в: 'v',
      г: 'g',
      д: 'd',
      е: 'ye',
      ё: 'yo',
      ж: 'j',
      з: 'z',
      и: 'i',
      й: 'i',
      к: 'k',
      л: 'l',
      м: 'm',
      н: 'n',
      о: 'o',
      ө: 'u',
      п: 'p',
      р: 'r',
      с: 's',
      т: 't',
    },
    ...{
      у: 'u',
      ү: 'u',
      ф: 'f',
      х: 'kh',
      ц: 'ts',
      ч: 'ch',
      ш: 'sh',
      щ: 'shch',
      ъ: '',
      ы: 'y',
      ь: 'i',
      э: 'e',
      ю: 'yu',
      я: 'ya',
    },
  },
  letterChoices: [
    {
      group: 'mongolian-kh',
      options: [
        { option: 'kh', share: 0.75, letters: { х: 'kh' } },
        { option: 'h', share: 0.25, letters: { х: 'h' } },
      ],
    },
  ],
  shortForms: 'sarangerel saraa, bayarmaa bayra, ganbat ganaa, enkhtuya enkhee',
};
