import type { LetterTable } from '../language.ts';
import { readLetters } from '../word-lists.ts';
import { arabicArticle, arabicMarks, withSameArabicLetters } from './arabic-words.ts';
import { guessVowels } from './guessed-vowels.ts';

/** The letters of all languages in Arabic script, as most Arabs write them. */
const arabicLetters: LetterTable = readLetters(`
  ا a, أ a, إ i, آ a, ٱ a, ب b, ت t, ث th, ج j, ح h, خ kh, د d, ذ th, ر r, ز z, س s, ش sh, ص s, ض d, ط t,
  ظ z, ع a, غ gh, ف f, ق q, ك k, ک k, ل l, م m, ن n, ه h, ہ h, ھ h, ة a, ه$ ah, و ou, ^و w, ي i, ^ي y, ی i,
  ^ی y, ى a, ئ e, ؤ o, ء, پ p, چ ch, ژ zh, گ g, ٹ t, ڈ d, ڑ r, ے e, ں n, ڤ v, يا ya, یا ya, وا wa, وي wi,
  اوي$ awi, عو ou, يع$ ie, ية$ iya, اء$ aa, اوي awi, ائي aei, او aw, اي ay, يو yo, يي yi, يه$ iya`);

const egyptianLetters: LetterTable = {
  ...arabicLetters,
  ...{ ج: 'g', ي$: 'y', اوي$: 'awy', ى$: 'a', ذ: 'z', ث: 's', يه$: 'eya', ية$: 'eya', ق: 'k' },
};

const maghrebiLetters: LetterTable = {
  ...arabicLetters,
  ...readLetters(`
    ش ch, اوي$ aoui, اوي aoui, وي oui, وا oua, ^و ou, ^وا oua, او ao, ق k, ث t, ذ d, ظ d, ية$ ia, يه$ ia,
    ڭ g, ڨ g`),
};

const persianLetters: LetterTable = {
  ...arabicLetters,
  ...readLetters(`
    ق gh, ^و v, وا va, خوا kha, وی$ avi, ث s, ذ z, ض z, ظ z, ه$ eh, ایی$ aei, ائی$ aei, ^ای i, ^او o, ای ay,
    یی$ yi, او av, یه$ ieh, نگ$ ang, ویی$ oui, شور$ shvar, یا ia, ^یا ya, نیا$ nia`),
};

const dariLetters: LetterTable = {
  ...persianLetters,
  ...readLetters(`
    ق q, ^و w, وا wa, و o, ه$ a, وی$ awi, او aw, یی$ yee, ایی$ ayee, زی$ zai, زئی$ zai, زي$ zai, زۍ$ zai,
    ۍ$ ai, ي$ i, یا ya, ویی$ oyee, ګل gul, گل gul, څ s, ځ z, ښ sh, ډ d, ټ t, ړ r, ږ g, ې e, ۍ ai, ګ g, ڼ n`),
};

const urduLetters: LetterTable = {
  ...arabicLetters,
  ...readLetters(`
    و oo, ث s, ذ z, ض z, ہ$ a, ه$ a, ئی$ ai, یہ$ ia, یی$ ai, او ao, ای ai, وی$ vi, اوی$ avi, وی vi,
    زئی$ zai, ا$ a, عو oo`),
};

/** Finds how the bearers of a name write it. Undefined for other words. */
export type KnownSpelling = (word: string) => string | undefined;

/** What precedes or follows a name or a word in a family name. */
type Part = readonly [letters: string, latin: string];

/** Those that follow, longest first. */
const readEndings = (text: string): readonly Part[] => Object.entries(readLetters(text));

const arabicEndings = readEndings('الدين eddine, الاسلام elislam, الله allah');

const persianEndings = readEndings(`
  زاده zadeh, نژاد nejad, آبادی abadi, ابادی abadi, خانی khani, الدین eddin, الله ollah, دوست doust,
  بخش bakhsh, منش manesh, وند vand, مند mand, پور pour, گلو glou, نیا nia, چی chi, یان ian, فر far, راد rad,
  لو lou, ی i`);

const dariEndings = readEndings(`
  زاده zada, الدین uddin, الله ullah, خیل khil, زوی zoy, زی zai, زي zai, زۍ zai, یار yar, وال wal, پور poor,
  ی i`);

const urduEndings = readEndings('الدین uddin, اللہ ullah, الله ullah, الرحمن urrehman, زئی zai, زادہ zada');

interface Rules {
  readonly letters: LetterTable;
  readonly endings: readonly Part[];
  /** Servant of, at the beginning of many names. */
  readonly servant: string;
  readonly article: string;
  /** Words that stand joined before another name: ben Ali, bou Aziz. */
  readonly starts: readonly Part[];
  /** The vowel between the last two consonants behind a written one: rashed, Saqib. Default e. */
  readonly last?: string;
}

const rules = {
  arabic: { letters: arabicLetters, endings: arabicEndings, servant: 'abdul', article: 'al', starts: [] },
  egyptian: { letters: egyptianLetters, endings: arabicEndings, servant: 'abdel', article: 'el', starts: [] },
  maghrebi: {
    letters: maghrebiLetters,
    endings: arabicEndings,
    servant: 'abdel',
    article: 'el',
    starts: [
      ['بن', 'ben'],
      ['بو', 'bou'],
    ],
  },
  persian: { letters: persianLetters, endings: persianEndings, servant: 'abdol', article: 'al', starts: [] },
  dari: {
    letters: dariLetters,
    endings: dariEndings,
    servant: 'abdul',
    article: 'al',
    starts: [],
    last: 'i',
  },
  urdu: {
    letters: urduLetters,
    endings: urduEndings,
    servant: 'abdul',
    article: 'al',
    starts: [],
    last: 'i',
  },
} as const satisfies Record<string, Rules>;

const shortestPart = 2;

/** Returns a function that romanises words in Arabic letters as one of the peoples who use them does. Empty for other words. */
export function romanizeArabicAs(
  people: keyof typeof rules,
  known: KnownSpelling,
): (word: string) => readonly string[] {
  const own: Rules = rules[people];
  return (word) => {
    // A small alef above the last letter makes it an a: بشریٰ.
    const plain = word.replace(/[یىي]\u0670$/u, 'ى').replace(arabicMarks, '');
    if (!/^\p{Script=Arabic}+$/u.test(plain)) return [];
    const find = (part: string) => known(withSameArabicLetters(part));
    const text = partsInUse(plain, own, find) ?? guess(plain, own, find);
    return text === '' ? [] : [text];
  };
}

/** Returns the spelling of a word that is put together of a name and something known. */
function partsInUse(word: string, own: Rules, known: KnownSpelling): string | undefined {
  const part = (rest: string): string =>
    known(rest) ?? partsInUse(rest, own, known) ?? guess(rest, own, known);
  const servant = /^عبدال(.{2,})$/u.exec(word)?.[1];
  if (servant !== undefined) return own.servant + part(servant);
  const compound = endingOf(word, own.endings, longEnding);
  if (compound !== undefined) return part(word.slice(0, -compound[0].length)) + compound[1];
  const start = own.starts.find(([letters]) => isPartOf(word, letters, 'start'));
  if (start !== undefined) return start[1] + part(word.slice(start[0].length));
  const two = twoNames(word, known);
  if (two !== undefined) return two;
  const ending = endingOf(word, own.endings, 1);
  if (ending !== undefined) {
    const [letters, latin] = ending;
    const base = part(word.slice(0, -letters.length));
    // "Kia" and "ian", "nouri" and "i": one of two equal vowels is enough.
    return base.endsWith('i') && latin.startsWith('i') ? base.slice(0, -1) + latin : base + latin;
  }
  return undefined;
}

/** Endings of as many letters are words, which no name has at its end by chance. */
const longEnding = 4;

function endingOf(word: string, endings: readonly Part[], least: number): Part | undefined {
  return endings.find(([letters]) => letters.length >= least && isPartOf(word, letters, 'end'));
}

function isPartOf(word: string, part: string, end: 'start' | 'end'): boolean {
  const [same, own] = [withSameArabicLetters(word), withSameArabicLetters(part)];
  const isThere = end === 'start' ? same.startsWith(own) : same.endsWith(own);
  return isThere && word.length - part.length >= shortestPart;
}

/** "محمدرضا" */
function twoNames(word: string, known: KnownSpelling): string | undefined {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const [one, other] = [known(word.slice(0, at)), known(word.slice(at))];
    if (one !== undefined && other !== undefined) return one + other;
  }
  return undefined;
}

function guess(word: string, { letters, article, last = 'e' }: Rules, known: KnownSpelling): string {
  const hasArticle = word.startsWith(arabicArticle) && word.length > 4;
  const own = hasArticle ? word.slice(2) : word;
  const text = (hasArticle ? known(own) : undefined) ?? guessVowels(own, letters, { vowel: 'a', last });
  return hasArticle ? article + text : text;
}
