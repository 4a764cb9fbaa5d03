import { onFirstUse } from '../../../first-use.ts';

/** Characters that are frequent in Chinese names, simplified and traditional, by syllable in pinyin. */
const bySyllable = `
wang:王汪旺 li:李丽麗力立黎莉利礼禮理里 zhang:张張章 liu:刘劉柳 chen:陈陳晨辰臣 yang:杨楊阳陽洋扬 huang:黄黃煌 zhao:赵趙兆昭 wu:吴吳武伍五午 zhou:周洲舟 xu:徐许許旭绪 sun:孙孫
ma:马馬 zhu:朱珠竹祝 hu:胡虎湖 guo:郭国國果 he:何贺和河荷合赫鹤 lin:林琳霖临麟 gao:高 luo:罗羅洛 zheng:郑鄭正政征 liang:梁良亮 xie:谢謝 song:宋松颂 tang:唐汤 deng:邓鄧登 han:韩韓涵寒汉翰晗 feng:冯馮峰凤鳳丰枫锋
cao:曹 peng:彭鹏鵬蓬 zeng:曾增 xiao:肖萧蕭晓曉小孝霄笑 tian:田天甜 dong:董东東冬栋 pan:潘盼攀 yuan:袁元媛圆苑源远原 cai:蔡才彩财 jiang:蒋姜江 yu:余于玉宇雨羽瑜钰裕育煜郁愉昱渝毓语 du:杜 ye:叶葉业烨 cheng:程成城诚承
wei:魏伟偉卫维薇威炜蔚韦巍玮 su:苏蘇素 lü:吕呂律 ding:丁定鼎 ren:任仁 lu:卢盧陆陸路鲁露璐 yao:姚瑶耀尧 shen:沈申深慎 zhong:钟鐘忠中仲 cui:崔翠 tan:谭譚坛 fan:范樊帆凡 shi:石史施世士诗时仕 liao:廖 jin:金晋进锦瑾靖津今
jia:贾佳嘉家甲 xia:夏霞侠 fu:傅付福富芙 fang:方芳房 zou:邹 xiong:熊雄 bai:白柏百 meng:孟梦萌蒙 qin:秦琴勤钦沁 qiu:邱秋丘 hou:侯厚 yin:尹银音殷 xue:薛雪学 yan:闫严燕艳彦言岩颜妍延炎雁 duan:段 lei:雷磊蕾 long:龙龍隆
tao:陶涛濤桃 gu:顾顧古谷 mao:毛茂 hao:郝浩昊豪皓好 gong:龚宫公 shao:邵少绍 wan:万萬婉 qian:钱千倩谦乾 lai:赖賴来 hong:洪红宏鸿虹弘 mo:莫默 kong:孔 jun:军君俊钧骏峻均 jie:杰洁婕捷 juan:娟 ming:明铭名鸣敏茗 min:敏民珉闵 jing:静靜晶京景敬婧菁璟
ying:英颖莹迎樱盈 qiang:强強 hua:华華花化 ping:平萍苹 gang:刚钢 ling:玲凌灵伶岭 gui:桂贵 na:娜 xin:欣新鑫馨心昕芯 xiang:祥翔香湘想向 yi:怡一艺毅义仪依伊益逸易亦奕宜意 yun:云芸韵 ting:婷庭廷 zi:子紫梓姿 xuan:轩萱璇宣旋 hui:慧惠辉会晖蕙 bin:斌滨彬
bo:波博伯柏 fei:飞飛菲斐 kai:凯开楷 rui:瑞睿锐蕊 mei:梅美媚玫 zhi:志智芝之治致植 jian:建健剑坚 guang:光广 guo:国 chao:超朝 chun:春纯淳 da:大达 de:德 dan:丹旦 bing:冰兵炳 cong:聪 hai:海 huan:欢焕环 ji:继吉纪季冀济 ke:可科克珂 kun:坤昆 lan:兰蘭岚蓝 le:乐 lian:莲连联
man:曼满 ni:妮倪 ning:宁凝 pei:佩培沛 qi:琪奇琦启齐祺其 qing:青清庆晴卿 rong:荣容蓉榕 sen:森 shan:山珊善 sheng:胜生升盛圣晟 shu:淑书舒树叔 shuai:帅 shuang:双爽霜 si:思斯丝 tong:彤童通桐 wen:文雯温闻 xi:西希喜曦熙溪 xing:星兴行杏 yong:勇永咏 you:友有优 yue:月悦越岳跃 ze:泽 zhen:珍真振镇贞震 zhuo:卓
an:安 chang:昌常长 nan:楠南男 bao:宝保 biao:彪 cun:存 hong:红 qun:群 rou:柔 run:润 ya:雅亚 wei:为 shun:顺 zhe:哲 heng:恒衡 jiao:娇 ju:菊 chong:崇 ai:爱 bei:贝蓓 fen:芬奋 li:励 pu:普 tai:泰太 ting:亭 tie:铁 gen:根 lu:禄 lun:伦 ning:甯 sha:莎 qiao:巧乔 xian:贤先仙显 zu:祖 zong:宗
`;

const pinyin = onFirstUse(() => {
  const syllables = new Map<string, string>();
  for (const entry of bySyllable.split(/\s+/u)) {
    const [syllable = '', characters = ''] = entry.split(':');
    for (const character of characters) if (!syllables.has(character)) syllables.set(character, syllable);
  }
  return syllables;
});

/** One syllable in pinyin. */
export const pinyinSyllable =
  /(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|[aeiou]ng|uan|uai|ian|iao|[aeiu]n|ai|ei|ao|ou|i[aeu]|u[aoie]|[aoeiuv])/u;

/** Initials and finals in Wade-Giles that pinyin writes otherwise, without apostrophes and marks. */
const wadeGiles: readonly (readonly [RegExp, string])[] = [
  [/^(?:zh|ch)i$/u, 'chih'],
  [/^shi$/u, 'shih'],
  [/^ri$/u, 'jih'],
  [/^[zc]i$/u, 'tzu'],
  [/^si$/u, 'ssu'],
  [/^(?:zh|j|q)/u, 'ch'],
  [/^x/u, 'hs'],
  [/^[zc](?=[^h])/u, 'ts'],
  [/^b/u, 'p'],
  [/^d/u, 't'],
  [/^g/u, 'k'],
  [/^r/u, 'j'],
  [/ong$/u, 'ung'],
  [/yan$/u, 'yen'],
  [/ian$/u, 'ien'],
  [/(?<=[iuy])e$/u, 'eh'],
  [/(?<=^[kh])e$/u, 'o'],
  [/(?<=^k)ui$/u, 'uei'],
  [/(?<=[dtnlrzcs])uo$/u, 'o'],
  [/(?<=^h)sue/u, 'sue'],
];

/** Returns a word of Chinese characters as most people in Taiwan write it, and in pinyin. Empty if one is not known. */
export function romanizeHanOfTaiwan(word: string): readonly string[] {
  const syllables = Array.from(word, (character) => pinyin().get(character)?.replace('ü', 'u') ?? '');
  if (syllables.length === 0 || syllables.includes('')) return [];
  const inTaiwan = syllables.map((syllable) =>
    wadeGiles.reduce((text, [pattern, letters]) => text.replace(pattern, letters), syllable),
  );
  return [...new Set([inTaiwan.join('-'), syllables.join('')])];
}

/** Returns a word of Chinese characters in pinyin. Empty if one is not known. */
export function romanizeHan(word: string): readonly string[] {
  const syllables = Array.from(word, (character) => pinyin().get(character));
  if (syllables.length === 0 || syllables.includes(undefined)) return [];
  const text = syllables.join('');
  return text.includes('ü') ? ['u', 'v', 'yu'].map((letter) => text.replace('ü', letter)) : [text];
}
