import type { ClaimGrammar } from './claim-grammars.ts';
import { echo, fold, isUnspaced, sentenceEnd, wordsOf } from './words.ts';

/** The words of a phrase after its first. `open`: the last word may go on. */
interface Rest {
  readonly words: readonly string[];
  readonly open: boolean;
}

/** Phrases indexed by their first word: looking for thousands of them costs little more than one pass over the reply. */
export class PhraseSet {
  readonly #byFirstWord = new Map<string, Rest[]>();
  /** Single words that may go on: `blacklist*`. */
  readonly #beginnings: string[] = [];
  readonly #unspaced: string[] = [];

  constructor(phrases: readonly string[]) {
    for (const phrase of phrases.flatMap(spellings)) this.#add(phrase);
  }

  #add(phrase: string): void {
    const open = phrase.endsWith('*');
    const [first, ...words] = wordsOf(fold(open ? phrase.slice(0, -1) : phrase));
    if (first === undefined) return;
    if (isUnspaced(phrase)) this.#unspaced.push([first, ...words].join(''));
    else if (open && words.length === 0) this.#beginnings.push(first);
    else this.#byFirstWord.set(first, [...(this.#byFirstWord.get(first) ?? []), { words, open }]);
  }

  /** How many words each phrase takes that begins at `start`. */
  lengthsAt(words: readonly string[], start: number): readonly number[] {
    const word = words[start];
    if (word === undefined) return [];
    const lengths: number[] = [];
    for (const rest of this.#byFirstWord.get(word) ?? []) {
      if (follows(rest, words, start + 1)) lengths.push(rest.words.length + 1);
    }
    if (this.#beginnings.some((beginning) => word.startsWith(beginning))) lengths.push(1);
    return lengths;
  }

  isAt(words: readonly string[], start: number): boolean {
    return this.lengthsAt(words, start).length > 0;
  }

  isIn(words: readonly string[]): boolean {
    if (words.some((_, start) => this.isAt(words, start))) return true;
    if (this.#unspaced.length === 0) return false;
    const text = words.join('');
    return isUnspaced(text) && this.#unspaced.some((phrase) => text.includes(phrase));
  }

  /** The words without the phrases, in whose place a sentence ends. */
  strikeFrom(words: readonly string[]): readonly string[] {
    const left: string[] = [];
    for (let at = 0; at < words.length; ) {
      const length = Math.max(0, ...this.lengthsAt(words, at));
      left.push(length > 0 ? sentenceEnd : (words[at] ?? sentenceEnd));
      at += Math.max(1, length);
    }
    return left;
  }
}

function follows(rest: Rest, words: readonly string[], start: number): boolean {
  const last = rest.words.length - 1;
  return rest.words.every((part, index) =>
    rest.open && index === last
      ? (words[start + index]?.startsWith(part) ?? false)
      : words[start + index] === part,
  );
}

/** Umlauts are also written with an e: "Empfaenger". */
function spellings(phrase: string): string[] {
  const spelled = phrase.replace(/[äöü]/g, (umlaut) => `${fold(umlaut)}e`);
  return spelled === phrase ? [phrase] : [phrase, spelled];
}

const fillersAllowed = 8;
const copulas = new Set(['is', 'was', 'are', 'were', 'has', 'been']);
/** What may follow the predicate of a claim whose noun is the repeated address. */
const endings = new Set([undefined, sentenceEnd, 'here', 'at', 'in', 'on']);
const conjunctions = new Set(['or', 'and']);
const between = new Set(['local', 'mail', 'email', 'the', 'a', 'virtual', echo]);

/** Claims about a mailbox, made of the parts of a grammar. Words are given with echoes in them. */
export class ClaimSet {
  readonly #nouns: PhraseSet;
  readonly #fillers: ReadonlySet<string>;
  readonly #predicates: PhraseSet;
  readonly #adjectives: PhraseSet;

  constructor(grammar: ClaimGrammar) {
    this.#nouns = new PhraseSet(grammar.nouns);
    this.#fillers = new Set([echo, ...grammar.fillers.map(fold)]);
    this.#predicates = new PhraseSet(grammar.predicates);
    this.#adjectives = new PhraseSet(grammar.adjectives);
  }

  isIn(words: readonly string[]): boolean {
    return words.some(
      (word, start) =>
        this.#nouns.lengthsAt(words, start).some((length) => this.#isPredicated(words, start + length)) ||
        this.#adjectives.lengthsAt(words, start).some((length) => this.#isOfNoun(words, start + length)) ||
        (word === echo && this.#isSaidOfEcho(words, start + 1)),
    );
  }

  /** "… account | that you tried to reach does not exist". */
  #isPredicated(words: readonly string[], afterNoun: number): boolean {
    for (let at = afterNoun; at <= afterNoun + fillersAllowed; at++) {
      if (this.#predicates.isAt(words, at)) return true;
      if (!this.#fillers.has(words[at] ?? '')) return false;
    }
    return false;
  }

  /** "Unknown | or illegal user". */
  #isOfNoun(words: readonly string[], afterAdjective: number): boolean {
    if (conjunctions.has(words[afterAdjective] ?? '')) {
      const next = afterAdjective + 1;
      return this.#adjectives.lengthsAt(words, next).some((length) => this.#isNounAt(words, next + length));
    }
    return this.#isNounAt(words, afterAdjective);
  }

  #isNounAt(words: readonly string[], at: number): boolean {
    return this.#nouns.isAt(words, at) || (between.has(words[at] ?? '') && this.#nouns.isAt(words, at + 1));
  }

  /** "<ann@example.org> | is unknown": the predicate must end the sentence, for there is no noun to hold it. */
  #isSaidOfEcho(words: readonly string[], afterEcho: number): boolean {
    let at = afterEcho;
    while (copulas.has(words[at] ?? '')) at++;
    return this.#predicates.lengthsAt(words, at).some((length) => endings.has(words[at + length]));
  }
}

/** Every single word of the given phrases. */
export function vocabularyOf(phrases: readonly string[]): ReadonlySet<string> {
  return new Set(phrases.flatMap(spellings).flatMap((phrase) => wordsOf(fold(phrase))));
}
