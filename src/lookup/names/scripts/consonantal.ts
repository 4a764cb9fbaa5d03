import type { LetterTable } from '../language.ts';

/** Romanises a word of a script without short vowels: writes its letters, and `vowel` between consonants. */
function guessVowels(word: string, letters: LetterTable, vowel: string): string {
  const parts = Array.from(word, (letter, index) => {
    const keys = [
      index === 0 ? `^${letter}` : letter,
      index === word.length - 1 ? `${letter}$` : letter,
      letter,
    ];
    return letters[keys.find((key) => Object.hasOwn(letters, key)) ?? ''] ?? '';
  });
  let text = '';
  for (const [index, part] of parts.entries()) {
    const isConsonant = /^[^aeiou]/u.test(part);
    if (
      isConsonant &&
      index > 0 &&
      index < parts.length &&
      /[^aeiou]$/u.test(text) &&
      !isCluster(index, parts)
    )
      text += vowel;
    text += part;
  }
  return text;
}

/** The last consonant follows the one before it without a vowel, if that has a vowel before it. */
function isCluster(index: number, parts: readonly string[]): boolean {
  return index === parts.length - 1 && index > 2 && /[aeiou]$/u.test(parts[index - 2] ?? '');
}

/** Romanises a word in Arabic letters, with its article. */
export function romanizeArabic(word: string): readonly string[] {
  if (!/^\p{Script=Arabic}+$/u.test(word)) return [];
  const hasArticle = word.startsWith('ال') && word.length > 4;
  const text = guessVowels(hasArticle ? word.slice(2) : word, arabicLetters, 'a');
  return text === '' ? [] : [(hasArticle ? 'al' : '') + text];
}

/** Romanises a word in Hebrew letters. */
export function romanizeHebrew(word: string): readonly string[] {
  if (!/^\p{Script=Hebrew}+$/u.test(word)) return [];
  return [guessVowels(word, hebrewLetters, 'a')].filter((text) => text !== '');
}

const hebrewLetters: LetterTable = {
  א: 'a',
  ב: 'v',
  '^ב': 'b',
  ג: 'g',
  ד: 'd',
  ה: 'h',
  ה$: 'a',
  ו: 'o',
  '^ו': 'v',
  ז: 'z',
  ח: 'h',
  ט: 't',
  י: 'i',
  '^י': 'y',
  כ: 'k',
  ך: 'ch',
  ל: 'l',
  מ: 'm',
  ם: 'm',
  נ: 'n',
  ן: 'n',
  ס: 's',
  ע: 'a',
  פ: 'f',
  '^פ': 'p',
  ף: 'f',
  צ: 'tz',
  ץ: 'tz',
  ק: 'k',
  ר: 'r',
  ש: 'sh',
  ת: 't',
  וו: 'v',
  יי: 'y',
};

const arabicLetters: LetterTable = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ٱ: 'a',
  ب: 'b',
  ت: 't',
  ث: 'th',
  ج: 'j',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'dh',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  ع: 'a',
  غ: 'gh',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ک: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ہ: 'h',
  ھ: 'h',
  ة: 'a',
  ه$: 'eh',
  و: 'ou',
  '^و': 'w',
  ي: 'i',
  '^ي': 'y',
  ی: 'i',
  '^ی': 'y',
  ى: 'a',
  ئ: 'e',
  ؤ: 'o',
  ء: '',
  پ: 'p',
  چ: 'ch',
  ژ: 'zh',
  گ: 'g',
  ٹ: 't',
  ڈ: 'd',
  ڑ: 'r',
  ے: 'e',
  ں: 'n',
  يا: 'ya',
  یا: 'ya',
  وا: 'wa',
};
