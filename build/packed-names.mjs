// Packs lower-case names for PackedNames (src/address/packed-names.ts). The first line says how many names there are, and
// how many characters they have together. Then the names of one top-level domain stand on one line, sorted. Each begins
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
  const characters = distinct.reduce((sum, name) => sum + name.length, 0);
  const lines = [...heads].map(([topLevel, group]) => topLevel + packHeads(group.sort()));
  return [`${distinct.length} ${characters}`, ...lines].join('\n');
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
