import { fold, isAscii, wordsOf } from './words.ts';

/** Part of a reply's words. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const none: readonly never[] = [];
/** Phrases have fewer different words. */
const mostWords = 16_384;

/** The phrases of one group that were found. */
interface FoundGroup {
  readonly spans: Span[];
  /** By the word that a phrase begins with. */
  readonly endsByStart: number[][];
  /** By the word behind a phrase. */
  readonly endsBefore: boolean[];
}

/** The phrases that were found in the words of a reply, by their group. */
export class FoundPhrases<Group extends string> {
  readonly #groups: Partial<Record<Group, FoundGroup>> = {};

  add(group: Group, start: number, end: number): void {
    this.#groups[group] ??= { spans: [], endsByStart: [], endsBefore: [] };
    const { spans, endsByStart, endsBefore } = this.#groups[group];
    spans.push({ start, end });
    endsByStart[start] = [...(endsByStart[start] ?? none), end];
    endsBefore[end] = true;
  }

  has(group: Group): boolean {
    return this.#groups[group] !== undefined;
  }

  spans(group: Group): readonly Span[] {
    return this.#groups[group]?.spans ?? none;
  }

  /** Returns the ends of the phrases of the group that begin at a word. */
  endsFrom(group: Group, start: number): readonly number[] {
    return this.#groups[group]?.endsByStart[start] ?? none;
  }

  endsAt(group: Group, end: number): boolean {
    return this.#groups[group]?.endsBefore[end] ?? false;
  }

  /** Returns whether a phrase of a group does not overlap with one of the other group. */
  hasOutside(group: Group, other: Group): boolean {
    const exceptions = this.spans(other);
    return this.spans(group).some(
      ({ start, end }) => !exceptions.some((exception) => exception.start < end && start < exception.end),
    );
  }

  /** Returns for each word whether it is part of a phrase. */
  cover(words: readonly string[]): readonly boolean[] {
    const covered = words.map(() => false);
    for (const group of Object.values<FoundGroup | undefined>(this.#groups)) {
      for (const { start, end } of group?.spans ?? none) covered.fill(true, start, end);
    }
    return covered;
  }
}

/**
 * The phrases of many groups, in a tree of words, so that all are found in one pass. The tree is two flat maps, because
 * a map for each of its thousands of nodes takes several times as long to make.
 */
export class PhraseLexicon<Group extends string> {
  /** All words that occur in phrases, and their numbers. */
  readonly vocabulary = new Map<string, number>();
  /** The node after a node and a word, by `node * mostWords + number of the word`. Nodes are numbers; 0 is the root. */
  readonly #next = new Map<number, number>();
  /** Groups of the phrases that end with a node. */
  readonly #ending = new Map<number, readonly Group[]>();
  /** Prefixes after a node, by their first two characters. */
  readonly #prefixes = new Map<number, Map<string, { readonly prefix: string; readonly group: Group }[]>>();

  constructor(groups: Iterable<readonly [group: string, phrases: readonly string[]]>) {
    for (const [group, phrases] of groups) for (const phrase of phrases) this.#add(phrase, group as Group);
  }

  find(words: readonly string[]): FoundPhrases<Group> {
    const found = new FoundPhrases<Group>();
    for (let start = 0; start < words.length; start++) {
      let node: number | undefined = 0;
      for (let at = start; node !== undefined; at++) {
        for (const group of this.#ending.get(node) ?? none) found.add(group, start, at);
        const word: string | undefined = words[at];
        if (word === undefined) break;
        for (const { prefix, group } of this.#prefixes.get(node)?.get(word.slice(0, 2)) ?? none) {
          if (word.startsWith(prefix)) found.add(group, start, at + 1);
        }
        const number = this.vocabulary.get(word);
        node = number === undefined ? undefined : this.#next.get(node * mostWords + number);
      }
    }
    return found;
  }

  /**
   * Adds what a phrase stands for: `not found|in_use` is `not found` and `not in use`, and an empty alternative (`a|`) may
   * be left out.
   */
  #add(phrase: string, group: Group): void {
    let nodes: ReadonlySet<number> = new Set([0]);
    for (const choices of phrase.split(' ')) {
      const following = new Set<number>();
      for (const words of choices.split('|').flatMap(spellings)) {
        for (const node of nodes) {
          const last = this.#extend(node, words, group);
          if (last !== undefined) following.add(last);
        }
      }
      nodes = following;
    }
    for (const node of nodes) {
      const groups = this.#ending.get(node) ?? none;
      if (!groups.includes(group)) this.#ending.set(node, [...groups, group]);
    }
  }

  /** Returns the node of the last word. A prefix has none: nothing follows it. */
  #extend(node: number, words: readonly string[], group: Group): number | undefined {
    let last = node;
    for (const word of words) {
      if (word.endsWith('*')) {
        const prefix = word.slice(0, -1);
        const key = prefix.slice(0, 2);
        const prefixes = this.#prefixes.get(last) ?? new Map();
        this.#prefixes.set(last, prefixes.set(key, [...(prefixes.get(key) ?? none), { prefix, group }]));
        this.#numberOf(prefix);
        return undefined;
      }
      const key = last * mostWords + this.#numberOf(word);
      let next = this.#next.get(key);
      if (next === undefined) {
        next = this.#next.size + 1;
        this.#next.set(key, next);
      }
      last = next;
    }
    return last;
  }

  #numberOf(word: string): number {
    const known = this.vocabulary.get(word);
    if (known !== undefined) return known;
    this.vocabulary.set(word, this.vocabulary.size);
    return this.vocabulary.size - 1;
  }
}

/** Returns the words of an alternative. With umlauts, it is also spelled with e: "Empfaenger". */
function spellings(choice: string): string[][] {
  if (isAscii(choice)) return [choice === '' ? [] : choice.split('_')];
  const spelled = choice.replace(/[äöü]/g, (umlaut) => `${fold(umlaut)}e`);
  return [...new Set([choice, spelled])].map((spelling) =>
    spelling.endsWith('*')
      ? wordsOf(fold(spelling)).map((word, at, all) => (at === all.length - 1 ? `${word}*` : word))
      : wordsOf(fold(spelling)),
  );
}
