/**
 * A Tamil letter that stands for several sounds, which its neighbours tell: க is k at the beginning of a word and doubled, and
 * g behind a vowel or a nasal. Romanised as people do in addresses: long vowels single, dental t as th.
 */
interface Stop {
  readonly start: string;
  readonly doubled: string;
  readonly medial: string;
  readonly behindNasal: string;
}

const stops: Readonly<Record<string, Stop>> = {
  க: { start: 'k', doubled: 'kk', medial: 'g', behindNasal: 'g' },
  ச: { start: 's', doubled: 'ch', medial: 's', behindNasal: 'j' },
  ட: { start: 't', doubled: 'tt', medial: 'd', behindNasal: 'd' },
  த: { start: 'th', doubled: 'th', medial: 'th', behindNasal: 'd' },
  ப: { start: 'p', doubled: 'pp', medial: 'b', behindNasal: 'b' },
  ற: { start: 'r', doubled: 'tr', medial: 'r', behindNasal: 'dr' },
};

const others: Readonly<Record<string, string>> = {
  ...{ ங: 'n', ஞ: 'n', ண: 'n', ந: 'n', ன: 'n', ம: 'm', ய: 'y', ர: 'r', ல: 'l', ள: 'l', ழ: 'zh', வ: 'v' },
  ...{ ஜ: 'j', ஷ: 'sh', ஸ: 's', ஹ: 'h', ஶ: 'sh' },
};

const nasals = 'ஙஞணநனம';

const vowels: Readonly<Record<string, string>> = {
  ...{ அ: 'a', ஆ: 'a', இ: 'i', ஈ: 'i', உ: 'u', ஊ: 'u', எ: 'e', ஏ: 'e', ஐ: 'ai', ஒ: 'o', ஓ: 'o', ஔ: 'au' },
};

const signs: Readonly<Record<string, string>> = {
  ...{ '\u0bbe': 'a', '\u0bbf': 'i', '\u0bc0': 'i', '\u0bc1': 'u', '\u0bc2': 'u', '\u0bc6': 'e' },
  ...{ '\u0bc7': 'e', '\u0bc8': 'ai', '\u0bca': 'o', '\u0bcb': 'o', '\u0bcc': 'au' },
};

const virama = '\u0bcd';

/** Groups that are written in a way of their own, the longest first. */
const groups: readonly (readonly [RegExp, string])[] = [
  [/ஸ்ரீ|ஶ்ரீ/gu, 'sri'],
  [/க்ஷ/gu, 'ksh'],
  [/ட்சு/gu, 'kshu'],
  [/ட்சி/gu, 'kshi'],
  [/கிருஷ்/gu, 'krish'],
  [/சாமி$/gu, 'samy'],
];

/** Ways in which many people write sounds of their names other than the first one: சாந்தி is Shandi or Shanthi. */
const variants: readonly (readonly [RegExp, string])[] = [
  [/nd(?=[aeiou]|$)/gu, 'nth'],
  [/kk(?=[aeiou])/gu, 'k'],
  [/ay(?=[aeiou])/gu, 'aiy'],
];

/** Romanises a Tamil word, the most common way first. Empty for a word with other letters. */
export function romanizeTamil(word: string): readonly string[] {
  const written = writeSounds(word);
  if (written === '') return [];
  const others = variants.map(([sound, other]) => written.replace(sound, other));
  return [...new Set([written, ...others])];
}

function writeSounds(word: string): string {
  const text = groups.reduce((rest, [group, latin]) => rest.replace(group, latin), word.normalize('NFC'));
  const letters = Array.from(text);
  let written = '';
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters[index] ?? '';
    const sound = soundAt(letters, index);
    if (sound === undefined) return '';
    written += sound;
    if (isConsonant(letter) && hasInherentVowel(letters[index + 1])) written += 'a';
  }
  return written.replace(/n(?=[pbm])/gu, 'm');
}

function soundAt(letters: readonly string[], index: number): string | undefined {
  const letter = letters[index] ?? '';
  const stop = stops[letter];
  if (stop !== undefined) return stopAt(letters, index, stop);
  if (/[a-z]/.test(letter)) return letter;
  return others[letter] ?? vowels[letter] ?? signs[letter] ?? (isSilent(letter) ? '' : undefined);
}

function stopAt(letters: readonly string[], index: number, stop: Stop): string {
  const letter = letters[index];
  const isBare = letters[index + 1] === virama;
  if (isBare && letters[index + 2] === letter) return '';
  const isBehindBare = letters[index - 1] === virama;
  const before = letters[index - 2] ?? '';
  if (isBehindBare && before === letter) return stop.doubled;
  if (isBehindBare && nasals.includes(before)) return stop.behindNasal;
  if (isBehindBare && before === 'ட' && letter === 'ச') return 'ch';
  return index === 0 || isBehindBare ? stop.start : isBare ? stop.start : stop.medial;
}

function isConsonant(letter: string): boolean {
  return Object.hasOwn(stops, letter) || Object.hasOwn(others, letter);
}

function hasInherentVowel(next: string | undefined): boolean {
  return next === undefined || !(next === virama || Object.hasOwn(signs, next));
}

/** Virama, aytham, and joiners. */
function isSilent(letter: string): boolean {
  return letter === virama || letter === 'ஃ' || letter === '\u200c' || letter === '\u200d';
}
