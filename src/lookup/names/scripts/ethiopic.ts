/** Consonants of the Ethiopic syllabary, one for each group of eight code points from U+1200. */
const consonants =
  'h l h m s r s sh q - q - b v t ch h - n ny - k - kh - w - z zh y d d j g - g t ch p ts ts f p'.split(' ');
const vowels = ['e', 'u', 'i', 'a', 'e', '', 'o', 'wa'];

/** Romanises a word of Amharic or Tigrinya syllables. Empty for other words. */
export function romanizeEthiopic(word: string): readonly string[] {
  const syllables = Array.from(word, (letter) => {
    const index = (letter.codePointAt(0) ?? 0) - 0x1200;
    const group = Math.floor(index / 8);
    // The letters that only carry a vowel.
    if (group === 20 || group === 26) return ['a', 'u', 'i', 'a', 'e', 'i', 'o', 'a'][index % 8];
    const consonant = consonants[group];
    return index < 0 || consonant === undefined || consonant === '-'
      ? undefined
      : consonant + (vowels[index % 8] ?? '');
  });
  if (syllables.length === 0 || syllables.includes(undefined)) return [];
  return [syllables.join('').replace(/(?<=[^aeiou]{2})(?=[^aeiouhs])/gu, 'i')];
}
