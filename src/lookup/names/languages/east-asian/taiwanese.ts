import type { Language } from '../../language.ts';
import { romanizeHanOfTaiwan } from '../../scripts/han.ts';
import { kanji } from './kanji.ts';

/** Chinese names as in passports of Taiwan: Wade-Giles, with a hyphen in the given name. */
export const taiwanese: Language = {
  ...kanji,
  id: 'taiwanese',
  countries: 'tw',
  familyPerMille:
    'chen 111, lin 83, huang 60, chang 53, lee 51, li 51, wang 41, wu 40, liu 31, tsai 29, yang 27, hsu 25, cheng 19, hsieh 18, kuo 15, lai 15',
  spellings:
    '李 lee li, 林 lin, 黃 huang, 吳 wu, 徐 hsu, 許 hsu, 葉 yeh, 呂 lu, 羅 lo, 郭 kuo, 何 ho, 石 shih, 施 shih, 歐陽 ouyang, 歐 ou, 司徒 szutu situ, 司馬 szuma sima, 張簡 changchien, 范姜 fanchiang, 諸葛 chuko zhuge, 上官 shangkuan shangguan, 張 chang zhang, 蔡 tsai, 謝 hsieh, 曾 tseng, 鄭 cheng, 周 chou, 蕭 hsiao, 邱 chiu, 江 chiang, 簡 chien, 鍾 chung, 詹 chan, 游 yu, 莊 chuang, 柯 ko, 高 kao, 彭 peng, 廖 liao, 賴 lai',
  romanize: romanizeHanOfTaiwan,
};
