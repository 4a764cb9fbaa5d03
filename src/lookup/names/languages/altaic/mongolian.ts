import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** MNS 5217:2012, and common use. The father's name, often an initial, stands before the given name. */
export const mongolian: Language = {
  id: 'mongolian',
  countries: 'mn',
  signs: /(?:гэрэл|баатар|цэцэг|дорж|жаргал|эрдэнэ|мөнх|бат$)/u,
  given:
    'сарангэрэл болд ганбат батбаяр энхтуяа нарантуяа оюунбилэг мөнхбат дорж алтанцэцэг баярмаа бат ганзориг тэмүүжин',
  family: 'бат дорж болд мөнхбат ганбат цэрэн',
  fatherInitials: true,
  letters: { ...cyrillicLetters, е: 'ye', ж: 'j', й: 'i', ө: 'u', ү: 'u', ь: 'i' },
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
