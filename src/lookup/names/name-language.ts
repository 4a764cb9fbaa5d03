import type { Language } from './language.ts';
import { languagesIn, type Script } from './languages.ts';
import { knownName } from './name-index.ts';
import { countriesOf } from './word-lists.ts';

/**
 * What speaks for a language: the country of the domain, letters that few others or not all have, endings in plain letters,
 * which other languages have, too, and frequent names. A letter that it does not have speaks against it.
 */
const evidence = {
  country: 1.6,
  sign: 2,
  plainSign: 1.2,
  name: 1.5,
  foreignMark: 2,
  foreignLetter: 5,
} as const;

/** Less than this is no evidence: one frequent name may occur in any language. */
const leastEvidence = 1.3;

/**
 * Returns the language of the words of a script that the words, and the country of the domain, speak for most. Without
 * evidence, the first language of the script; undefined for Latin letters.
 */
export function languageOf(script: Script, words: readonly string[], country: string): Language | undefined {
  let best: { language: Language; score: number } | undefined;
  for (const [language, score] of scoresOf(script, words, country))
    if (score > (best?.score ?? leastEvidence)) best = { language, score };
  const language = best?.language ?? (script === 'latin' ? undefined : languagesIn(script)[0]);
  return script === 'han' ? chineseOf(words, language, country) : language;
}

/** Returns Taiwan's Chinese for names in pinyin by default whose characters the mainland writes otherwise. */
function chineseOf(
  words: readonly string[],
  language: Language | undefined,
  country: string,
): Language | undefined {
  const [mainland, taiwanese] = languagesIn('han');
  if (language === undefined || language !== mainland || countriesOf(mainland).has(country)) return language;
  return words.some((word) => traditional.test(word)) ? taiwanese : mainland;
}

/** How likely names in characters are of the less likely of two languages, if the country does not tell. */
const otherShares = { japanese: 0.15, chinese: 0.25, taiwanese: 0.45 } as const;

/** Frequent characters of names that are others in simplified Chinese. */
const traditional =
  /[麗禮勵張劉陳楊陽揚養黃趙吳鄔緒孫馬諸築賀羅鄭謝協諧鄧韓漢馮鳳豐鋒楓蕭曉東棟圓遠緣財蔣將語葉業燁誠偉衛維煒韋瑋緯蘇呂綠盧陸魯祿鷺堯瑤鐘鍾譚時詩錦賈俠復輔鄒夢銀顏嚴閻彥龍濤顧紹萬錢謙賴來鴻紅軍鈞駿傑潔銘鳴靜競瑩穎鶯應強華樺剛鋼齡嶺綾鈴貴鄉項詳藝義儀憶誼雲韻軒選輝暉費飛凱愷銳劍堅簡見鑑廣達聰叢歡煥環紀濟繼績機蘭藍嵐瀾連聯蓮寧齊綺慶榮單勝聖樞書樹雙絲聞溫紋習興詠優澤貞禎寶鮑潤順恆嬌貝愛奮倫賢憲顯歐鷗圖塗關觀莊壯遲儲竇勞樓婁聶龐饒騰鄺傳寬勳瓊瑪鎮麥區蘆瀅淵國學賓濱]/u;

/**
 * Returns the other language that a name in Chinese characters may be of, and how likely it is: Japanese or Chinese, or Hong
 * Kong's for names in traditional characters. Undefined if the country tells, or nothing speaks for another one.
 */
export function otherLanguageOf(
  words: readonly string[],
  language: Language,
  country: string,
): { readonly language: Language; readonly share: number } | undefined {
  const [chinese, taiwanese, japanese, cantonese] = languagesIn('han');
  if (chinese === undefined || japanese === undefined || countriesOf(language).has(country)) return undefined;
  if (language === japanese) return { language: chinese, share: otherShares.japanese };
  if (words.some((word) => !/^\p{Script=Han}+$/u.test(word))) return undefined;
  if (language === taiwanese && cantonese !== undefined)
    return { language: cantonese, share: otherShares.taiwanese };
  const score = scoresOf('han', words, country).get(japanese) ?? 0;
  return score > 0 ? { language: japanese, share: otherShares.chinese } : undefined;
}

/** Returns how much speaks for each language of a script, in their order. */
function scoresOf(script: Script, words: readonly string[], country: string): ReadonlyMap<Language, number> {
  const known = languagesIn(script);
  const special = specialLetters(words);
  const scores = new Map(known.map((language) => [language, -againstLetters(language, special)]));
  const add = (language: Language, score: number) => {
    const before = scores.get(language);
    if (before !== undefined) scores.set(language, before + score);
  };
  for (const language of known) {
    if (countriesOf(language).has(country)) add(language, evidence.country);
    const { signs } = language;
    if (signs !== undefined) {
      for (const word of words)
        if (signs.test(word) && !isOnlyElsewhere(word, language)) add(language, signIn(word));
    }
  }
  for (const word of words.flatMap(namesIn)) {
    const { given, family } = knownName(word);
    for (const list of [given, family])
      for (const language of list) add(language, evidence.name / Math.sqrt(list.length));
  }
  return scores;
}

function signIn(word: string): number {
  return /^[a-z-]*$/.test(word) ? evidence.plainSign : evidence.sign;
}

/** True for a frequent name of other languages: "Chris" is no sign of Greek, although it ends as many Greek names do. */
function isOnlyElsewhere(word: string, language: Language): boolean {
  const { given, family } = knownName(word);
  return given.length + family.length > 0 && !given.includes(language) && !family.includes(language);
}

/** "anna-maria", or "anna" and "maria" if that is no frequent name; of characters without a space, each family name and the rest. */
function namesIn(word: string): readonly string[] {
  const { given, family } = knownName(word);
  if (given.length + family.length > 0) return [word];
  if (!/^\p{Script=Han}{3,5}$/u.test(word)) return word.split('-');
  const letters = Array.from(word);
  return [1, 2, 3]
    .map((count) => [letters.slice(0, count).join(''), letters.slice(count).join('')])
    .filter(([name = '']) => knownName(name).family.length > 0)
    .flat();
}

/** Letters that say nothing: of some, the capitals are those of others. */
const plainLetters = /[a-z0-9ıßſ-]|\u0307/gu;

/** Returns the letters of words that not every language has. */
function specialLetters(words: readonly string[]): readonly string[] {
  return [...new Set(words.join('').replace(plainLetters, ''))];
}

/** Returns how much letters that a language does not have speak against it. */
function againstLetters({ marks, foreignLetters }: Language, special: readonly string[]): number {
  const against = (letter: string) => {
    if (foreignLetters?.test(letter) === true) return evidence.foreignLetter;
    return marks !== undefined && !marks.includes(letter) ? evidence.foreignMark : 0;
  };
  return special.reduce((sum, letter) => sum + against(letter), 0);
}
