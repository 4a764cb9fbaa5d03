import { fold, isAscii, wordsOf } from './words.ts';

/** Part of a reply's words. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const none: readonly never[] = [];

/** The phrases that were found in the words of a reply, by their group. */
export class FoundPhrases<Group extends string> {
  readonly #spans = new Map<Group, Span[]>();

  add(group: Group, span: Span): void {
    const spans = this.#spans.get(group);
    if (spans === undefined) this.#spans.set(group, [span]);
    else spans.push(span);
  }

  spans(group: Group): readonly Span[] {
    return this.#spans.get(group) ?? none;
  }

  all(): readonly Span[] {
    return [...this.#spans.values()].flat();
  }

  has(group: Group): boolean {
    return this.#spans.has(group);
  }

  /** Returns the phrases of a group that do not overlap with a phrase of the other group. */
  outside(group: Group, other: Group): readonly Span[] {
    const exceptions = this.spans(other);
    return this.spans(group).filter(
      ({ start, end }) => !exceptions.some((exception) => exception.start < end && start < exception.end),
    );
  }

  /** Returns whether a phrase of the group begins there. */
  isAt(group: Group, start: number): boolean {
    return this.spans(group).some((span) => span.start === start);
  }

  endsAt(group: Group, end: number): boolean {
    return this.spans(group).some((span) => span.end === end);
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
        for (const group of this.#groups[node] ?? none) found.add(group, { start, end: at });
        const word: string | undefined = words[at];
        if (word === undefined) break;
        for (const { prefix, group } of this.#prefixes.get(`${node} ${word.slice(0, 2)}`) ?? none) {
          if (word.startsWith(prefix)) found.add(group, { start, end: at + 1 });
        }
        node = this.#next.get(`${node} ${word}`);
      }
    }
    return found;
  }

  /** Returns for each word whether it is part of a phrase. */
  cover(words: readonly string[]): readonly boolean[] {
    const covered = words.map(() => false);
    for (const { start, end } of this.find(words).all()) covered.fill(true, start, end);
    return covered;
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
