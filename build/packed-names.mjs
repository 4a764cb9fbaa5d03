// Packs lower-case names for PackedNames (src/address/packed-names.ts). The names of one top-level domain stand on one line:
// the domain, how many names there are, how many characters they have together without it, and the names, sorted. Each begins
// with a capital letter that says how many characters it shares with the one before it: A none, B one, and so on.
const longestShared = 25;

/** Returns the packed text. Throws for a name that is not in lower-case A-labels, or has no dot. */
export function packNames(names) {
  const distinct = [...new Set(names)];
  const heads = new Map();
  for (const name of distinct) {
    const [, head, topLevel] = /^([a-z\d.-]+)\.([a-z\d-]+)$/.exec(name) ?? [];
    if (head === undefined) throw new Error(`"${name}" is no domain in lower-case A-labels.`);
    if (!heads.has(topLevel)) heads.set(topLevel, []);
    heads.get(topLevel).push(head);
  }
  return [...heads].map(([topLevel, group]) => packGroup(topLevel, group.sort())).join('\n');
}

function packGroup(topLevel, heads) {
  const characters = heads.reduce((sum, head) => sum + head.length, 0);
  return `${topLevel} ${heads.length} ${characters} ${packHeads(heads)}`;
}

function packHeads(heads) {
  return heads
    .map((head, index) => {
      const shared = sharedLength(heads[index - 1] ?? '', head);
      return String.fromCharCode('A'.charCodeAt(0) + shared) + head.slice(shared);
    })
    .join('');
}

function sharedLength(before, name) {
  let length = 0;
  while (length < longestShared && length < before.length && before[length] === name[length]) length += 1;
  return length;
}
