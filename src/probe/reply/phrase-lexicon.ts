import { fold, isAscii, wordsOf } from './words.ts';

/** Part of a reply's words. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const none: readonly never[] = [];

/** The phrases of one group that were found. */
class FoundGroup {
  readonly spans: Span[] = [];
  /** The ends of the phrases that begin at a word. */
  readonly endsByStart = new Map<number, number[]>();
  readonly ends = new Set<number>();

  add(start: number, end: number): void {
    this.spans.push({ start, end });
    this.ends.add(end);
    const ends = this.endsByStart.get(start);
    if (ends === undefined) this.endsByStart.set(start, [end]);
    else ends.push(end);
  }
}

/** The phrases that were found in the words of a reply, by their group. */
export class FoundPhrases<Group extends string> {
  readonly #groups = new Map<Group, FoundGroup>();

  add(group: Group, start: number, end: number): void {
    let found = this.#groups.get(group);
    if (found === undefined) {
      found = new FoundGroup();
      this.#groups.set(group, found);
    }
    found.add(start, end);
  }

  has(group: Group): boolean {
    return this.#groups.has(group);
  }

  spans(group: Group): readonly Span[] {
    return this.#groups.get(group)?.spans ?? none;
  }

  /** Returns the ends of the phrases of the group that begin at a word. */
  endsFrom(group: Group, start: number): readonly number[] {
    return this.#groups.get(group)?.endsByStart.get(start) ?? none;
  }

  endsAt(group: Group, end: number): boolean {
    return this.#groups.get(group)?.ends.has(end) ?? false;
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
    for (const { spans } of this.#groups.values()) {
      for (const { start, end } of spans) covered.fill(true, start, end);
    }
    return covered;
  }
}

/**
 * The phrases of many groups, in a tree of words, so that all are found in one pass. The tree is two flat maps, because
 * a map for each of its thousands of nodes takes ten times as long to make.
 */
export class PhraseLexicon<Group extends string> {
  /** The node after a node and a word, by `${node} ${word}`. Nodes are numbers; 0 is the root. */
  readonly #next = new Map<string, number>();
  /** Groups of the phrases that end with a node. */
  readonly #groups: Group[][] = [[]];
  /** Prefixes after a node, by `${node} ` and their first two characters. */
  readonly #prefixes = new Map<string, { readonly prefix: string; readonly group: Group }[]>();
  /** All words that occur in phrases. */
  readonly vocabulary = new Set<string>();

  constructor(groups: Iterable<readonly [group: string, phrases: readonly string[]]>) {
    for (const [group, phrases] of groups) for (const phrase of phrases) this.#add(phrase, group as Group);
  }

  find(words: readonly string[]): FoundPhrases<Group> {
    const found = new FoundPhrases<Group>();
    for (let start = 0; start < words.length; start++) {
      let node: number | undefined = 0;
      for (let at = start; node !== undefined; at++) {
        for (const group of this.#groups[node] ?? none) found.add(group, start, at);
        const word: string | undefined = words[at];
        if (word === undefined) break;
        for (const { prefix, group } of this.#prefixes.get(`${node} ${word.slice(0, 2)}`) ?? none) {
          if (word.startsWith(prefix)) found.add(group, start, at + 1);
        }
        node = this.#next.get(`${node} ${word}`);
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
      const groups = this.#groups[node];
      if (groups?.includes(group) === false) groups.push(group);
    }
  }

  /** Returns the node of the last word. A prefix has none: nothing follows it. */
  #extend(node: number, words: readonly string[], group: Group): number | undefined {
    let last = node;
    for (const word of words) {
      if (word.endsWith('*')) {
        const prefix = word.slice(0, -1);
        const key = `${last} ${prefix.slice(0, 2)}`;
        this.#prefixes.set(key, [...(this.#prefixes.get(key) ?? none), { prefix, group }]);
        this.vocabulary.add(prefix);
        return undefined;
      }
      const key = `${last} ${word}`;
      let next = this.#next.get(key);
      if (next === undefined) {
        this.vocabulary.add(word);
        next = this.#groups.push([]) - 1;
        this.#next.set(key, next);
      }
      last = next;
    }
    return last;
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
