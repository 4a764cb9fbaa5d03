import type { Language } from '../../language.ts';
import { pinyinSyllable, romanizeHan } from '../../scripts/han.ts';
import { chinese } from './chinese.ts';

/** Chinese names by syllables in pinyin. */
export const kanji: Language = {
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
