import { onFirstUse } from '../../../first-use.ts';
import { romanizeHan } from './han.ts';

/** Characters of names by syllable, as people of Hong Kong write them on their identity cards. */
const bySyllable = `
chan:陳陈燦璨贊 yik:奕 shun:迅 kei:棋 tsz:紫 yun:潤 ting:霆 yuet:月悅悦越粵 ngor:娥 yin:現現 lap:納 kiu:蕎 chung:重 sui:穗 tsz:梓 yu:瑀予渝 kei:祈圻 hang:蘅 yee:宜彝 lok:駱樂 hei:晞羲 man:旻 pui:霈 ho:顥皞 chun:晋畯 kwan:筠昆 tsing:靖 wai:緯 kit:桀 yan:仁甄 sum:森 wong:黃黄王汪煌凰旺 lee:李 li:莉 cheung:張张章彰祥翔 lau:劉刘柳 leung:梁良亮 lam:林霖琳 ng:吳吴伍 ho:何浩豪皓昊可河賀贺灝颢 chow:周 tang:鄧邓騰腾藤 yeung:楊杨 kwok:郭國国 cheng:鄭郑 tsang:曾 yip:葉叶業业 mak:麥麦 fung:馮冯峰鳳凤豐丰鋒锋楓枫
tsui:徐崔翠 tse:謝谢 kwan:關关君均鈞钧坤軍军群 chiu:趙赵超照昭釗 law:羅罗 lui:呂吕雷蕾 siu:蕭萧小肖少兆韶 hui:許许煦 tam:譚谭 kwong:鄺邝光廣广 poon:潘盤 so:蘇苏 tong:唐湯汤堂棠 wu:胡湖 ko:高 choi:蔡彩才財财材 pang:彭鵬鹏 yu:余于俞虞愉宇雨羽茹如餘喻裕瑜渝庾
yuen:袁阮源婉媛遠远圓苑 lo:盧卢勞劳露路璐 mok:莫 chung:鍾钟鐘忠松聰聪松沖宗中仲頌颂 kan:簡简 au:歐欧區区 wan:溫温雲云韻韵尹允運运芸 yim:嚴严炎艷艳 hung:洪熊雄鴻鸿紅红虹孔 tin:田天 shek:石 sze:施思詩诗斯史司絲 sin:冼善倩茜羨仙
lai:黎賴赖麗丽禮礼勵励荔 kam:甘金錦锦琴鑫 pun:本 fok:霍 to:杜陶濤涛桃道 yau:邱游丘尤佑祐友有右幽悠柔 hau:侯厚 kong:江剛刚康港鋼 koo:顧顾古 fan:范樊芬勳勋薰 mui:梅 ma:馬马瑪玛 man:文敏萬万汶雯民曼嫚 shum:岑沈心芯森 luk:陸陆祿禄綠 ngai:魏藝艺倪危毅 wai:偉伟慧惠威維维韋韦衛卫蕙暐瑋玮煒炜葦 tai:戴大泰太帶
fu:傅富芙夫符 ling:凌玲鈴铃靈灵齡苓翎 szeto:司徒 hong:康航杭匡 lung:龍龙隆 ching:程青晴清貞贞正靜静精澄呈婧 ding:丁 ting:丁廷婷庭亭定鼎汀停珽 lin:連连蓮莲 bik:碧 bo:寶宝保波堡 chak:澤泽 chi:志智芝子慈紫姿賜赐之治芷致梓梔池知枝祉 cho:祖楚佐 chor:楚 cheuk:卓焯綽 chun:俊進进駿骏津晉晋珍真臻春秦振鎮震榛竣 yan:恩欣殷仁人因忻茵昕寅甄
fai:輝辉暉晖飛飞揮菲 fong:方芳房 fuk:福 ha:霞夏 hang:恆恒行杏幸珩鏗 hei:希喜熹曦晞僖禧 him:謙谦 hin:軒轩憲宪顯显獻 hing:興兴卿慶庆馨 hiu:曉晓皛 hoi:海凱凯開开愷鎧 hok:學学鶴 ka:家嘉加佳珈賈贾迦 kai:啟启佳契楷繼継 kei:琪奇基棋其祺淇琦旗麒期畿姬 ki:琪基 keung:強强 kin:健堅坚建 king:景敬璟 kit:傑杰潔洁結 kiu:翹嬌娇 kuen:權权娟勤 kwai:貴贵桂
lan:蘭兰 lap:立 lei:利李莉理俐梨 lik:力歷 lok:樂乐諾诺洛 long:朗浪 mei:美薇媚嵋 mo:武 mun:滿满敏 na:娜 ming:明銘铭鳴鸣名 nam:男南楠嵐 nga:雅瓦 nei:妮 nei:尼 oi:愛爱 on:安 pak:柏伯百 piu:標彪 po:寶保普 ping:平萍屏 pui:培佩沛珮蓓貝贝 pik:碧 sai:世細 sang:生 sau:秀修守壽 sheung:常尚雙双嫦 shan:珊山姍姗 shing:成誠诚勝胜聖盛承城 shui:水瑞 shuk:淑 shun:信順顺純舜 sik:錫锡適 suet:雪 sui:瑞帥
sum:心 sun:新晨辰臣 sung:宋崇嵩 tak:德得 tat:達达 tim:添恬甜 tsz:子梓紫芷祉姿 tung:東东彤童桐統通棟冬董 wah:華华 wang:宏弘泓 wing:永詠咏穎颖榮荣泳 wo:和 wun:煥桓 wut:活 ying:英瑩莹盈應应瑛影櫻营 yat:一日逸溢 yee:怡儀仪宜義义以兒儿二懿頤綺 yi:依伊 yik:奕益翼易億亦 yin:賢贤妍燕然嫣延彥彦言研 yiu:耀瑤瑶堯尧姚曜遙 yue:宇如 yuk:玉毓煜旭鈺郁 yung:容蓉勇庸榕鎔 yun:潤润 suen:孫孙宣旋萱璇 cheong:昌 hoi:海 sheung:相 long:朗 lun:倫伦麟 lit:烈 kwun:冠官 fun:歡欢 hon:漢汉翰韓韩寒瀚 kau:九球 kuk:菊谷 chu:朱珠 chai:齊齐 tsun:浚晙遵 yeung:陽阳揚扬洋央 wah:樺驊 ye:也 shan:杉 chau:秋州洲 siu:紹绍 sik:惜 ning:寧宁 nok:諾 hay:晞 yui:睿銳鋭 sum:琛 cham:琛 wan:韵芸環环 kar:嘉
`;

const syllables = onFirstUse(() => {
  const byCharacter = new Map<string, string>();
  for (const entry of bySyllable.trim().split(/\s+/u)) {
    const [syllable = '', characters = ''] = entry.split(':');
    for (const character of characters) if (!byCharacter.has(character)) byCharacter.set(character, syllable);
  }
  return byCharacter;
});

/** Returns a word of Chinese characters as people of Hong Kong write it, and in pinyin. Empty if a character is not known. */
export function romanizeHanOfHongKong(word: string): readonly string[] {
  const own = Array.from(word, (character) => syllables().get(character) ?? '');
  if (own.length === 0 || own.includes('')) return romanizeHan(word);
  return [own.length === 1 ? own.join('') : own.join('-'), ...romanizeHan(word).slice(0, 1)];
}
