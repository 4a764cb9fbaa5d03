/**
 * The scripts of India and Sri Lanka share one layout: each has a block of 128 code points (Sinhala's own), with the
 * same letter at the same place. Romanised as people do in addresses: long vowels single, final a dropped.
 */
const consonants: Readonly<Record<number, string>> = {
  21: 'k',
  22: 'kh',
  23: 'g',
  24: 'gh',
  25: 'n',
  26: 'ch',
  27: 'chh',
  28: 'j',
  29: 'jh',
  30: 'n',
  31: 't',
  32: 'th',
  33: 'd',
  34: 'dh',
  35: 'n',
  36: 't',
  37: 'th',
  38: 'd',
  39: 'dh',
  40: 'n',
  41: 'n',
  42: 'p',
  ...{ 43: 'ph', 44: 'b', 45: 'bh', 46: 'm', 47: 'y', 48: 'r', 49: 'r', 50: 'l', 51: 'l', 52: 'l', 53: 'v' },
  ...{ 54: 'sh', 55: 'sh', 56: 's', 57: 'h' },
};

const vowels: Readonly<Record<number, string>> = {
  ...{ 5: 'a', 6: 'a', 7: 'i', 8: 'i', 9: 'u', 10: 'u', 11: 'ri', 13: 'e', 14: 'e', 15: 'e', 16: 'ai' },
  ...{ 17: 'o', 18: 'o', 19: 'o', 20: 'au' },
};

const vowelSigns: Readonly<Record<number, string>> = {
  ...{ 62: 'a', 63: 'i', 64: 'i', 65: 'u', 66: 'u', 67: 'ri', 69: 'e', 70: 'e', 71: 'e', 72: 'ai' },
  ...{ 73: 'o', 74: 'o', 75: 'o', 76: 'au' },
};

const virama = 77;
const nasals: readonly number[] = [1, 2];
const sinhalaBlock = 0x0d80;

/** Sinhala has its letters at places of its own. */
const sinhalaLetters: Readonly<Record<number, string>> = {
  ...{ 154: 'k', 155: 'kh', 156: 'g', 157: 'gh', 158: 'n', 159: 'ng', 160: 'ch', 161: 'ch', 162: 'j' },
  ...{ 164: 'n', 165: 'gn', 167: 't', 168: 'th', 169: 'd', 170: 'dh', 171: 'n', 172: 'nd', 173: 'th' },
  ...{ 174: 'th', 175: 'd', 176: 'dh', 177: 'n', 179: 'nd', 180: 'p', 181: 'ph', 182: 'b', 183: 'bh' },
  ...{ 184: 'm', 185: 'mb', 186: 'y', 187: 'r', 189: 'l', 192: 'w', 193: 'sh', 194: 'sh', 195: 's' },
  ...{ 196: 'h', 197: 'l', 198: 'f' },
};
const sinhalaVowels: Readonly<Record<number, string>> = {
  ...{ 133: 'a', 134: 'a', 135: 'a', 136: 'a', 137: 'i', 138: 'i', 139: 'u', 140: 'u', 145: 'e', 146: 'e' },
  ...{ 147: 'ai', 148: 'o', 149: 'o', 150: 'au' },
};
const sinhalaSigns: Readonly<Record<number, string>> = {
  ...{ 207: 'a', 208: 'a', 209: 'a', 210: 'i', 211: 'i', 212: 'u', 214: 'u', 216: 'ru', 217: 'e', 218: 'e' },
  ...{ 219: 'ai', 220: 'o', 221: 'o', 222: 'au' },
};

type Sound =
  | { readonly kind: 'consonant' | 'vowel' | 'sign' | 'nasal'; readonly text: string }
  | { readonly kind: 'virama' };

/** Romanises a word of an Indic script. Empty for a word with other letters. */
export function romanizeIndic(word: string): readonly string[] {
  const sounds = Array.from(word, soundOf).filter((sound) => sound !== 'silent');
  if (sounds.length === 0 || sounds.includes('foreign')) return [];
  const known = sounds.filter((sound): sound is Sound => typeof sound === 'object');
  // Dravidian languages and Sinhala write a vowel where it is spoken; the others drop the last one, and some inside.
  const code = word.codePointAt(0) ?? 0;
  const isNorthern = code < 0x0b80;
  const text = written(known, isNorthern ? 'inside' : 'never');
  const usual =
    code < 0x0980
      ? northern(text)
      : code < 0x0c00
        ? [asSaid(text).replace(/oya/gu, 'wa')]
        : code < sinhalaBlock
          ? southern(text, written(known, 'last'))
          : [text, text.replace(/w/gu, 'v'), text.replace(/ks(?=a)/gu, 'ksh')];
  return [...new Set(usual)].filter((one) => one !== '');
}

/** How many people write what stands for a sound, the most common way first: Shwetha for Shveta, Gyan for Jnan. */
function northern(text: string): readonly string[] {
  const one = asSaid(text).replace(/jn/gu, 'gy');
  return [
    one,
    one.replace(/iy(?=a$)/u, 'i'),
    asSaid(text).replace(/^jn/u, 'dny'),
    one.replace(/(?<=s)w/u, 'v'),
  ];
}

function asSaid(text: string): string {
  return text.replace(/(?<=[dghkst])v(?=[aeiou])/gu, 'w');
}

/** Telugu, Kannada and Malayalam. `short`: without the last a, which many leave out. */
function southern(text: string, short: string): readonly string[] {
  const usual = (one: string) => asSaid(one).replace(/^shri/u, 'sri');
  return [
    usual(text),
    usual(text).replace(/^sri/u, 'sree'),
    usual(short),
    usual(text).replace(/sh(?=w)/gu, 's'),
  ];
}

function soundOf(letter: string): Sound | 'foreign' | 'silent' {
  const code = letter.codePointAt(0) ?? 0;
  if (code === 0x200c || code === 0x200d) return 'silent';
  if (code >= sinhalaBlock && code < sinhalaBlock + 0x80) return sinhalaSound(code - 0x0d00);
  if (code < 0x0900 || code >= sinhalaBlock) return 'foreign';
  const place = code % 0x80;
  if (place === virama) return { kind: 'virama' };
  if (nasals.includes(place)) return { kind: 'nasal', text: 'n' };
  const consonant = consonants[place];
  if (consonant !== undefined) return { kind: 'consonant', text: consonant };
  const vowel = vowels[place];
  if (vowel !== undefined) return { kind: 'vowel', text: vowel };
  const sign = vowelSigns[place];
  if (sign !== undefined) return { kind: 'sign', text: sign };
  if (code >= 0x0d7a && code <= 0x0d7f)
    return { kind: 'vowel', text: ['n', 'n', 'r', 'l', 'l', 'k'][code - 0x0d7a] ?? '' };
  if (code === 0x09ce) return { kind: 'vowel', text: 't' };
  return 'silent';
}

function sinhalaSound(place: number): Sound | 'silent' {
  if (place === 0xca) return { kind: 'virama' };
  if (place === 0x82) return { kind: 'nasal', text: 'n' };
  const [consonant, vowel, sign] = [sinhalaLetters[place], sinhalaVowels[place], sinhalaSigns[place]];
  if (consonant !== undefined) return { kind: 'consonant', text: consonant };
  if (vowel !== undefined) return { kind: 'vowel', text: vowel };
  return sign === undefined ? 'silent' : { kind: 'sign', text: sign };
}

/** `silent`: where the vowel that a consonant has without a sign is silent. `inside`: at the end, too. */
function written(sounds: readonly Sound[], silent: 'never' | 'last' | 'inside'): string {
  const kindAt = (index: number) => sounds[index]?.kind;
  let text = '';
  let lastWasDropped = true;
  for (const [index, sound] of sounds.entries()) {
    if (sound.kind === 'virama') continue;
    text += sound.text;
    if (sound.kind !== 'consonant') {
      lastWasDropped = false;
      continue;
    }
    const next = kindAt(index + 1);
    if (next === 'sign' || next === 'virama') {
      lastWasDropped = next === 'virama';
      continue;
    }
    const isLast = next === undefined;
    // Between two syllables with vowels, an inherent a is silent: "Karan-vir", not "Karanavir".
    // Behind another consonant the last one keeps it if both can't be said without: Rajendra, Krishna.
    const isHeld = isLast && kindAt(index - 1) === 'virama' && /^(?:r|y|v|n|m)$/u.test(sound.text);
    const isSilent =
      (silent !== 'never' && isLast && !isHeld) ||
      (silent === 'inside' &&
        !isLast &&
        !lastWasDropped &&
        next === 'consonant' &&
        kindAt(index + 2) === 'sign');
    const isOnly = isLast && index < 2 && text.length < 3;
    if (!isSilent || isOnly) text += 'a';
    lastWasDropped = isSilent;
  }
  return text.replace(/n(?=[pbm])/gu, 'm');
}
