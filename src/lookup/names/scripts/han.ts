import { onFirstUse } from '../../../first-use.ts';

/** Characters that are frequent in Chinese names, simplified and traditional, by syllable in pinyin. */
const bySyllable = `
wang:王汪旺 li:李丽麗力立黎莉利礼禮理里励酈俐 zhang:张張章彰璋漳 liu:刘劉柳 chen:陈陳晨辰臣宸 yang:杨楊阳陽洋扬養仰央 huang:黄黃煌凰 zhao:赵趙兆昭 wu:吴吳武伍五午鄔烏 zhou:周洲舟
xu:徐许許旭绪胥 sun:孙孫 ma:马馬 zhu:朱珠竹祝諸诸柱築 hu:胡虎湖 guo:郭国國果 he:何贺和河荷合赫鹤 lin:林琳霖临麟 gao:高 luo:罗羅洛 zheng:郑鄭正政征 liang:梁良亮 xie:谢謝協諧
song:宋松颂 tang:唐汤棠 deng:邓鄧登 han:韩韓涵寒汉翰晗瀚 feng:冯馮峰凤鳳丰枫锋奉封逢豐 cao:曹 peng:彭鹏鵬蓬 zeng:曾增 xiao:肖萧蕭晓曉小孝霄笑 tian:田天甜添 dong:董东東冬栋棟
pan:潘盼攀 yuan:袁元媛圆苑源远原圓緣 cai:蔡才彩财財 jiang:蒋姜江蔣將匠 yu:余于玉宇雨羽瑜钰裕育煜郁愉昱渝毓语喻虞俞庾妤語 du:杜 ye:叶葉业烨業 cheng:程成城诚承誠丞澄
wei:魏伟偉卫维薇威炜蔚韦巍玮为瑋緯煒葳唯惟 su:苏蘇素 lü:吕呂律綠 ding:丁定鼎 ren:任仁 lu:卢盧陆陸路鲁露璐禄祿鹭 yao:姚瑶耀尧瑤 shen:沈申深慎 zhong:钟鐘忠中仲 cui:崔翠 tan:谭譚坛覃
fan:范樊帆凡 shi:石史施世士诗时仕詩時 liao:廖 jin:金晋进锦瑾靖津今錦 jia:贾佳嘉家甲珈 xia:夏霞侠 fu:傅付福富芙甫復夫輔扶 fang:方芳房 zou:邹 xiong:熊雄 bai:白柏百 meng:孟梦萌蒙夢
qin:秦琴勤钦沁 qiu:邱秋丘 hou:侯厚 yin:尹银音殷印銀吟 xue:薛雪学 yan:闫严燕艳彦言岩颜妍延炎雁顏嚴閻晏彥 duan:段 lei:雷磊蕾 long:龙龍隆 tao:陶涛濤桃 gu:顾顧古谷 mao:毛茂
hao:郝浩昊豪皓好澔 gong:龚宫公 shao:邵少绍紹 wan:万萬婉琬 qian:钱千倩谦乾謙 lai:赖賴来 hong:洪红宏鸿虹弘鴻紅 mo:莫默墨 kong:孔 jun:军君俊钧骏峻均軍鈞雋 jie:杰洁婕捷潔傑 juan:娟
ming:明铭名鸣敏茗銘 min:民珉闵閔 jing:静靜晶京景敬婧菁璟競 ying:英颖莹迎樱盈應瑩穎影鶯 qiang:强強 hua:华華花化樺 ping:平萍苹 gang:刚钢剛 ling:玲凌灵伶岭令齡翎綾鈴 gui:桂贵貴 na:娜
xin:欣新鑫馨心昕芯辛歆 xiang:祥翔香湘想向鄉項项詳 yi:怡一艺毅义仪依伊益逸易亦奕宜意儀誼憶苡 yun:云芸韵雲昀筠韻 ting:婷庭廷亭 zi:子紫梓姿 xuan:轩萱璇宣旋選玄軒瑄 hui:慧惠辉会晖蕙輝暉 bin:斌滨彬
bo:波博伯 fei:飞飛菲斐費费 kai:凯开楷凱愷 rui:瑞睿锐蕊芮 mei:梅美媚玫眉湄 zhi:志智芝之治致植誌芷 jian:建健剑坚簡简鑒劍堅見鑑謇 guang:光广廣 chao:超朝 chun:春纯淳 da:大达達 de:德得
dan:丹旦 bing:冰兵炳 cong:聪聰叢 hai:海 huan:欢焕环歡 ji:继吉纪季冀济紀暨濟繼績基機 ke:可科克珂柯 kun:坤昆 lan:兰蘭岚蓝藍嵐瀾 le:乐 lian:莲连联連廉蓮 man:曼满 ni:妮倪
ning:宁凝甯寧 pei:佩培沛裴珮霈 qi:琪奇琦启齐祺其戚齊祁綺 qing:青清庆晴卿慶 rong:荣容蓉榕戎榮溶融 sen:森 shan:山珊善單单 sheng:胜生升盛圣晟勝昇聖 shu:淑书舒树叔姝樞書 shuai:帅帥
shuang:双爽霜雙 si:思斯丝司絲嗣泗 tong:彤童通桐佟 wen:文雯温闻溫聞汶紋 xi:西希喜曦熙溪席錫奚習习 xing:星兴行杏邢興 yong:勇永咏詠 you:友有优游尤右佑祐宥 yue:月悦越岳跃樂悅 ze:泽澤
zhen:珍真振镇贞震甄貞禎 zhuo:卓灼 an:安 chang:昌常长 nan:楠南男 bao:宝保鮑鲍包葆寶 biao:彪 cun:存 qun:群 rou:柔 run:润 ya:雅亚亞 shun:顺 zhe:哲 heng:恒衡恆
jiao:娇 ju:菊鞠巨 chong:崇 ai:爱愛 bei:贝蓓貝 fen:芬奋 pu:普蒲 tai:泰太邰 tie:铁 gen:根 lun:伦倫 sha:莎沙 qiao:巧乔 xian:贤先仙显冼賢憲 zu:祖 zong:宗
ou:歐欧鷗偶 tu:徒屠圖涂塗土 guan:關关官冠觀管 ge:葛歌格戈 shang:上尚商 zhan:詹展湛占 ruan:阮软 kang:康亢 zhuang:莊庄壯 bu:卜 ban:班 bian:卞邊边 che:車车 chi:池遲
chu:褚儲楚初 dai:戴代黛 dou:竇 gan:甘干 geng:耿 gou:苟 hang:杭 huo:霍 kuang:鄺 lao:勞老 leng:冷 lou:樓婁 luan:欒 mi:米 miao:苗妙 mu:穆牧沐慕木 nie:聶聂
niu:牛 pang:龐庞 qu:屈瞿曲 rao:饒饶 sang:桑 she:佘 teng:滕騰腾 weng:翁 zai:宰 zan:昝 zang:臧 zhai:翟 zuo:左 xiu:修秀繡綉琇脩 ru:如茹儒汝 er:兒 lang:郎朗
nai:乃奈 chuan:川傳 jiu:九久 kuan:寬 kui:奎 e:娥 bi:碧 die:蝶 duo:多 sui:穗 jue:珏 huai:懷 nu:女 xun:勳勋迅 zun:尊 lie:烈 ri:日 mian:勉 nuan:暖
qiong:瓊琼 zhui:追 ci:慈 cen:岑 yuchi:尉
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
