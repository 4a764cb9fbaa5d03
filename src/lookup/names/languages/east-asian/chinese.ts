import type { Language } from '../../language.ts';
import { pinyinSyllable } from '../../scripts/han.ts';

/** Pinyin and Wade-Giles; ü as u, v or yu. */
export const chinese: Language = {
  id: 'chinese',
  countries: 'cn tw sg mo xn--fiqs8s',
  familyPerMille:
    'wang 72, li 72, zhang 68, chang 50, liu 54, chen 45, yang 31, huang 23, zhao 20, wu 20, zhou 19, xu 16, sun 15, ma 13, zhu 13, hu 13, guo 12, he 12, lin 12, gao 10, luo 10, zheng 9',
  marks: 'üāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ',
  signs:
    /^(?:x[iu]|zh|q[iu]|ts'?|hs)|^[ln]ü|^(?:j|zh|ch|x|q|sh)(?:iang|iong|uang|uan|ian|iao)$|^(?:chih|shih|tzu|hsin|hsiu|chia|chun|ya|pei|wei|ting|ying|hao|hua|ming|mei|ling|fang|hui|chen|jung|kuo|wen|yu|jui|po|ju|shu|li|ping|chieh|yun|han|fen|feng|hsuan|hung|jen|kai|kang|lun|shan|sheng|tai|yen|yung|jia|jun|zi|yi|xin|hsiao|chin|wan|chao)-(?:chih|shih|tzu|hsin|hsiu|chia|chun|ya|pei|wei|ting|ying|hao|hua|ming|mei|ling|fang|hui|chen|jung|kuo|wen|yu|jui|po|ju|shu|li|ping|chieh|yun|han|fen|feng|hsuan|hung|jen|kai|kang|lun|shan|sheng|yen|yung|chiang|lin|hsiang|an|hsien|long|chin|liang|cheng|xuan|jie|xin|yi|lan|ting|rong)$/u,
  given: `wei fang na min jing ying lei qiang jun yang yong yan jie juan tao ming chao xia ping gang jianguo jianhua zhiqiang xiaoming xiaoli xiaohong haiyan guoqiang zhigang meihua meiling yanling chihming junwei weiming jiaying yuting zihan haoran
    mei hua ling xin yi hao ting yu jia han zi xuan xiao hong li hui bin bo peng fei long kai rui`,
  family: `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie song tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lü lu ding ren yao shen zhong jin cui tan fan fang shi hou meng qin
    chang tsai hsu hsieh kuo cheng chou hsiao tseng lai`,
  familyFirst: true,
  givenNames: { first: 0.06, last: 0.01, joined: 0.82, separated: 0.02, hyphenated: 0.09 },
  syllable: pinyinSyllable,
  givenHyphens: { kept: 0.18, joined: 0.72, first: 0.05, last: 0, initials: 0.05 },
  initials: { first: 0.66, all: 0.34 },
  letterChoices: [
    {
      group: 'pinyin-u',
      options: [
        { option: 'u', share: 0.42, letters: { '^lü': 'lu', '^nü': 'nu', ǚ: 'u', ǜ: 'u', ǘ: 'u' } },
        { option: 'v', share: 0.34, letters: { '^lü': 'lv', '^nü': 'nv', ǚ: 'v', ǜ: 'v', ǘ: 'v' } },
        { option: 'yu', share: 0.2, letters: { '^lü': 'lyu', '^nü': 'nyu', ǚ: 'yu', ǜ: 'yu', ǘ: 'yu' } },
        { option: 'ue', share: 0.04, letters: { '^lü': 'lue', '^nü': 'nue', ǚ: 'ue', ǜ: 'ue', ǘ: 'ue' } },
      ],
    },
  ],
};
