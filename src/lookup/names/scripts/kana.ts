import { readLetters } from '../word-lists.ts';

/** Hepburn, without marks for long vowels. */
const rows: Readonly<Record<string, string>> = readLetters(`
  あ a, い i, う u, え e, お o, か ka, き ki, く ku, け ke, こ ko, さ sa, し shi, す su, せ se, そ so, た ta, ち chi, つ tsu,
  て te, と to, な na, に ni, ぬ nu, ね ne, の no, は ha, ひ hi, ふ fu, へ he, ほ ho, ま ma, み mi, む mu, め me, も mo,
  や ya, ゆ yu, よ yo, ら ra, り ri, る ru, れ re, ろ ro, わ wa, を o, ん n, が ga, ぎ gi, ぐ gu, げ ge, ご go, ざ za, じ ji,
  ず zu, ぜ ze, ぞ zo, だ da, ぢ ji, づ zu, で de, ど do, ば ba, び bi, ぶ bu, べ be, ぼ bo, ぱ pa, ぴ pi, ぷ pu, ぺ pe,
  ぽ po, ゃ ya, ゅ yu, ょ yo, ぁ a, ぃ i, ぅ u, ぇ e, ぉ o, ゔ vu`);

const small = /[ゃゅょ]/u;

/** Romanises a word in hiragana or katakana. Empty for other words. */
export function romanizeKana(word: string): readonly string[] {
  const letters = Array.from(word, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= 0x30a1 && code <= 0x30f4 ? String.fromCodePoint(code - 0x60) : letter;
  });
  let text = '';
  let doubled = false;
  for (const letter of letters) {
    if (letter === 'っ') {
      doubled = true;
      continue;
    }
    if (letter === 'ー') continue;
    const sound = rows[letter];
    if (sound === undefined) return [];
    if (small.test(letter) && text.endsWith('i'))
      text = text.slice(0, -1) + (/(?:sh|ch|j)i$/u.test(text) ? sound.slice(1) : sound);
    else text += doubled ? (sound.startsWith('ch') ? 't' : sound.slice(0, 1)) + sound : sound;
    doubled = false;
  }
  const short = text.replace(/ou/gu, 'o').replace(/oo/gu, 'o').replace(/uu/gu, 'u');
  return short === text ? [text] : [short, text];
}
