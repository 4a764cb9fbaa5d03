import { onFirstUse } from '../../first-use.ts';
import type { ClaimGrammar } from './claim-grammars.ts';
import { echoWord, fold, isUnspaced, sentenceEnd, wordsOf } from './words.ts';

/** The words of a phrase after its first. `open`: the last word is a prefix. */
interface Rest {
  readonly words: readonly string[];
  readonly open: boolean;
}

/** What a set of phrases is searched by. */
interface PhraseIndex {
  readonly byFirstWord: ReadonlyMap<string, readonly Rest[]>;
  /** Single words that are prefixes: `blacklist*`. */
  readonly prefixes: readonly string[];
  readonly unspaced: readonly string[];
}

const none: readonly never[] = [];

/**
 * Phrases indexed by their first word, so that a search for thousands costs little more than one pass. They are indexed
 * at the first search: the phrases of all sets take longer than loading the rest of mailproof.
 */
export class PhraseSet {
  readonly #index: () => PhraseIndex;

  constructor(phrases: readonly string[]) {
    this.#index = onFirstUse(() => indexOf(phrases));
  }

  /** Returns the number of words of each phrase that begins at `start`. */
  matchLengthsAt(words: readonly string[], start: number): readonly number[] {
    const word = words[start];
    if (word === undefined) return none;
    const { byFirstWord, prefixes } = this.#index();
    const beginnings = byFirstWord.get(word);
    // Mostly none: a reply is searched for the phrases of thirty sets.
    if (beginnings === undefined && prefixes.length === 0) return none;
    const lengths: number[] = [];
    for (const rest of beginnings ?? none) {
      if (follows(rest, words, start + 1)) lengths.push(rest.words.length + 1);
    }
    if (prefixes.some((prefix) => word.startsWith(prefix))) lengths.push(1);
    return lengths;
  }

  isAt(words: readonly string[], start: number): boolean {
    return this.matchLengthsAt(words, start).length > 0;
  }

  isIn(words: readonly string[]): boolean {
    if (words.some((_, start) => this.isAt(words, start))) return true;
    const { unspaced } = this.#index();
    if (unspaced.length === 0) return false;
    const text = words.join('');
    return isUnspaced(text) && unspaced.some((phrase) => text.includes(phrase));
  }

  /** Returns the words with each phrase replaced by the end of a sentence. */
  removeFrom(words: readonly string[]): readonly string[] {
    const rest: string[] = [];
    for (let at = 0; at < words.length; ) {
      const length = Math.max(0, ...this.matchLengthsAt(words, at));
      rest.push(length > 0 ? sentenceEnd : (words[at] ?? sentenceEnd));
      at += Math.max(1, length);
    }
    return rest;
  }
}

function indexOf(phrases: readonly string[]): PhraseIndex {
  const byFirstWord = new Map<string, Rest[]>();
  const prefixes: string[] = [];
  const unspaced: string[] = [];
  for (const phrase of phrases.flatMap(spellings)) {
    const open = phrase.endsWith('*');
    const [first, ...words] = wordsOf(fold(open ? phrase.slice(0, -1) : phrase));
    if (first === undefined) continue;
    if (isUnspaced(phrase)) unspaced.push([first, ...words].join(''));
    else if (open && words.length === 0) prefixes.push(first);
    else byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, open }]);
  }
  return { byFirstWord, prefixes, unspaced };
}

function follows(rest: Rest, words: readonly string[], start: number): boolean {
  const last = rest.words.length - 1;
  return rest.words.every((part, index) =>
    rest.open && index === last
      ? (words[start + index]?.startsWith(part) ?? false)
      : words[start + index] === part,
  );
}

/** A phrase with umlauts also matches in the spelling with e: "Empfaenger". */
function spellings(phrase: string): string[] {
  const spelled = phrase.replace(/[äöü]/g, (umlaut) => `${fold(umlaut)}e`);
  return spelled === phrase ? [phrase] : [phrase, spelled];
}

const maxFillers = 8;
const copulas = new Set(['is', 'was', 'are', 'were', 'has', 'been']);
/** What may follow the predicate if the repeated address takes the place of the noun. */
const endings = new Set([undefined, sentenceEnd, 'here', 'at', 'in', 'on']);
const conjunctions = new Set(['or', 'and']);
const nounPrefixes = new Set(['local', 'mail', 'email', 'the', 'a', 'virtual', echoWord]);

/** The claims about a mailbox that a grammar generates. Matches words in which `echoWord` replaces the recipient. */
export class ClaimSet {
  readonly #nouns: PhraseSet;
  readonly #fillers: ReadonlySet<string>;
  readonly #predicates: PhraseSet;
  readonly #adjectives: PhraseSet;

  constructor(grammar: ClaimGrammar) {
    this.#nouns = new PhraseSet(grammar.nouns);
    this.#fillers = new Set([echoWord, ...grammar.fillers.map(fold)]);
    this.#predicates = new PhraseSet(grammar.predicates);
    this.#adjectives = new PhraseSet(grammar.adjectives);
  }

  isIn(words: readonly string[]): boolean {
    return words.some(
      (word, start) =>
        this.#nouns
          .matchLengthsAt(words, start)
          .some((length) => this.#hasPredicate(words, start + length)) ||
        this.#adjectives
          .matchLengthsAt(words, start)
          .some((length) => this.#hasNoun(words, start + length)) ||
        (word === echoWord && this.#isEchoPredicate(words, start + 1)),
    );
  }

  /** "… account | that you tried to reach does not exist". */
  #hasPredicate(words: readonly string[], afterNoun: number): boolean {
    for (let at = afterNoun; at <= afterNoun + maxFillers; at++) {
      if (this.#predicates.isAt(words, at)) return true;
      if (!this.#fillers.has(words[at] ?? '')) return false;
    }
    return false;
  }

  /** "Unknown | or illegal user". */
  #hasNoun(words: readonly string[], afterAdjective: number): boolean {
    if (conjunctions.has(words[afterAdjective] ?? '')) {
      const next = afterAdjective + 1;
      return this.#adjectives
        .matchLengthsAt(words, next)
        .some((length) => this.#isNounAt(words, next + length));
    }
    return this.#isNounAt(words, afterAdjective);
  }

  #isNounAt(words: readonly string[], at: number): boolean {
    return (
      this.#nouns.isAt(words, at) || (nounPrefixes.has(words[at] ?? '') && this.#nouns.isAt(words, at + 1))
    );
  }

  /** "<ann@example.org> | is unknown": the predicate must end the sentence, because there is no noun. */
  #isEchoPredicate(words: readonly string[], afterEcho: number): boolean {
    let at = afterEcho;
    while (copulas.has(words[at] ?? '')) at++;
    return this.#predicates.matchLengthsAt(words, at).some((length) => endings.has(words[at + length]));
  }
}

/** Returns all words that occur in the phrases. */
export function vocabularyOf(phrases: readonly string[]): ReadonlySet<string> {
  return new Set(phrases.flatMap(spellings).flatMap((phrase) => wordsOf(fold(phrase))));
}
