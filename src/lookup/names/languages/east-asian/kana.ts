import type { Language } from '../../language.ts';
import { romanizeKana } from '../../scripts/kana.ts';

export const kana: Language = {
  id: 'kana',
  countries: 'jp',
  familyFirst: true,
  family: 'さとう たなか やまだ すずき サトウ タナカ ヤマダ スズキ',
  romanize: romanizeKana,
};
