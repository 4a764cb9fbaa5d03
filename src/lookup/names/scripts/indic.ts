import { readWords } from '../word-lists.ts';

/** What stands for sounds of which there are several spellings, until one is chosen. */
const dentalT = 'T';
const nasal = 'N';
const longI = 'I';
const longU = 'U';

/**
 * The scripts of India and Sri Lanka share one layout: each has a block of 128 code points (Sinhala's own), with the
 * same letter at the same place. Romanised as people do in addresses: most long vowels single, final a dropped.
 */
const firstConsonant = 21;
const consonants = readWords(
  `k kh g gh n ch chh j jh n t th d dh n ${dentalT} th d dh n n p ph b bh m y r r l l l v sh sh s h`,
);

const vowels: Readonly<Record<number, string>> = {
  ...{ 5: 'a', 6: 'a', 7: 'i', 8: 'i', 9: 'u', 10: 'u', 11: 'ri', 13: 'e', 14: 'e', 15: 'e', 16: 'ai' },
  ...{ 17: 'o', 18: 'o', 19: 'o', 20: 'au' },
};

const vowelSigns: Readonly<Record<number, string>> = {
  ...{ 62: 'a', 63: 'i', 64: longI, 65: 'u', 66: longU, 67: 'ri', 69: 'e', 70: 'e', 71: 'e', 72: 'ai' },
  ...{ 73: 'o', 74: 'o', 75: 'o', 76: 'au' },
};

const virama = 77;
const nasals: readonly number[] = [1, 2];
/** Where the blocks of some scripts begin. */
const bengaliBlock = 0x0980;
const gurmukhiBlock = 0x0a00;
const gujaratiBlock = 0x0a80;
const teluguBlock = 0x0c00;
const kannadaBlock = 0x0c80;
const malayalamBlock = 0x0d00;
const sinhalaBlock = 0x0d80;

/** With a dot below or beside it, a letter stands for a sound of Persian names, or for another of the language. */
const dotted: Readonly<Record<number, string>> = {
  ...{ 21: 'k', 22: 'kh', 23: 'g', 28: 'z', 33: 'r', 34: 'rh', 43: 'f', 47: 'y', 50: 'l', 56: 'sh' },
};

/** Letters of Assamese. The second one stands for the Bengali letter as well that is said like it. */
const assamese: Readonly<Record<number, string>> = { 2544: 'r', 2545: 'w' };

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
  const letters = asPronounced(word).match(/.[\u093c\u09bc\u0a3c\u0abc]?/gsu) ?? [];
  const sounds = letters.map(soundOf).filter((sound) => sound !== 'silent');
  if (sounds.length === 0 || sounds.includes('foreign')) return [];
  const known = sounds.filter((sound): sound is Sound => typeof sound === 'object');
  return [...new Set(usualSpellings(word.codePointAt(0) ?? 0, known))].filter((one) => one !== '');
}

/** Returns the spellings of the sounds of a word, by the script of its first letter. */
function usualSpellings(code: number, sounds: readonly Sound[]): readonly string[] {
  // Dravidian languages and Sinhala write a vowel where it is spoken; the others drop the last one, and some inside.
  const isNorthern = code < 0x0b80;
  const marked = written(sounds, isNorthern ? 'inside' : 'never');
  const text = plain(marked);
  const doubled = plain(withDoubledVowels(marked));
  if (code < bengaliBlock) {
    const usual = northern(plain(withDoubledI(marked)));
    return besideFirst(usual, northern(usual[0] === northern(doubled)[0] ? text : doubled)[0]);
  }
  if (code < gurmukhiBlock) return [bengali(text), bengali(doubled)];
  if (code < gujaratiBlock) return besideFirst(punjabi(text), punjabi(doubled)[0]);
  if (code < gujaratiBlock + 0x80) return besideFirst(gujarati(text), gujarati(doubled)[0]);
  if (code < teluguBlock) return [asSaid(text)];
  return code < sinhalaBlock ? southern(code, marked, written(sounds, 'last')) : sinhala(text);
}

function besideFirst([first = '', ...others]: readonly string[], next = ''): readonly string[] {
  return [first, next, ...others];
}

function plain(text: string): string {
  return text.toLowerCase();
}

/** Deepa for Dīpa, Pooja for Pūja: many people double a long vowel of the first syllable. */
function withDoubledVowels(text: string): string {
  return withDoubledI(text).replace(/^([^aeiouIUs]h?)U(?=[^aeiouIUr])/u, '$1oo');
}

/** Not in Piyush, Virendra and Sridhar. */
function withDoubledI(text: string): string {
  return text
    .replace(/^([^aeiouIU]{1,2})(?<!sr|shr)I(?=[^aeiouIUy])(?!re|v?r[aeiou]nd)/u, '$1ee')
    .replace(/vIn$/u, 'veen')
    .replace(/jIv/u, 'jeev');
}

function bengali(text: string): string {
  return asSaid(text)
    .replace(/oya/gu, 'wa')
    .replace(/uya/gu, 'ua')
    .replace(/shw/gu, 'sw')
    .replace(/^shr/u, 'sr')
    .replace(/fik(?=$|u[lr]$)/u, 'fiq')
    .replace(/ng(?=[gk])/gu, 'n');
}

/** Writes letters of Bengali that others are said for as these: ya as ja, va behind some consonants; ph is said as f there, and in Gujarati. */
function asPronounced(word: string): string {
  return word
    .replace(/(?<!্)য(?!়)/gu, 'জ')
    .replace(/(?<=[কগজতথদধশষসহ]্)ব/gu, 'ৱ')
    .replace(/[ফફ](?![়઼])/gu, (letter) => letter + (letter === 'ফ' ? '়' : '઼'));
}

/** Parts of Punjabi names that most people write with doubled vowels, or with w. */
function punjabi(text: string): readonly string[] {
  const said = asSaid(text)
    .replace(/(?<=[b-df-hj-np-tv-z])v?vind(?:a?r)$/u, 'winder')
    .replace(/ind(?:a?r)$/u, 'inder')
    .replace(/prit(?=$|[iy])/u, 'preet')
    .replace(/dip$/u, 'deep')
    .replace(/mit$/u, 'meet');
  return [said, said.replace(/jit$/u, 'jeet'), said.replace(/(?<=.)winder$/u, 'vinder')];
}

function gujarati(text: string): readonly string[] {
  const said = asSaid(text);
  return [said.replace(/jn/gu, 'gn'), said.replace(/jn/gu, 'gy')];
}

/** Endings of Sinhala names as most of their bearers write them, each with the way by letters behind it. */
const sinhalaEndings: readonly (readonly [RegExp, string])[] = [
  [/sinha$/u, 'singhe'],
  [/nayaka$/u, 'nayake'],
  [/rathna$/u, 'ratne'],
  [/wardh?ana$/u, 'wardena'],
  [/shekara$/u, 'sekara'],
  [/thilaka$/u, 'tilake'],
  [/thunga$/u, 'tunga'],
];

function sinhala(text: string): readonly string[] {
  const usual = sinhalaEndings.reduce((one, [ending, latin]) => one.replace(ending, latin), text);
  return [usual, text, usual.replace(/w/gu, 'v'), usual.replace(/ks(?=a)/gu, 'ksh')];
}

/** How many people write what stands for a sound, the most common way first: Shwetha for Shveta, Gyan for Jnan. */
function northern(text: string): readonly string[] {
  const one = asSaid(text).replace(/jn/gu, 'gy').replace(/shch/gu, 'sch');
  return [
    one,
    one.replace(/sch/gu, 'shch'),
    one.replace(/iy(?=a$)/u, 'i'),
    asSaid(text).replace(/^jn/u, 'dny'),
    one.replace(/(?<=s)w/u, 'v'),
  ];
}

function asSaid(text: string): string {
  return text.replace(/(?<=[dghkst])v(?=[aeiou])/gu, 'w');
}

/** Telugu, Kannada and Malayalam. `short`: without the last a, which many leave out. */
function southern(code: number, text: string, short: string): readonly string[] {
  const usual = (one: string) => asSaid(plain(one)).replace(/^shri/u, 'sri').replace(/shch/gu, 'sch');
  const said = (one: string) => usual(withSouthernT(code, withDoubledVowels(one)));
  const first = code < kannadaBlock ? telugu(said(text)) : said(text);
  return [
    first,
    usual(text),
    first.replace(/^sri/u, 'sree').replace(/(?<=[aeiou].*)uru$/u, 'ur'),
    said(short),
    first.replace(/sh(?=w)/gu, 's'),
  ];
}

function telugu(text: string): string {
  return text.replace(/(?<=.)ravu$/u, 'rao').replace(/eshw/gu, 'esw');
}

/** Most people of the south write the t of Sunita as th, but not at the start: Sunitha, Karthik, Tarun. */
function withSouthernT(code: number, text: string): string {
  return text
    .replace(/^T|(?<=s)T/u, 't')
    .replace(/TT/gu, code < malayalamBlock ? 'tt' : 'th')
    .replace(/T(?=[aeiouIU]|$)(?<=[aeiouIUnr]T|pT(?=[iI]))/gu, 'th')
    .replace(/T(?=[ry])/gu, code < kannadaBlock ? 't' : 'th');
}

function soundOf(letter: string): Sound | 'foreign' | 'silent' {
  const code = letter.codePointAt(0) ?? 0;
  if (code === 0x200c || code === 0x200d) return 'silent';
  if (code >= sinhalaBlock && code < sinhalaBlock + 0x80) return sinhalaSound(code - 0x0d00);
  if (code < 0x0900 || code >= sinhalaBlock) return 'foreign';
  const place = code % 0x80;
  if (place === virama) return { kind: 'virama' };
  if (nasals.includes(place) || code === 0x0a70)
    return { kind: 'nasal', text: code === 0x0982 ? 'ng' : nasal };
  const consonant =
    (letter.length > 1 ? dotted[place] : undefined) ?? consonants[place - firstConsonant] ?? assamese[code];
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
  if (place === 0x82) return { kind: 'nasal', text: nasal };
  const [consonant, vowel, sign] = [sinhalaLetters[place], sinhalaVowels[place], sinhalaSigns[place]];
  if (consonant !== undefined) return { kind: 'consonant', text: consonant };
  if (vowel !== undefined) return { kind: 'vowel', text: vowel };
  return sign === undefined ? 'silent' : { kind: 'sign', text: sign };
}

/** Whether a consonant is one with an r behind it: Ram-prasad. */
function isPair(sounds: readonly Sound[], index: number): boolean {
  const behind = sounds[index + 2];
  return sounds[index + 1]?.kind === 'virama' && behind?.kind === 'consonant' && behind.text === 'r';
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
        (kindAt(index + 2) === 'sign' || isPair(sounds, index + 1)));
    const isOnly = isLast && index < 2 && text.length < 3;
    if (!isSilent || isOnly) text += 'a';
    lastWasDropped = isSilent;
  }
  return text.replace(/N(?=[pbm])/gu, 'm').replaceAll(nasal, 'n');
}
