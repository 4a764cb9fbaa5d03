import { readLetters } from '../word-lists.ts';
import { joinWithVowels } from './guessed-vowels.ts';

const consonants: Readonly<Record<string, string>> = readLetters(`
  ب b, پ p, ت t, ج j, چ ch, ح h, خ kh, د d, ر r, ڕ r, ز z, ژ zh, س s, ش sh, ص s, ط t, غ gh, ف f, ڤ v, ق q,
  ك k, گ g, ل l, ڵ l, م m, ن n, ه h, ع, ئ, ء, ض z, ظ z, ذ z, ث s`);

/** Kurdish in Arabic letters writes all vowels but a short i. */
const vowels: Readonly<Record<string, string>> = { ا: 'a', ە: 'a', ۆ: 'o', ێ: 'e' };

const isVowel = /[aeiou]$/u;

/** Romanises a word of Sorani, the most common way first. Empty for words with other letters. */
export function romanizeSorani(word: string): readonly string[] {
  const letters = Array.from(
    word
      .replace(/ه\u200c/gu, 'ە')
      .replace(/\u200c|\u0640/gu, '')
      .replace(/ک/gu, 'ك')
      .replace(/[يى]/gu, 'ی')
      .replace(/رر/gu, 'ر')
      .replace(/ه$/u, 'ە'),
  );
  const parts: string[] = [];
  for (const [index, letter] of letters.entries()) {
    const text = consonants[letter] ?? vowels[letter] ?? halfVowelAt(index, letters, parts);
    if (text === undefined) return [];
    parts.push(text);
  }
  const text = withKeptStart(parts);
  return [
    ...new Set([text, text.replace(/zh/gu, 'j'), text.replace(/(?<=[^aeiou])u(?=[^aeiou])/u, 'oo')]),
  ].filter((one) => one !== '');
}

/** و and ی are consonants before or behind a vowel, and vowels between consonants. */
function halfVowelAt(
  index: number,
  letters: readonly string[],
  before: readonly string[],
): string | undefined {
  const letter = letters[index];
  if (letter !== 'و' && letter !== 'ی') return undefined;
  const next = letters[index + 1] ?? '';
  // Two of them are one long vowel, which the first stands for.
  if (letter === 'و' && letters[index - 1] === 'و') return '';
  const isConsonant = isVowel.test(before.at(-1) ?? '') || Object.hasOwn(vowels, next);
  if (letter === 'و') return isConsonant ? 'w' : 'u';
  return isConsonant ? 'y' : 'i';
}

/** Two consonants at the start are said together if the second is one of these: Shwan, Trifa, Zhyan. */
function withKeptStart([first = '', second = '', ...others]: readonly string[]): string {
  const join = (parts: readonly string[]) => joinWithVowels(parts, { vowel: 'i', last: 'i' });
  const isKept = /[^aeiou]$/u.test(first) && /^[rwy]$/u.test(second);
  return isKept ? first + join([second, ...others]) : join([first, second, ...others]);
}
