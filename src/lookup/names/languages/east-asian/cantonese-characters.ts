import type { Language } from '../../language.ts';
import { romanizeHanOfHongKong } from '../../scripts/cantonese.ts';
import { cantonese } from './cantonese.ts';
import { kanji } from './kanji.ts';

/** Chinese names as on identity cards of Hong Kong and Macao, with a hyphen in the given name. */
export const cantoneseCharacters: Language = {
  ...kanji,
  id: 'cantonese-characters',
  countries: 'hk mo',
  familyPerMille: cantonese.familyPerMille ?? '',
  givenHyphens: { kept: 0.15, joined: 0.73, first: 0.06, last: 0, initials: 0.06 },
  initials: { first: 0.5, all: 0.5 },
  spellings:
    '歐陽 auyeung, 欧阳 auyeung, 司徒 szeto, 司馬 szema, 上官 sheungkoon, 諸葛 chukot, 馮 fung, 任 yam, 易 yick, 卓 cheuk, 尹 wan, 池 chi, 盛 shing',
  romanize: romanizeHanOfHongKong,
};
