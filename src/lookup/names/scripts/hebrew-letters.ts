import type { LetterTable } from '../language.ts';
import { readEntries, readLetters } from '../word-lists.ts';
import { guessVowels } from './guessed-vowels.ts';

const hebrewLetters: LetterTable = {
  ...readLetters(`
    א a, ב v, ^ב b, ג g, ד d, ה h, ה$ a, ו o, ^ו v, ז z, ח h, ט t, י i, ^י y, כ k, ך ch, ל l, מ m, ם m, נ n,
    ן n, ס s, ע a, פ f, ^פ p, ף f, צ tz, ץ tz, ק k, ר r, ש sh, ת t`),
  // Letters that are vowels, or stand for none, beside others.
  ...readLetters(`
    ^או o, ^אי i, ^עי i, ^עו o, ^הו ho, ^יו yo, וו v, יי ay, אל$ el, יאל$ iel, יה$ ia, אי$ ai, וי$ oy,
    ואל$ uel, או o, אי ai, יא ia, יו$ iv, ע$ a, ח$ ch`),
};

/** The second parts of family names that came from Europe, and of some others. */
const tails = readEntries(`
  שטיין stein shtein, ברג berg, ברגר berger, מן man, מאן mann man, וביץ ovitz ovich, ביץ vitz bitz,
  סקי sky ski, צקי tzky tsky, פלד feld, בלום blum bloom, בוים boim baum, באום baum, הולץ holtz, צוויג zweig,
  שווילי shvili, שוילי shvili, זון son zon, לנד land, הולצר holtzer, נר ner, הימר heimer, היימר heimer,
  פרב farb, הורן horn, טל tal, הרץ hertz, שטין stein`);

/** Their first parts. */
const heads: Readonly<Record<string, string>> = readLetters(`
  גולד gold, רוזנ rosen, רוזן rosen, זילבר zilber, גרינ green, גרין green, ויינ wein, וויינ wein, איינ ein,
  אפ ep, בורנ born, ברונ braun, ליכט licht, לינד linden, פינקל finkel, ליבר lieber, שוורצ schwartz,
  ווייס weiss, וייס weiss, קופר kupfer, הרש hersh, רוט roth, לרנר lerner, פריד fried, ליבו leibo, זוסמ zuss,
  קפל kapel, רבינ rabin, יעקוב yakob, מרק mark, אברמ abram, מוש mosh, איצק itzk, ברק berk, הרשק hershk,
  לבק levk, ליב leib, שיינ schein, שפיר shapir, בלומנ blumen, הופ hoff, הופמ hof, קאופ kauf, קויפ kauf,
  נוימ neu, נוי neu, אייזנ eisen, איזנ eisen, אשכנ ashken, פלדמ feld, פלד feld, בן ben, שכט schecht`);

const shortestHead = 2;

/** Romanises a word in Hebrew letters, the most common way first. Empty for other words. */
export function romanizeHebrew(word: string): readonly string[] {
  if (!/^\p{Script=Hebrew}+$/u.test(word)) return [];
  const tail = Array.from(tails.keys())
    .filter((one) => word.endsWith(one) && word.length - one.length >= shortestHead)
    .toSorted((one, other) => other.length - one.length)[0];
  if (tail === undefined) return guessed(word).filter((text) => text !== '');
  const start = word.slice(0, -tail.length);
  const head = heads[start] ?? guessed(start)[0] ?? '';
  return (tails.get(tail) ?? []).map((end) => head + end);
}

/** With each vowel that is most likely between consonants: talmon, nitzan. */
function guessed(word: string): readonly string[] {
  return [...new Set(['a', 'e', 'i'].map((vowel) => guessVowels(word, hebrewLetters, { vowel, last: 'e' })))];
}
