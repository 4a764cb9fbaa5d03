import type { Language } from '../../language.ts';
import { romanizeKana } from '../../scripts/kana.ts';
import { japaneseLatin } from './japanese-latin.ts';

export const kana: Language = {
  id: 'kana',
  countries: 'jp',
  familyPerMille: japaneseLatin.familyPerMille ?? '',
  familyFirst: true,
  wholeOrderOdds: 60,
  family: 'さとう たなか やまだ すずき サトウ タナカ ヤマダ スズキ',
  romanize: romanizeKana,
};
