/** The article before a name. */
export const arabicArticle = 'ال';

const joinsNext = 'عبد';

const joinsPrevious = /^(?:الدين|الدین|الله|اللہ|الإسلام|الاسلام)$/u;

/** Returns whether two words are one name that people also write in one: عبد الرحمن, نور الدين, بی بی. */
export function areOneArabicName(word: string, next: string): boolean {
  return (
    (word === joinsNext && next.startsWith(arabicArticle)) ||
    joinsPrevious.test(next) ||
    (word === next && /^ب[یي]$/u.test(word))
  );
}

/** Vowel signs, and what stretches a word. */
export const arabicMarks = /[\u064b-\u065f\u0670\u0640\u0674\u200c]/gu;

const sameLetters: readonly (readonly [RegExp, string])[] = [
  [arabicMarks, ''],
  [/[أإآٱ]/gu, 'ا'],
  [/[ىیۍې]/gu, 'ي'],
  [/ک/gu, 'ك'],
  [/ګ/gu, 'گ'],
  [/[ةہۂۃھۀ]/gu, 'ه'],
];

/** Returns a word, or a text, with letters that many people type for each other as one of them. */
export function withSameArabicLetters(text: string): string {
  return sameLetters.reduce((rest, [letters, letter]) => rest.replace(letters, letter), text);
}
