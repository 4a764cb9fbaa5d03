import type { Language } from '../language.ts';
import { romanizeHanOfHongKong } from '../scripts/cantonese.ts';
import { pinyinSyllable, romanizeHan, romanizeHanOfTaiwan } from '../scripts/han.ts';
import { romanizeHangul } from '../scripts/hangul.ts';
import { romanizeKana } from '../scripts/kana.ts';
import { romanizeKanji, withoutOlderForms } from '../scripts/kanji-readings.ts';
import { spellingsIn } from '../word-lists.ts';

const cantonese: Language = {
  id: 'cantonese',
  countries: 'hk mo sg my',
  familyPerMille:
    'chan 100, wong 80, lee 70, cheung 50, leung 45, lau 45, lam 40, ng 35, ho 30, chow 20, yeung 20, tan 60, lim 50, ong 20, goh 20, tang 15, cheng 15',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs:
    /^(?:chi|wai|ming|kwok|keung|siu|yee|man|ka|ho|wing|sze|lai|mei|yuk|kit|tak|fai|hung|kin|shing|yan|kei|lok|tsz|chun|hin|yin|tung|hei|yat|pui|suk|oi|kam|sau|shun|yiu|cheuk|nga|kwan|lap|chung|hang|kai)-(?:chi|wai|ming|kwok|keung|siu|yee|man|ka|ho|wing|sze|lai|mei|yuk|kit|tak|fai|hung|kin|shing|yan|kei|lok|chun|hin|yin|tung|hei|yat|pui|oi|kam|shun|yiu|tin|cheuk|long|kwan|lap|pak|chung|hang|yu|kai|ying|ling|fong|kuen|leung|wah|yin|po|lam)$/u,
  given:
    'guan eng hock seng kok boon choo siew hui min jie ah swee geok beng huat chuan kiat maggie michael jason vivian chi wai ming kwok keung siu yee man ka ho wing sze lai mei yuk kit tak fai hung kin shing yan carmen jacky eric kelvin ivy winnie',
  family:
    'ong goh teo koh low yeo chua tay sim heng ang toh quek foo khoo loh yap lim tan chan wong lee cheung lau leung ng ho chow tang yeung kwok lam cheng tsang yip mak fung tsui tse kwan chiu law lui siu hui tam kwong poon',
  familyFirst: true,
  givenNames: { first: 0.1, last: 0.01, joined: 0.7, separated: 0.02, hyphenated: 0.17 },
  givenHyphens: { kept: 0.15, joined: 0.73, first: 0.06, last: 0, initials: 0.06 },
  initials: { first: 0.5, all: 0.5 },
};

/** Pinyin and Wade-Giles; ü as u, v or yu. */
const chinese: Language = {
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
  letterChoices: {
    'pinyin-u': {
      u: { share: 0.42, letters: { '^lü': 'lu', '^nü': 'nu', ǚ: 'u', ǜ: 'u', ǘ: 'u' } },
      v: { share: 0.34, letters: { '^lü': 'lv', '^nü': 'nv', ǚ: 'v', ǜ: 'v', ǘ: 'v' } },
      yu: { share: 0.2, letters: { '^lü': 'lyu', '^nü': 'nyu', ǚ: 'yu', ǜ: 'yu', ǘ: 'yu' } },
      ue: { share: 0.04, letters: { '^lü': 'lue', '^nü': 'nue', ǚ: 'ue', ǜ: 'ue', ǘ: 'ue' } },
    },
  },
};

/** Chinese names by syllables in pinyin. */
const kanji: Language = {
  id: 'kanji',
  countries: 'cn',
  familyPerMille: chinese.familyPerMille ?? '',
  familyFirst: true,
  wholeOrderOdds: 60,
  givenNames: { first: 0.06, last: 0.01, joined: 0.82, separated: 0.02, hyphenated: 0.09 },
  syllable: pinyinSyllable,
  givenHyphens: { kept: 0.18, joined: 0.72, first: 0.05, last: 0, initials: 0.05 },
  initials: { first: 0.66, all: 0.34 },
  family: `王 李 张 張 刘 劉 陈 陳 杨 楊 黄 黃 赵 趙 吴 吳 周 徐 孙 孫 马 馬 朱 胡 郭 何 高 罗 羅 郑 鄭 梁 谢 謝 宋 唐 许 許 邓 鄧 韩 韓 冯 馮 曹 彭 曾 肖 蕭 田 董 潘 袁 蔡 蒋 余 于 杜 叶 葉 程 魏 苏 蘇 吕 呂 丁 任 卢 盧 姚 沈 钟 姜 崔 谭 陆 范 汪 廖 石 金 贾 韦 夏 傅 方 邹 熊 白 孟 秦 邱 侯 江 尹 薛 闫 段 雷 龙 史 陶 贺 顾 毛 郝 龚 邵 万 钱 严 赖 賴 洪 武 莫 孔 欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 皇甫 令狐 东方 林 歐 欧 柯 連 游 詹 鍾 鐘 簡 藍 蘭 龔 嚴 顏 溫 莊 施 湯 尤 阮 翁 龐 童 顧 賀 阎 閻 鄒 駱 關 戴 韋 龍 陸 紀 倪 屠 康 辛 卓 涂 塗 巫 古 甘 温 张簡 張簡 范姜 司徒 夏侯 慕容 尉遲 公孫 東方`,
  spellings:
    '欧阳 ouyang, 歐陽 ouyang, 司马 sima, 司馬 sima, 上官 shangguan, 诸葛 zhuge, 諸葛 zhuge, 皇甫 huangfu, 令狐 linghu, 司徒 situ, 張簡 zhangjian, 范姜 fanjiang, 慕容 murong, 夏侯 xiahou, 公孫 gongsun, 東方 dongfang, 东方 dongfang, 曾 zeng, 单 shan, 仇 qiu, 解 xie, 查 zha',
  romanize: romanizeHan,
};

/** Long vowels as one letter, or as oh, ou, oo. */
const japaneseLatin: Language = {
  id: 'japanese-latin',
  countries: 'jp',
  familyPerMille:
    'sato 15, suzuki 14, takahashi 11, tanaka 11, watanabe 9, ito 9, yamamoto 8, nakamura 8, kobayashi 8, kato 7',
  marks: 'āēīōūâêîôû',
  signs:
    /[ōū]|.{2}(?:moto|mura|yama|kawa|gawa|shima|jima|zaki|zawa|hashi|bayashi|naka|uchi|guchi|ichi|suke|hiro|nobu|kazu|taro)$/u,
  given:
    'hiroshi takashi kenji kenichi koji kōji yuki naoko keiko yoko akira makoto daisuke kenta shota shōta takuya yusuke yūsuke masaki kazuya satoshi hiroko tomoko yumiko akiko mayumi megumi haruka sakura aoi hina yuka ryo ryō taro tarō jiro ichiro kenzō emi mika rina',
  family:
    'sato satō suzuki takahashi tanaka watanabe ito itō yamamoto nakamura kobayashi kato katō yoshida yamada sasaki yamaguchi matsumoto inoue kimura hayashi shimizu saito saitō mori abe ikeda hashimoto yamashita ishikawa nakajima maeda fujita ogawa goto gotō okada hasegawa murakami kondo kondō ishii ohno ono ōno ota ōta oota ueda morita hara shibata sakai kudo endo aoki fujii nishimura fukuda miura takeuchi otani ōtani',
  familyFirst: true,
  letterChoices: {
    'long-vowel': {
      short: { share: 0.8, letters: { ō: 'o', ū: 'u' } },
      ou: { share: 0.12, letters: { ō: 'ou', ū: 'uu' } },
      oh: { share: 0.08, letters: { ō: 'oh', ōh: 'oh', ōo: 'oo', ū: 'u' } },
    },
  },
  spellings:
    'sato sato satoh satou, ohno ohno ono, saito saito saitoh, ito ito itoh, kato kato katoh, goto goto gotoh, kondo kondo kondoh, ota ota ohta, yuki yuki yuuki, kenichi kenichi ken-ichi, koichi koichi kouichi, ohtani ohtani otani, kudo kudo kudoh, endo endo endoh, junichi junichi jun-ichi, shota shota shouta, ryota ryota ryouta, kyoko kyoko, otani otani ohtani',
  familyEndings:
    /.{2}(?:gawa|kawa|moto|mura|yama|jima|shima|zaki|saki|zawa|sawa|guchi|bayashi|hashi|naka|tani|wara|hara|matsu|bashi|shita|oka|uchi|mizu|numa)$/u,
};

/** As in passports: several spellings of frequent family names are in use. */
const koreanLatin: Language = {
  id: 'korean-latin',
  countries: 'kr',
  familyPerMille:
    'kim 214, lee 147, yi 147, park 84, pak 84, choi 47, jung 43, jeong 43, chung 43, kang 24, cho 21, jo 21, yoon 20, yun 20, jang 20, chang 20, lim 17, im 17, han 15, oh 15, seo 15, shin 15, kwon 14, hwang 14, ahn 14, song 14, yoo 13, ryu 13, hong 11',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  // "Young" alone is a frequent English family name.
  signs:
    /^(?:ae|ah|bin|bo|bok|bum|byung|chae|chan|chang|chul|dae|do|dong|eun|ga|gi|gyu|ha|hae|han|hee|ho|hong|hoon|hwa|hwan|hye|hyo|hyuk|hyun|il|in|jae|jeong|ji|jin|jong|joo|joon|ju|jun|jung|kang|ki|kook|kwang|kyu|kyung|min|moon|myung|na|nam|ok|ran|rim|sang|seo|seok|seon|seong|seung|shin|si|sik|so|sol|soo|sook|su|suk|sun|sung|tae|uk|won|woo|ye|yeon|yeong|yong|yoo|yoon|young|yu|yun|a|ah|mi|wook|gon|geun|hyeon)-(?:ae|ah|bin|bo|bok|bum|byung|chae|chan|chang|chul|dae|do|dong|eun|ga|gi|gyu|ha|hae|han|hee|ho|hong|hoon|hwa|hwan|hye|hyo|hyuk|hyun|il|in|jae|jeong|ji|jin|jong|joo|joon|ju|jun|jung|kang|ki|kook|kwang|kyu|kyung|min|moon|myung|na|nam|ok|ran|rim|sang|seo|seok|seon|seong|seung|shin|si|sik|so|sol|soo|sook|su|suk|sun|sung|tae|uk|won|woo|ye|yeon|yeong|yong|yoo|yoon|young|yu|yun|a|ah|mi|wook|gon|geun|hyeon)$|(?:hyun|yeon|(?!^young$)young|seok|hyuk|kyung|jeong|seung|joon$|soo$|eun$|hee$)/u,
  given:
    'minjun seoyeon jihoon jiwoo seunghyun sunhee youngsoo kyungho jaehyun daehyun yuna hana jisoo minji eunji soojin hyejin sungmin donghyun taeyang min jun seo yeon ji hoon woo seung hyun sun hee young soo kyung ho jae dae eun hye jin sung dong ah yoon hyuk joon',
  family:
    'kim lee park choi jung jeong kang cho jo yoon jang lim im han oh seo shin kwon hwang ahn an song yoo hong jeon ko moon yang son bae baek heo nam noh ha joo woo min ryu',
  familyFirst: true,
  givenNames: { first: 0.05, last: 0.01, joined: 0.83, separated: 0.02, hyphenated: 0.09 },
  givenHyphens: { kept: 0.09, joined: 0.84, first: 0.02, last: 0, initials: 0.05 },
  initials: { first: 0.55, all: 0.45 },
  shortForms: '',
};

/** Japanese names as they are mostly read; given names that are not known, character by character. */
const japaneseKanji: Language = {
  id: 'japanese-kanji',
  countries: 'jp',
  signs: /[\p{Script=Hiragana}\p{Script=Katakana}々]/u,
  familyPerMille: japaneseLatin.familyPerMille ?? '',
  familyFirst: true,
  wholeOrderOdds: 60,
  family: `佐久間 東海林 羽生 新垣 錦織 菅野 二宮 桜井 櫻井 髙橋 渡邉 渡邊 齋藤 齊藤 長澤 濱田 相葉 浅田 白鳥 桐生 西島 土屋 菊地 菊池 小野寺 本田 本間 町田 松岡 松浦 松下 水野 宮田 武藤 村松 森本 森川 八木 安田 柳 山内 横田 吉岡 吉川 吉野 荒井 足立 五十嵐 石塚 石原 今村 岩井 岩田 植田 大石 大西 大橋 大森 岡村 岡崎 小倉 尾崎 落合 片岡 金井 神谷 神田 川口 川島 北川 北村 熊谷 黒木 黒沢 桑原 小松 酒井 榊原 坂口 坂井 沢田 篠原 島田 白石 須藤 杉本 杉浦 関 関根 高野 滝沢 竹中 田口 田島 田辺 辻 土井 寺田 徳永 富田 永井 永田 中井 中西 中田 西川 西山 西田 根本 野崎 野田 服部 馬場 浜田 樋口 平井 平田 福島 藤川 星野 堀内 牧野 佐藤 鈴木 高橋 田中 渡辺 伊藤 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 斉藤 福田 太田 西村 藤井 金子 岡本 藤原 三浦 中野 中川 原田 松田 竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野 野口 武田 松井 千葉 菅原 岩崎 久保 木下 佐野 野村 松尾 市川 菊地 杉本 古川 大西 島田 水野 桜井 高野 渡部 吉川 山内 西田 菊池 飯田 西川 小松 北村 安田 五十嵐 川口 平田 関 中田 久保田 服部 東 岩田 土屋 川崎 福島 本田 辻 樋口 秋山 永井 田口 中西 山中 石原 大橋 松岡 南 岡 堀 西 谷 星 北 島 浜 菅 畑 小池 浅野 片山 荒木 早川 大島 黒田 三宅 望月 内藤 高山 奥村 矢野 川上 大久保 小沢 小泉 渡邊 渡邉 広瀬 松村 石橋 吉村 岩本 川村 中尾 大谷 福井 松永 榎本 成田 児玉 関口 栗原 渋谷 尾崎 須藤 沢田 堀田 江口 桑原 西山 三好 吉岡 松原 柳 水谷 笠原 神田 古田 森本 川島 吉本 大石 宮田 北川 安部 平井 松下 白石 本間 大川 田辺 西野 富田 坂口 石黒 今村 熊谷 高島 長田 中井 寺田 宮川 根本 馬場 滝沢 岸 安倍 浜田 岡崎 村井 山根`,
  spellings: `佐久間 sakuma, 東海林 shoji tokairin, 羽生 hanyu habu, 新垣 aragaki niigaki, 錦織 nishikori, 菅野 sugano kanno, 二宮 ninomiya, 桜井 sakurai, 相葉 aiba, 浅田 asada, 白鳥 shiratori, 桐生 kiryu kiryuu, 三浦 miura, 川崎 kawasaki, 西島 nishijima, 長沢 nagasawa, 土屋 tsuchiya, 菊地 kikuchi, 小野寺 onodera, 日高 hidaka, 平井 hirai, 平田 hirata, 平山 hirayama, 平川 hirakawa, 古川 furukawa, 古田 furuta, 古賀 koga, 本田 honda, 本間 honma homma, 本多 honda, 増井 masui, 町田 machida, 松岡 matsuoka, 松浦 matsuura, 松下 matsushita, 三上 mikami, 三好 miyoshi, 三谷 mitani, 水谷 mizutani, 水野 mizuno, 溝口 mizoguchi, 宮田 miyata, 宮下 miyashita, 宮川 miyagawa, 宮沢 miyazawa, 武藤 muto mutou, 向井 mukai, 村山 murayama, 村松 muramatsu, 室井 muroi, 百瀬 momose, 森本 morimoto, 森川 morikawa, 森下 morishita, 森山 moriyama, 八木 yagi, 安田 yasuda, 安部 abe, 柳 yanagi, 柳田 yanagida, 柳沢 yanagisawa, 山内 yamauchi yamanouchi, 山中 yamanaka, 山根 yamane, 山川 yamakawa, 山岸 yamagishi, 山村 yamamura, 横田 yokota, 横井 yokoi, 吉岡 yoshioka, 吉川 yoshikawa kikkawa, 吉野 yoshino, 米田 yoneda, 若林 wakabayashi, 渡部 watanabe watabe, 荒井 arai, 有馬 arima, 安達 adachi, 足立 adachi, 天野 amano, 飯島 iijima, 飯田 iida, 飯塚 iizuka, 五十嵐 igarashi, 石塚 ishizuka, 石原 ishihara, 泉 izumi, 磯部 isobe, 板倉 itakura, 市原 ichihara, 稲垣 inagaki, 稲葉 inaba, 今村 imamura, 岩井 iwai, 岩田 iwata, 植田 ueda, 植木 ueki, 植村 uemura, 臼井 usui, 梅田 umeda, 江口 eguchi, 榎本 enomoto, 大川 okawa ohkawa, 大石 oishi ohishi, 大木 oki ohki, 大沢 osawa ohsawa, 大西 onishi ohnishi, 大橋 ohashi ohhashi, 大森 omori ohmori, 大山 oyama ohyama, 大村 omura ohmura, 大田 ota ohta, 大井 oi ohi, 大場 oba ohba, 大川 okawa, 岡崎 okazaki, 岡村 okamura, 岡野 okano, 荻原 ogiwara, 奥田 okuda, 奥山 okuyama, 小倉 ogura, 小田 oda, 尾崎 ozaki, 落合 ochiai, 鬼塚 onizuka, 甲斐 kai, 柿沼 kakinuma, 笠原 kasahara, 梶原 kajiwara, 片岡 kataoka, 片桐 katagiri, 勝又 katsumata, 金井 kanai, 金沢 kanazawa, 金田 kaneda, 鎌田 kamata, 神谷 kamiya, 神田 kanda, 亀井 kamei, 川口 kawaguchi, 川島 kawashima, 川端 kawabata, 川原 kawahara, 河合 kawai, 河村 kawamura, 河原 kawahara, 菊池 kikuchi, 岸本 kishimoto, 北川 kitagawa, 北村 kitamura, 北野 kitano, 木田 kida, 工藤 kudo kudou, 熊谷 kumagai, 倉田 kurata, 黒木 kuroki, 黒沢 kurosawa, 桑原 kuwabara, 小西 konishi, 小松 komatsu, 小村 komura, 小森 komori, 小柳 koyanagi, 古屋 furuya, 郷田 goda, 権田 gonda, 斉木 saiki, 酒井 sakai, 榊原 sakakibara, 坂口 sakaguchi, 坂井 sakai, 坂田 sakata, 坂上 sakagami, 笹川 sasagawa, 沢田 sawada, 塩田 shiota, 塩谷 shioya, 志村 shimura, 篠原 shinohara, 篠崎 shinozaki, 芝 shiba, 柴崎 shibasaki, 島田 shimada, 島崎 shimazaki, 下田 shimoda, 下村 shimomura, 庄司 shoji shouji, 白井 shirai, 白石 shiraishi, 白川 shirakawa, 進藤 shindo shindou, 新藤 shindo, 神野 jinno kamino, 杉本 sugimoto, 杉浦 sugiura, 杉田 sugita, 須藤 sudo suto, 須田 suda, 瀬戸 seto, 関 seki, 関根 sekine, 千田 chida senda, 高野 takano, 高島 takashima, 高松 takamatsu, 高井 takai, 高見 takami, 滝沢 takizawa, 滝川 takigawa, 竹下 takeshita, 竹田 takeda, 竹中 takenaka, 武井 takei, 武内 takeuchi, 田口 taguchi, 田島 tajima, 田代 tashiro, 田辺 tanabe, 田原 tahara, 谷川 tanigawa, 玉井 tamai, 千田 chida, 辻 tsuji, 津田 tsuda, 土井 doi, 堤 tsutsumi, 角田 tsunoda kakuta, 寺田 terada, 寺島 terashima, 照井 terui, 戸田 toda, 徳永 tokunaga, 富田 tomita, 冨田 tomita, 豊田 toyoda, 鳥居 torii, 永井 nagai, 永田 nagata, 長尾 nagao, 長野 nagano, 長田 nagata osada, 中井 nakai, 中西 nakanishi, 中田 nakata nakada, 中谷 nakatani nakaya, 中原 nakahara, 中沢 nakazawa, 西川 nishikawa, 西山 nishiyama, 西田 nishida, 西岡 nishioka, 西尾 nishio, 西本 nishimoto, 丹羽 niwa, 根本 nemoto, 野崎 nozaki, 野田 noda, 野本 nomoto, 橋口 hashiguchi, 長谷部 hasebe, 服部 hattori, 花田 hanada, 馬場 baba, 浜田 hamada, 早坂 hayasaka, 林田 hayashida, 原口 haraguchi, 樋口 higuchi, 久野 hisano kuno, 平岡 hiraoka, 平松 hiramatsu, 深沢 fukazawa, 深田 fukada, 福島 fukushima, 福岡 fukuoka, 福本 fukumoto, 藤川 fujikawa, 藤沢 fujisawa, 藤島 fujishima, 藤野 fujino, 藤村 fujimura, 藤森 fujimori, 船越 funakoshi, 星野 hoshino, 細川 hosokawa, 細田 hosoda, 堀内 horiuchi, 堀江 horie, 堀田 hotta, 前川 maekawa, 牧野 makino, 真田 sanada, 樹里 juri, 陽菜 hina haruna, 智之 tomoyuki, 和也 kazuya, 雅紀 masaki, 真央 mao, 麗子 reiko, 沙保里 saori, 龍一 ryuichi ryuuichi, 准一 junichi, 純一 junichi, 凛子 rinko, 結弦 yuzuru, 知良 kazuyoshi tomoyoshi, 大和 yamato, 颯太 sota souta, 蒼 aoi sou, 悠真 yuma yuuma haruma, 悠人 yuto haruto, 陽向 hinata, 朝陽 asahi, 湊 minato, 奏太 sota kanata, 律 ritsu, 新 arata, 暖 haru dan, 紬 tsumugi, 芽依 mei, 莉子 riko, 澪 mio rei, 結月 yuzuki yuzu, 心春 koharu, 咲良 sakura, 杏 an anzu, 詩 uta, 楓 kaede, 陽葵 himari hinata, 花 hana, 遥 haruka, 遥香 haruka, 千尋 chihiro, 光 hikaru, 薫 kaoru, 忍 shinobu, 泉 izumi, 望 nozomi, 望美 nozomi, 歩 ayumi, 歩美 ayumi, 梓 azusa, 梢 kozue, 茜 akane, 渚 nagisa, 瞳 hitomi, 緑 midori, 桜 sakura, 華 hana, 菫 sumire, 雅子 masako, 雅美 masami, 亜美 ami, 亜希子 akiko, 亜由美 ayumi, 麻衣 mai, 麻美 asami mami, 麻里 mari, 真理子 mariko, 真理 mari, 真由 mayu, 真弓 mayumi, 美紀 miki, 美樹 miki, 美智子 michiko, 美和 miwa, 美保 miho, 美奈子 minako, 美鈴 misuzu, 友美 tomomi, 知美 tomomi, 智美 tomomi satomi, 里美 satomi, 理恵 rie, 理沙 risa, 梨沙 risa, 里奈 rina, 奈緒 nao, 奈緒美 naomi, 直美 naomi, 奈々 nana, 菜々子 nanako, 夏美 natsumi, 夏希 natsuki, 典子 noriko, 紀子 noriko, 範子 noriko, 春香 haruka, 晴美 harumi, 久美 kumi, 弘美 hiromi, 裕美 hiromi yumi, 浩美 hiromi, 広美 hiromi, 文子 fumiko ayako, 史子 fumiko, 富美子 fumiko, 万里子 mariko, 希 nozomi, 瑞希 mizuki, 瑞穂 mizuho, 千晶 chiaki, 千秋 chiaki, 早苗 sanae, 早紀 saki, 咲 saki, 沙織 saori, 香織 kaori, 詩織 shiori, 佐知子 sachiko, 佐和子 sawako, 淳子 junko atsuko, 順子 junko yoriko, 純子 junko sumiko, 敦子 atsuko, 厚子 atsuko, 篤史 atsushi, 敦 atsushi, 淳 jun atsushi, 篤 atsushi, 厚 atsushi, 章 akira, 彰 akira, 晃 akira ko, 昭 akira, 淳一 junichi, 潤 jun, 潤一 junichi, 慎一 shinichi, 伸一 shinichi, 真一 shinichi, 信一 shinichi, 慎吾 shingo, 真吾 shingo, 慎太郎 shintaro, 伸也 shinya, 信也 shinya, 慎也 shinya, 進 susumu, 進一 shinichi, 祐介 yusuke yuusuke, 雄介 yusuke, 裕介 yusuke yuusuke, 悠介 yusuke, 佑介 yusuke, 裕太 yuta yuuta, 雄太 yuta, 優太 yuta, 雄一 yuichi yuuichi, 裕一 yuichi, 祐一 yuichi, 雄一郎 yuichiro, 裕二 yuji yuuji, 祐二 yuji, 雄二 yuji, 雄大 yudai yuudai, 優 yu masaru, 優子 yuko yuuko, 優花 yuka, 由香 yuka, 由佳 yuka, 裕香 yuka, 有香 yuka, 由紀 yuki, 有紀 yuki, 由紀子 yukiko, 由貴 yuki, 勇気 yuki, 勇 isamu, 勇太 yuta, 勲 isao, 功 isao, 治 osamu, 稔 minoru, 実 minoru, 茂 shigeru, 滋 shigeru, 繁 shigeru, 清 kiyoshi, 潔 kiyoshi, 武 takeshi, 武志 takeshi, 猛 takeshi, 毅 takeshi tsuyoshi, 健司 kenji, 健二 kenji, 賢二 kenji, 賢治 kenji, 憲司 kenji, 謙二 kenji, 健太郎 kentaro, 賢一 kenichi, 謙一 kenichi, 研一 kenichi, 孝 takashi, 貴 takashi, 崇 takashi, 敬 takashi, 孝之 takayuki, 隆之 takayuki, 貴之 takayuki, 隆志 takashi, 孝史 takafumi takashi, 貴史 takafumi takashi, 拓 taku hiraku, 拓真 takuma, 拓郎 takuro, 卓 taku suguru, 卓也 takuya, 達也 tatsuya, 竜也 tatsuya, 辰也 tatsuya, 達郎 tatsuro, 哲 tetsu satoshi, 哲也 tetsuya, 徹 toru tooru, 透 toru, 亨 toru, 徹也 tetsuya, 俊 shun, 俊介 shunsuke, 俊輔 shunsuke, 駿 shun, 隼 hayato jun shun, 隼人 hayato, 勇人 hayato yuto, 直人 naoto, 直也 naoya, 尚子 naoko, 奈保子 naoko, 智 satoshi tomo, 聡 satoshi, 悟 satoru satoshi, 暁 satoru akatsuki, 哲郎 tetsuro, 昌弘 masahiro, 雅弘 masahiro, 正博 masahiro, 政宏 masahiro, 雅之 masayuki, 正之 masayuki, 雅人 masato, 正人 masato, 真人 masato makoto, 正 tadashi, 忠 tadashi, 匡 tadashi, 勝 masaru, 優 yu, 勝也 katsuya, 克也 katsuya, 克己 katsumi, 勝己 katsumi, 勝美 katsumi, 一郎 ichiro ichirou, 二郎 jiro, 次郎 jiro, 三郎 saburo, 四郎 shiro, 五郎 goro, 太一 taichi, 太郎 taro tarou, 大地 daichi, 大介 daisuke, 大樹 daiki hiroki, 大輝 daiki, 大貴 daiki hirotaka, 大志 taishi daishi, 大悟 daigo, 翔平 shohei shouhei, 翔吾 shogo, 祥平 shohei, 将太 shota shouta, 翔大 shota, 正太 shota, 彰太 shota, 亮太 ryota ryouta, 涼太 ryota, 遼太郎 ryotaro, 良太 ryota, 亮介 ryosuke, 涼介 ryosuke, 良介 ryosuke, 遼 ryo haruka, 諒 ryo, 良 ryo, 涼子 ryoko, 良子 yoshiko ryoko, 佳子 yoshiko keiko, 芳子 yoshiko, 美子 yoshiko, 好子 yoshiko, 淑子 yoshiko toshiko, 敏子 toshiko, 俊子 toshiko, 寿子 toshiko hisako, 久子 hisako, 尚人 naoto hisato, 英子 eiko hideko, 栄子 eiko, 秀樹 hideki, 英樹 hideki, 秀明 hideaki, 英明 hideaki, 英之 hideyuki, 秀之 hideyuki, 英二 eiji, 栄二 eiji, 栄治 eiji, 浩二 koji kouji, 浩司 koji kouji, 幸司 koji, 孝司 koji takashi, 康二 koji, 幸二 koji, 浩一 koichi kouichi, 幸一 koichi, 孝一 koichi, 康一 koichi, 浩平 kohei kouhei, 康平 kohei, 公平 kohei, 航平 kohei, 航 wataru ko, 渉 wataru, 亘 wataru, 幸太 kota, 康太 kota, 航太 kota, 光太郎 kotaro, 幸太郎 kotaro, 浩太郎 kotaro, 浩之 hiroyuki, 弘之 hiroyuki, 博之 hiroyuki, 裕之 hiroyuki, 宏之 hiroyuki, 寛之 hiroyuki, 浩志 hiroshi, 宏 hiroshi, 弘 hiroshi, 寛 hiroshi kan, 洋 hiroshi yo, 博史 hirofumi hiroshi, 浩史 hirofumi hiroshi, 弘樹 hiroki, 宏樹 hiroki, 裕樹 hiroki yuki, 浩樹 hiroki, 大希 daiki, 博文 hirofumi, 洋一 yoichi youichi, 陽一 yoichi, 洋平 yohei youhei, 洋介 yosuke yousuke, 陽介 yosuke, 陽子 yoko youko, 洋子 yoko youko, 容子 yoko, 佐藤 sato satou satoh, 鈴木 suzuki, 高橋 takahashi, 田中 tanaka, 渡辺 watanabe, 渡邊 watanabe, 渡部 watanabe, 伊藤 ito itou itoh, 山本 yamamoto, 中村 nakamura, 小林 kobayashi, 加藤 kato katou katoh, 吉田 yoshida, 山田 yamada, 佐々木 sasaki, 山口 yamaguchi, 松本 matsumoto, 井上 inoue, 木村 kimura, 斎藤 saito saitou, 斉藤 saito saitou, 清水 shimizu, 山崎 yamazaki yamasaki, 森 mori, 池田 ikeda, 橋本 hashimoto, 阿部 abe, 石川 ishikawa, 山下 yamashita, 中島 nakajima nakashima, 石井 ishii, 小川 ogawa, 前田 maeda, 岡田 okada, 長谷川 hasegawa, 藤田 fujita, 後藤 goto gotou, 近藤 kondo kondou, 村上 murakami, 遠藤 endo endou, 青木 aoki, 坂本 sakamoto, 福田 fukuda, 太田 ota oota ohta, 西村 nishimura, 藤井 fujii, 金子 kaneko, 岡本 okamoto, 藤原 fujiwara, 三浦 miura, 中野 nakano, 中川 nakagawa, 原田 harada, 松田 matsuda, 竹内 takeuchi, 小野 ono, 田村 tamura, 中山 nakayama, 和田 wada, 石田 ishida, 森田 morita, 上田 ueda, 原 hara, 内田 uchida, 柴田 shibata, 酒井 sakai, 宮崎 miyazaki, 横山 yokoyama, 高木 takagi, 安藤 ando andou, 宮本 miyamoto, 大野 ono ohno oono, 小島 kojima, 谷口 taniguchi, 今井 imai, 工藤 kudo kudou, 高田 takada, 増田 masuda, 丸山 maruyama, 杉山 sugiyama, 村田 murata, 大塚 otsuka ohtsuka, 新井 arai, 小山 koyama, 平野 hirano, 藤本 fujimoto, 河野 kono kouno, 上野 ueno, 野口 noguchi, 武田 takeda, 松井 matsui, 千葉 chiba, 菅原 sugawara, 岩崎 iwasaki, 久保 kubo, 木下 kinoshita, 佐野 sano, 野村 nomura, 松尾 matsuo, 市川 ichikawa, 菊地 kikuchi, 菊池 kikuchi, 杉本 sugimoto, 古川 furukawa, 大西 onishi ohnishi, 島田 shimada, 水野 mizuno, 桜井 sakurai, 高野 takano, 吉川 yoshikawa, 山内 yamauchi, 西田 nishida, 飯田 iida, 西川 nishikawa, 小松 komatsu, 北村 kitamura, 安田 yasuda, 五十嵐 igarashi, 川口 kawaguchi, 平田 hirata, 関 seki, 中田 nakata nakada, 久保田 kubota, 服部 hattori, 岩田 iwata, 土屋 tsuchiya, 川崎 kawasaki, 福島 fukushima, 本田 honda, 辻 tsuji, 樋口 higuchi, 秋山 akiyama, 永井 nagai, 田口 taguchi, 中西 nakanishi, 山中 yamanaka, 石原 ishihara, 大橋 ohashi oohashi, 松岡 matsuoka,
  健一 kenichi ken-ichi, 翔太 shota shouta syota, 健太 kenta, 大輔 daisuke, 拓也 takuya, 直樹 naoki, 直子 naoko, 和也 kazuya, 誠 makoto, 浩 hiroshi, 隆 takashi, 聡 satoshi, 学 manabu, 修 osamu, 明 akira, 豊 yutaka, 博 hiroshi, 健 ken takeshi, 剛 tsuyoshi takeshi, 亮 ryo ryou, 涼 ryo, 翔 sho shou, 蓮 ren, 大翔 hiroto haruto, 陽斗 haruto, 湊 minato, 樹 itsuki, 悠斗 yuto yuuto, 陽菜 hina haruna, 結衣 yui, 葵 aoi, 凛 rin, 美咲 misaki, 愛 ai, 美穂 miho, 恵 megumi, 恵子 keiko, 洋子 yoko youko, 幸子 sachiko yukiko, 和子 kazuko, 裕子 yuko yuuko hiroko, 由美子 yumiko, 久美子 kumiko, 真由美 mayumi, 明美 akemi, 智子 tomoko, 京子 kyoko kyouko, 由美 yumi, 優子 yuko yuuko, 香織 kaori, 麻衣 mai, 愛美 manami, 彩 aya, 千尋 chihiro, 真理子 mariko, 美和 miwa, 陽子 yoko youko, 裕介 yusuke yuusuke, 祐介 yusuke yuusuke, 達也 tatsuya, 哲也 tetsuya, 慎一 shinichi, 真一 shinichi, 浩二 koji kouji, 幸二 koji kouji, 浩一 koichi kouichi, 一郎 ichiro ichirou, 太郎 taro tarou, 次郎 jiro jirou, 正 tadashi, 茂 shigeru, 清 kiyoshi, 進 susumu, 勇 isamu, 実 minoru, 勝 masaru, 稔 minoru, 雄一 yuichi yuuichi, 裕一 yuichi yuuichi, 純 jun, 純一 junichi, 美香 mika, 里奈 rina, 桜 sakura, さくら sakura, 遥 haruka, 七海 nanami, 花子 hanako, 隆之 takayuki, 貴之 takayuki, 英樹 hideki, 秀樹 hideki, 正樹 masaki, 雅樹 masaki, 孝 takashi, 宏 hiroshi, 淳 jun atsushi, 優 yu yuu, 優斗 yuto, 海斗 kaito, 颯太 sota souta, 悠真 yuma yuuma, 美優 miyu miyuu, 莉子 riko, 彩花 ayaka, 千夏 chinatsu, 友美 tomomi, 亜希子 akiko, 明子 akiko, 典子 noriko, 紀子 noriko, 雅子 masako, 文子 fumiko, 節子 setsuko, 健太郎 kentaro kentarou, 拓海 takumi, 大樹 daiki, 直人 naoto, 真一郎 shinichiro, 恵美 emi megumi, 裕美 hiromi yumi, 美紀 miki, 由紀 yuki, 由紀子 yukiko, 順子 junko, 良子 ryoko yoshiko, 弘 hiroshi, 昭 akira, 修一 shuichi, 賢治 kenji, 健司 kenji, 健二 kenji, 賢一 kenichi, 孝之 takayuki, 正人 masato, 雅人 masato, 博之 hiroyuki, 浩之 hiroyuki, 俊介 shunsuke, 翼 tsubasa, 駿 shun, 光 hikaru, 望 nozomi, 歩 ayumi, 薫 kaoru, 忍 shinobu, 圭 kei, 慧 kei, 瞳 hitomi, 綾 aya, 舞 mai, 楓 kaede, 紗希 saki, 里美 satomi, 朋子 tomoko, 貴子 takako, 敬子 keiko, 啓介 keisuke, 圭介 keisuke, 陸 riku, 仁 hitoshi jin, 崇 takashi, 徹 toru, 渉 wataru, 哲 satoshi tetsu, 潤 jun, 昇 noboru, 毅 takeshi, 武 takeshi, 巧 takumi, 匠 takumi, 諒 ryo, 遼 ryo, 司 tsukasa, 悟 satoru, 保 tamotsu, 功 isao, 章 akira, 透 toru,
  林 hayashi, 南 minami, 東 higashi azuma, 岡 oka, 堀 hori, 西 nishi, 谷 tani, 星 hoshi, 北 kita, 島 shima, 浜 hama, 菅 suga kan, 畑 hata, 小池 koike, 浅野 asano, 片山 katayama, 荒木 araki, 早川 hayakawa, 大島 oshima ohshima, 黒田 kuroda, 三宅 miyake, 望月 mochizuki, 内藤 naito naitou, 高山 takayama, 奥村 okumura, 矢野 yano, 川上 kawakami, 大久保 okubo ohkubo, 小沢 ozawa, 小泉 koizumi, 渡邉 watanabe, 広瀬 hirose, 松村 matsumura, 石橋 ishibashi, 吉村 yoshimura, 岩本 iwamoto, 川村 kawamura, 中尾 nakao, 大谷 otani ohtani, 福井 fukui, 松永 matsunaga, 榎本 enomoto, 成田 narita, 児玉 kodama, 関口 sekiguchi, 栗原 kurihara, 渋谷 shibuya, 尾崎 ozaki, 須藤 sudo sudou, 沢田 sawada, 堀田 hotta, 江口 eguchi, 桑原 kuwahara, 西山 nishiyama, 三好 miyoshi, 吉岡 yoshioka, 松原 matsubara, 柳 yanagi, 水谷 mizutani, 笠原 kasahara, 神田 kanda, 古田 furuta, 森本 morimoto, 川島 kawashima, 吉本 yoshimoto, 大石 oishi ohishi, 宮田 miyata, 北川 kitagawa, 安部 abe, 平井 hirai, 松下 matsushita, 白石 shiraishi, 本間 honma homma, 大川 okawa ohkawa, 田辺 tanabe, 西野 nishino, 富田 tomita, 坂口 sakaguchi, 石黒 ishiguro, 今村 imamura, 熊谷 kumagai, 高島 takashima, 長田 nagata osada, 中井 nakai, 寺田 terada, 宮川 miyagawa, 根本 nemoto, 馬場 baba, 滝沢 takizawa, 岸 kishi, 安倍 abe, 浜田 hamada, 岡崎 okazaki, 村井 murai, 山根 yamane, 純一郎 junichiro junichirou, 健一郎 kenichiro kenichirou, 慎太郎 shintaro shintarou, 孝太郎 kotaro koutarou, 信一郎 shinichiro`,
  romanize: (word) => {
    const usual = withoutOlderForms(word);
    return (usual === word ? undefined : spellingsIn(japaneseKanji, usual)) ?? romanizeKanji(usual);
  },
};

export const eastAsian: readonly Language[] = [
  cantonese,
  chinese,
  kanji,
  /** Chinese names as on identity cards of Hong Kong and Macao, with a hyphen in the given name. */
  {
    ...kanji,
    id: 'cantonese-characters',
    countries: 'hk mo',
    familyPerMille: cantonese.familyPerMille ?? '',
    givenHyphens: { kept: 0.15, joined: 0.73, first: 0.06, last: 0, initials: 0.06 },
    initials: { first: 0.5, all: 0.5 },
    spellings:
      '歐陽 auyeung, 欧阳 auyeung, 司徒 szeto, 司馬 szema, 上官 sheungkoon, 諸葛 chukot, 馮 fung, 任 yam, 易 yick, 卓 cheuk, 尹 wan, 池 chi, 盛 shing',
    romanize: romanizeHanOfHongKong,
  },
  japaneseLatin,
  japaneseKanji,
  {
    id: 'kana',
    countries: 'jp',
    familyPerMille: japaneseLatin.familyPerMille ?? '',
    familyFirst: true,
    wholeOrderOdds: 60,
    family: 'さとう たなか やまだ すずき サトウ タナカ ヤマダ スズキ',
    romanize: romanizeKana,
  },
  koreanLatin,
  /** Hangul syllable by syllable: Revised Romanization as people bend it in passports. */
  {
    id: 'korean',
    countries: 'kr',
    familyPerMille: koreanLatin.familyPerMille ?? '',
    familyFirst: true,
    wholeOrderOdds: 60,
    syllable: /[bcdghjklmnprstwy]{0,2}[aeiouy]+(?:ng|[klmnpt](?![aeiou]))?/u,
    givenNames: { first: 0.05, last: 0.01, joined: 0.83, separated: 0.02, hyphenated: 0.09 },
    givenHyphens: { kept: 0.09, joined: 0.84, first: 0.02, last: 0, initials: 0.05 },
    initials: { first: 0.55, all: 0.45 },
    family:
      '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 유 홍 전 고 문 양 손 배 백 허 남 심 노 하 곽 성 차 주 우 구 민 나 진 지 엄 채 원 천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 왕 금 옥 육 인 맹 제 모 탁 국 은 남궁 황보 제갈 선우 독고',
    spellings:
      '김 kim, 이 lee yi rhee, 박 park bak, 최 choi, 정 jung jeong chung, 강 kang, 조 cho jo, 윤 yoon yun, 장 jang chang, 임 lim im, 한 han, 오 oh, 서 seo suh, 신 shin sin, 권 kwon, 황 hwang, 안 ahn an, 송 song, 류 ryu, 유 yoo yu, 홍 hong, 전 jeon jun, 고 ko go, 문 moon mun, 양 yang, 손 son sohn, 배 bae, 백 baek paik, 허 heo hur, 남 nam, 심 shim, 노 noh no, 하 ha, 곽 kwak, 성 sung seong, 차 cha, 주 joo ju, 우 woo, 구 koo ku, 민 min, 나 na, 진 jin, 지 ji, 남궁 namgung namkoong',
    romanize: romanizeHangul,
  },
  /** Chinese names as in passports of Taiwan: Wade-Giles, with a hyphen in the given name. */
  {
    ...kanji,
    id: 'taiwanese',
    countries: 'tw',
    familyPerMille:
      'chen 111, lin 83, huang 60, chang 53, lee 51, li 51, wang 41, wu 40, liu 31, tsai 29, yang 27, hsu 25, cheng 19, hsieh 18, kuo 15, lai 15',
    spellings:
      '李 lee li, 林 lin, 黃 huang, 吳 wu, 徐 hsu, 許 hsu, 葉 yeh, 呂 lu, 羅 lo, 郭 kuo, 何 ho, 石 shih, 施 shih, 歐陽 ouyang, 歐 ou, 司徒 szutu situ, 司馬 szuma sima, 張簡 changchien, 范姜 fanchiang, 諸葛 chuko zhuge, 上官 shangkuan shangguan, 張 chang zhang, 蔡 tsai, 謝 hsieh, 曾 tseng, 鄭 cheng, 周 chou, 蕭 hsiao, 邱 chiu, 江 chiang, 簡 chien, 鍾 chung, 詹 chan, 游 yu, 莊 chuang, 柯 ko, 高 kao, 彭 peng, 廖 liao, 賴 lai',
    romanize: romanizeHanOfTaiwan,
  },
];
