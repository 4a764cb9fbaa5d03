import { onFirstUse } from '../../../first-use.ts';
import { readLetters } from '../word-lists.ts';
import { romanizeKana } from './kana.ts';

/** Characters that are frequent in Japanese given names, by the reading that is most common inside them. */
const byReading = `
ta:太多汰 ga:雅 zuru:弦 yui:結 yu:侑宥祐有 to:都杜翔 sa:沙彩 ki:季己喜稀起 ho:保 ho:朋 ri:浬吏凜 o:央緒於 mo:藻 ne:寧祢 hi:陽日妃 chika:近 ryu:柳 aki:瑛 haru:陽遥温 yasu:泰靖 hisa:尚 mune:宗 hide:日出 hide:栄 nori:法 rin:凛凜倫鈴 shu:周脩 sho:省昌彰晶 juri:樹 chika:史 kane:兼金 sada:貞定 tsune:恒常 mori:守盛 naga:永長 tomi:富 tsugu:嗣次 yuzu:柚 riku:陸 sora:空 kan:寛勘 gaku:岳学 gen:玄弦 hajime:肇 jin:仁迅 kou:康孝幸 kyou:恭 mizu:瑞 mizuki:瑞 momo:桃 nana:七 shiki:織 sou:聡奏 tsubasa:翼 waka:若和 yae:八重 yayoi:弥 zen:善 jo:丈譲 ko:胡小 ka:佳果嘉 ro:郎朗 ichi:一 ji:二治次司児 zo:三造蔵 ko:子 mi:美実未見 e:恵江枝絵 ka:香花華加夏歌 na:奈菜那 ki:希樹輝生貴木 yo:代世陽 suke:介輔助亮祐佑 ya:也哉矢弥 to:人斗都登 o:夫男雄郎央 hiko:彦 hei:平 go:吾五悟 shi:志史
kazu:和一 masa:正雅昌政将 yoshi:義良芳喜吉慶嘉 hide:秀英 hiro:博弘裕浩宏広寛洋大尋 taka:隆孝貴高崇敬 aki:明昭章秋晃彰 nobu:信伸延宣 shin:真慎新進晋 ken:健賢謙憲研 yuki:幸雪之行 tomo:友智知朋 nao:直尚 chi:千智 haru:春晴治
natsu:夏 yu:優悠結由佑勇雄裕 toshi:俊敏利寿年 shun:駿俊瞬 kiyo:清 tetsu:哲徹鉄 tatsu:達竜辰龍 ryu:隆龍竜琉 ryo:涼亮遼良諒 sho:翔将祥正 katsu:勝克 mitsu:光満充 yasu:康安靖保泰 michi:道通 ri:理里梨莉利 sa:沙紗早佐咲 aya:彩綾
fumi:文史 iku:郁育 hisa:久 dai:大 taku:拓卓 sei:誠聖清 nari:成也 tada:忠 kuni:邦国 shige:重茂繁 jun:純順潤淳 mai:舞 ma:麻真茉万 i:衣依伊 a:亜愛 ru:瑠留 ha:葉羽 ne:音 no:乃野 ho:帆穂 kai:海 teru:照 moto:基元 nori:則典憲徳規範紀
ai:愛 shu:修秀柊 kei:圭慶敬恵啓景 eri:恵里 sato:聡里 masu:増 yui:唯結 rei:玲礼麗 sawa:沢 mo:萌百 so:颯蒼創壮 kyo:京恭 ei:栄永英 kou:航晃 fuyu:冬 matsu:松 shizu:静 sumi:澄 tsu:津 ryou:両 kan:寛 gen:源元
`;

const readings = onFirstUse(() => {
  const known = new Map<string, string[]>();
  for (const entry of byReading.split(/\s+/u)) {
    const [reading = '', characters = ''] = entry.split(':');
    for (const character of characters) known.set(character, [...(known.get(character) ?? []), reading]);
  }
  return known;
});

/** Characters that end a given name, and are read so there. */
const atEnd: Readonly<Record<string, string>> = readLetters(`
  郎 ro, 子 ko, 美 mi, 一 ichi, 二 ji, 治 ji, 司 ji, 之 yuki, 行 yuki, 樹 ki, 人 to, 希 ki, 香 ka, 奈 na, 菜 na, 代 yo, 江 e,
  枝 e, 夫 o, 男 o, 雄 o, 彦 hiko, 介 suke, 輔 suke, 助 suke, 也 ya, 哉 ya, 斗 to, 平 hei, 太 ta, 明 aki, 幸 yuki, 紀 nori,
  生 o, 大 hiro, 貴 taka, 恵 e, 織 ori, 穂 ho`);

/** Characters that some families write in an older form. */
const olderForms: Readonly<Record<string, string>> = readLetters(`
  邉 辺, 邊 辺, 齋 斎, 齊 斉, 髙 高, 濱 浜, 濵 浜, 澤 沢, 廣 広, 櫻 桜, 國 国, 眞 真, 惠 恵, 嶋 島, 嶌 島, 﨑 崎, 嵜 崎, 德 徳, 榮 栄, 瀨 瀬, 瀧 滝,
  龍 竜, 條 条, 淺 浅, 圓 円, 實 実, 壽 寿, 縣 県, 會 会, 與 与, 萬 万, 遙 遥, 禮 礼, 黑 黒, 吉 吉, 𠮷 吉`);

/** Returns a name with the characters in use today. */
export function withoutOlderForms(word: string): string {
  return Array.from(word, (character) => olderForms[character] ?? character).join('');
}

/** Most characters of a word that is read character by character. */
const maxCharacters = 4;

/** A character, or several letters of kana, which are read together. */
const pieces = /[\p{Script=Hiragana}\p{Script=Katakana}ー]+|./gu;

/**
 * Returns a Japanese given name by its characters' most common readings, with kana among them, and 々 for a character
 * once more. Empty if one is not known.
 */
export function romanizeKanji(word: string): readonly string[] {
  const characters = word.replace(/(.)々/gu, '$1$1').match(pieces) ?? [];
  if (characters.length > maxCharacters) return [];
  const parts = characters.map((character, index) => {
    const known = readings().get(character) ?? romanizeKana(character);
    const final = index > 0 && index === characters.length - 1 ? atEnd[character] : undefined;
    return final === undefined ? known : [final];
  });
  if (parts.length === 0 || parts.some((part) => part.length === 0)) return [];
  const first = parts.map(([reading = '']) => reading).join('');
  const others = parts.map((part) => part[1] ?? part[0] ?? '').join('');
  return [...new Set([first, others])];
}
