/** Parts of names in a script, each with how it is written in Latin letters, the most common way first. */
export type NameParts = ReadonlyMap<string, readonly string[]>;

/** Reads parts and their spellings: `ศรี sri, สุข suk sook`. Of two entries of a part, the first counts, as in other lists. */
export function readParts(text: string): NameParts {
  const parts = new Map<string, readonly string[]>();
  for (const entry of text.split(',')) {
    const [part, ...latin] = entry.trim().split(/\s+/u);
    if (part !== undefined && part !== '' && !parts.has(part)) parts.set(part, latin);
  }
  return parts;
}

const longestPart = 10;

/**
 * Splits a word into parts of names, as few as possible. Returns undefined if it is not put together of them alone.
 */
export function splitIntoParts(word: string, parts: NameParts): readonly string[] | undefined {
  // The best split of each beginning of the word, by its length.
  const splits: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    let best: readonly string[] | undefined;
    for (let start = Math.max(0, end - longestPart); start < end; start += 1) {
      const before = splits[start];
      const part = word.slice(start, end);
      if (before === undefined || !parts.has(part)) continue;
      if (best === undefined || before.length + 1 < best.length) best = [...before, part];
    }
    splits.push(best);
  }
  return splits[word.length];
}

/** Returns the spellings of a word that is put together of parts of names: one for each spelling of a part. Empty for other words. */
export function romanizeParts(word: string, parts: NameParts): readonly string[] {
  const split = splitIntoParts(word, parts);
  if (split === undefined || split.length === 0) return [];
  const first = split.map((part) => parts.get(part)?.[0] ?? '');
  const others = split.flatMap((part, index) =>
    (parts.get(part)?.slice(1) ?? []).map((other) => first.toSpliced(index, 1, other).join('')),
  );
  return [...new Set([first.join(''), ...others])].slice(0, maxSpellings);
}

/**
 * Returns the spellings of a word that begins or ends with known parts: of the longest ones, with `guess` for the rest.
 * Empty for other words, and where the rest is no syllable.
 */
export function romanizeBesideParts(
  word: string,
  parts: NameParts,
  guess: { readonly syllable: RegExp; readonly romanize: (word: string) => readonly string[] },
): readonly string[] {
  for (let rest = 2; rest <= word.length - 2; rest += 1) {
    const cuts = [word.length - rest, rest];
    for (const [index, cut] of cuts.entries()) {
      const [start, end] = [word.slice(0, cut), word.slice(cut)];
      const [known, unknown] = index === 0 ? [start, end] : [end, start];
      const own = guess.syllable.test(unknown) ? romanizeParts(known, parts) : [];
      const [other] = own.length === 0 ? [] : guess.romanize(unknown);
      if (other !== undefined) return own.map((text) => (index === 0 ? text + other : other + text));
    }
  }
  return [];
}

/** Each further one takes from those before it. */
const maxSpellings = 3;
