import type { Language } from '../../language.ts';

/** National system of 2002, without apostrophes. */
export const georgian: Language = {
  id: 'georgian',
  countries: 'ge xn--node',
  familyEndings: /(?:შვილი|ძე)$/u,
  letters: {
    ა: 'a',
    ბ: 'b',
    გ: 'g',
    დ: 'd',
    ე: 'e',
    ვ: 'v',
    ზ: 'z',
    თ: 't',
    ი: 'i',
    კ: 'k',
    ლ: 'l',
    მ: 'm',
    ნ: 'n',
    ო: 'o',
    პ: 'p',
    ჟ: 'zh',
    რ: 'r',
    ს: 's',
    ტ: 't',
    უ: 'u',
    ფ: 'p',
    ქ: 'k',
    ღ: 'gh',
    ყ: 'q',
    შ: 'sh',
    ჩ: 'ch',
    ც: 'ts',
    ძ: 'dz',
    წ: 'ts',
    ჭ: 'ch',
    ხ: 'kh',
    ჯ: 'j',
    ჰ: 'h',
  },
  letterChoices: [
    {
      group: 'georgian-gh',
      options: [
        { option: 'gh', share: 0.82, letters: {} },
        { option: 'g', share: 0.18, letters: { ღ: 'g' } },
      ],
    },
    {
      group: 'georgian-q',
      options: [
        { option: 'q', share: 0.75, letters: { ყ: 'q' } },
        { option: 'k', share: 0.25, letters: { ყ: 'k' } },
      ],
    },
  ],
  spellings:
    'გიორგი giorgi george, დავით davit david, ნიკოლოზ nikoloz nika nick, ალექსანდრე aleksandre alexandre sandro, თამარ tamar tamara, ფილიპე pilipe filipe',
  shortForms:
    'giorgi gio, ketevan keti keto, nikoloz nika, tamar tamuna, davit dato, ekaterine eka, aleksandre sandro, levan leo, mariam mari, irakli ika',
};
