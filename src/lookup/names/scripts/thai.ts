import { readLetters } from '../word-lists.ts';

/** Consonants of Thai and Lao at the start and at the end of a syllable. Royal Thai General System, without marks. */
const thaiInitials: Readonly<Record<string, string>> = readLetters(`
  ก k, ข kh, ค kh, ฆ kh, ง ng, จ ch, ฉ ch, ช ch, ซ s, ฌ ch, ญ y, ฎ d, ฏ t, ฐ th, ฑ th, ฒ th, ณ n, ด d, ต t,
  ถ th, ท th, ธ th, น n, บ b, ป p, ผ ph, ฝ f, พ ph, ฟ f, ภ ph, ม m, ย y, ร r, ล l, ว w, ศ s, ษ s, ส s, ห h,
  ฬ l, อ, ฮ h, ກ k, ຂ kh, ຄ kh, ງ ng, ຈ ch, ສ s, ຊ x, ຍ nh, ດ d, ຕ t, ຖ th, ທ th, ນ n, ບ b, ປ p, ຜ ph, ຝ f,
  ພ ph, ຟ f, ມ m, ຢ y, ຣ r, ລ l, ວ v, ຫ h, ອ, ຮ h`);

const leading: Readonly<Record<string, string>> = {
  ...{ เ: 'e', แ: 'ae', โ: 'o', ใ: 'ai', ไ: 'ai', ເ: 'e', ແ: 'ae', ໂ: 'o', ໃ: 'ai', ໄ: 'ai' },
};

const following: Readonly<Record<string, string>> = {
  ...{ ะ: 'a', 'ั': 'a', า: 'a', ำ: 'am', 'ิ': 'i', 'ี': 'i', 'ึ': 'ue', 'ื': 'ue', 'ุ': 'u', 'ู': 'u', 'ົ': 'o' },
  ...{ '\uE000': 'ua', '\uE001': 'oua', '\uE002': 'ia', '\uE003': 'uea', '\uE004': 'ao' },
  ...{ ະ: 'a', 'ັ': 'a', າ: 'a', ຳ: 'am', 'ິ': 'i', 'ີ': 'i', 'ຶ': 'ue', 'ື': 'ue', 'ຸ': 'ou', 'ູ': 'ou', ຽ: 'ia' },
};

const finals: Readonly<Record<string, string>> = readLetters(`
  k k, kh k, ch t, s t, t t, th t, d t, b p, p p, ph p, f p, l n, r n, y i, w o, nh i, v o, x t, n n, m m,
  ng ng, h`);

/** Vowels of several letters, and what stands for each behind its consonant until it is written. */
const diphthongs: readonly (readonly [RegExp, string])[] = [
  [/ัวะ?|(?<=[ก-ฮ])ว(?=[ก-ฮ](?![ะ-ู]))/gu, '\uE000'],
  [/ົວ|(?<=[ກ-ຮ])ວ(?=[ກ-ຮ](?![ະ-ຽ]))/gu, '\uE001'],
  [/(?:เ([ก-ฮ]{1,2})ีย|ເ([ກ-ຮ]{1,2})ຍ)/gu, '$1$2\uE002'],
  [/(?:เ([ก-ฮ]{1,2})ือ|ເ([ກ-ຮ]{1,2})ືອ)/gu, '$1$2\uE003'],
  [/(?:เ([ก-ฮ])า|ເ([ກ-ຮ])ົາ)(?!ะ)/gu, '$1$2\uE004'],
];

/** Consonants at the end of a syllable that do not follow from what is written for them at the start. */
const finalLetters: Readonly<Record<string, string>> = { ญ: 'n', ດ: 't', ຍ: 'i' };

/** Two consonants that are said without a vowel between them. */
const isPair = /^(?:[กขคตปผพศส]ร|[กขคปผพ]ล|[กขค]ว)$/u;

/** An h that only tells the tone of the consonant behind it. Not in haansaa. */
const silentH = /^ห(?=[งญนมยลว]|ร(?!ร))|^ຫ(?=[ງຍນມລວຼ]|\u0EBC)\u0EBC?/u;

/** Romanises a Thai or Lao word, letter by letter: a guess for names that are in no list. Empty for other scripts. */
export function romanizeThai(word: string): readonly string[] {
  const bare = word
    .replace(/.[\u0E4C\u0ECC]/gu, '')
    .replace(/[\u0E47-\u0E4E\u0EC8-\u0ECC]/gu, '')
    .replace(silentH, '')
    .replace(/ตร$/u, 'ต');
  const letters = Array.from(diphthongs.reduce((text, [written, one]) => text.replace(written, one), bare));
  let text = '';
  let pending = '';
  let hasVowel = false;
  for (const [index, letter] of letters.entries()) {
    const before = leading[letter];
    const vowel = following[letter];
    const consonant = thaiInitials[letter];
    const next = letters[index + 1] ?? '';
    const isFollowed = following[next] !== undefined;
    if (before !== undefined) pending = before;
    else if (vowel !== undefined) {
      text += vowel;
      hasVowel = true;
    } else if (consonant === undefined) return [];
    else if (pending !== '') {
      text += consonant + pending;
      pending = '';
      hasVowel = true;
    } else if (isFollowed || leading[letters[index - 1] ?? ''] !== undefined) {
      text += consonant;
      hasVowel = false;
    } else if (hasVowel) {
      text += finalLetters[letter] ?? finals[consonant] ?? consonant;
      hasVowel = false;
    } else if (following[letters[index + 2] ?? ''] !== undefined) {
      // An a before another syllable, as in "pa-wi", and nothing in a pair such as "pri".
      text += isPair.test(letter + next) ? consonant : `${consonant}a`;
    } else {
      text += thaiInitials[next] !== undefined ? `${consonant}o` : consonant;
      hasVowel = true;
    }
  }
  return text === '' ? [] : [text];
}
