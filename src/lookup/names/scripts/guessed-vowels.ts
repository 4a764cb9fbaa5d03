import type { LetterTable } from '../language.ts';

/** The vowels to write where a script has none. */
export interface GuessedVowels {
  /** Between consonants. */
  readonly vowel: string;
  /** Between the last two consonants, behind a vowel that is written: rashed. */
  readonly last: string;
}

const isVowel = /[aeiou]$/u;

/**
 * Romanises a word of a script without short vowels. Writes its letters, and vowels between consonants so that no syllable
 * begins with two of them, and none but the last ends with two: mahmoud, salman, ahmad.
 */
export function guessVowels(word: string, letters: LetterTable, vowels: GuessedVowels): string {
  return joinWithVowels(partsOf(word, letters), vowels);
}

/** Joins what is written for the letters of a word, with vowels between consonants. */
export function joinWithVowels(written: readonly string[], vowels: GuessedVowels): string {
  // "Ya" is a consonant and a vowel.
  const parts = written
    .flatMap((part) => part.split(/(?<=^[^aeiou]+)(?=[aeiou])/u))
    .filter((part) => part !== '');
  let text = '';
  for (let index = 0; index < parts.length; index += 1) {
    const consonants = consonantsAt(index, parts);
    const isFinal = index + consonants.length === parts.length;
    text += consonants.length === 0 ? parts[index] : withVowels(consonants, { text, isFinal, vowels });
    index += Math.max(0, consonants.length - 1);
  }
  return text;
}

function consonantsAt(index: number, parts: readonly string[]): readonly string[] {
  const end = parts.findIndex((part, at) => at >= index && /^[aeiou]/u.test(part));
  return parts.slice(index, end === -1 ? undefined : end);
}

function withVowels(
  consonants: readonly string[],
  {
    text,
    isFinal,
    vowels,
  }: { readonly text: string; readonly isFinal: boolean; readonly vowels: GuessedVowels },
): string {
  let rest = consonants;
  let written = '';
  const isBehindVowel = isVowel.test(text);
  if (!isBehindVowel && rest.length > 1) {
    written = (rest[0] ?? '') + vowelBefore(rest[1], vowels);
    rest = rest.slice(1);
  }
  while (rest.length > 2) {
    written += rest.slice(0, 2).join('') + vowels.vowel;
    rest = rest.slice(2);
  }
  if (!isFinal || rest.length < 2) return written + rest.join('');
  return written + rest.join(written === '' ? vowels.last : vowels.vowel);
}

/** Ziyad, khiyar: the vowel before y is mostly an i. */
function vowelBefore(next: string | undefined, { vowel }: GuessedVowels): string {
  return next === 'y' ? 'i' : vowel;
}

/** Returns what is written for each letter or group of letters. Nothing for those that a table does not have. */
function partsOf(word: string, letters: LetterTable): readonly string[] {
  const parts: string[] = [];
  for (let index = 0; index < word.length; ) {
    const found = [3, 2, 1]
      .map((length) => word.slice(index, index + length))
      .find((group) => keyOf(group, index, word, letters) !== undefined);
    const key = found === undefined ? undefined : keyOf(found, index, word, letters);
    if (key !== undefined) parts.push(letters[key] ?? '');
    index += found?.length ?? 1;
  }
  return parts;
}

function keyOf(group: string, index: number, word: string, letters: LetterTable): string | undefined {
  const keys = [
    ...(index === 0 ? [`^${group}`] : []),
    ...(index + group.length === word.length ? [`${group}$`] : []),
    group,
  ];
  return keys.find((key) => Object.hasOwn(letters, key));
}
