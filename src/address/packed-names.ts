const capitalA = 65;
const capitalZ = 90;
const lineFeed = 10;

/**
 * A set of domain names that takes 25 bytes per name. `packed` is the text that `packNames` returns. The names of a top-level domain are unpacked when the first of them is asked for: 100,000 take about 10 ms.
 */
export class PackedNames {
  readonly size: number;
  /** The names of each top-level domain, without it. */
  readonly #heads: ReadonlyMap<string, PackedHeads>;

  constructor(packed: string) {
    const heads = new Map<string, PackedHeads>();
    let size = 0;
    // There is an empty line if there are no names.
    for (const line of packed.split('\n').filter((each) => each !== '')) {
      const [topLevel = '', count = '0', characters = '0', names = ''] = line.split(' ');
      heads.set(topLevel, new PackedHeads(Number(count), Number(characters), names));
      size += Number(count);
    }
    this.#heads = heads;
    this.size = size;
  }

  /** Returns whether the name is in the set. It must be in lower-case A-labels. */
  has(name: string): boolean {
    const dot = name.lastIndexOf('.');
    return this.#heads.get(name.slice(dot + 1))?.has(name.slice(0, Math.max(0, dot))) ?? false;
  }
}

/** A set of names in a hash table with open addressing. */
class PackedHeads {
  readonly #count: number;
  readonly #characters: number;
  /** Undefined once it is unpacked. */
  #packed: string | undefined;
  /** The names, each followed by a line feed. */
  #bytes = new Uint8Array();
  /** Where in `#bytes` a name begins, plus one; 0 in free slots. */
  #starts = new Uint32Array();

  constructor(count: number, characters: number, packed: string) {
    this.#count = count;
    this.#characters = characters;
    this.#packed = packed;
  }

  has(name: string): boolean {
    if (this.#packed !== undefined) this.#unpack(this.#packed);
    let hash = initialHash;
    for (let at = 0; at < name.length; at += 1) hash = extendHash(hash, name.charCodeAt(at));
    for (let slot = this.#slotOf(hash); ; slot = this.#slotAfter(slot)) {
      const start = this.#starts[slot] ?? 0;
      if (start === 0) return false;
      if (this.#isAt(start - 1, name)) return true;
    }
  }

  #isAt(start: number, name: string): boolean {
    for (let at = 0; at < name.length; at += 1)
      if (this.#bytes[start + at] !== name.charCodeAt(at)) return false;
    return this.#bytes[start + name.length] === lineFeed;
  }

  #unpack(packed: string): void {
    this.#packed = undefined;
    this.#bytes = new Uint8Array(this.#characters + this.#count);
    this.#starts = new Uint32Array(2 ** Math.ceil(Math.log2(2 * this.#count + 1)));
    const bytes = this.#bytes;
    let start = 0;
    let end = 0;
    for (let at = 0; at < packed.length; at += 1) {
      const code = packed.charCodeAt(at);
      if (code < capitalA || code > capitalZ) {
        bytes[end] = code;
        end += 1;
        continue;
      }
      const before = start;
      if (at > 0) start = this.#enter(start, end);
      const shared = code - capitalA;
      bytes.copyWithin(start, before, before + shared);
      end = start + shared;
    }
    this.#enter(start, end);
  }

  /** Ends a name, and returns where the next one begins. */
  #enter(start: number, end: number): number {
    let hash = initialHash;
    for (let at = start; at < end; at += 1) hash = extendHash(hash, this.#bytes[at] ?? 0);
    let slot = this.#slotOf(hash);
    while (this.#starts[slot] !== 0) slot = this.#slotAfter(slot);
    this.#starts[slot] = start + 1;
    this.#bytes[end] = lineFeed;
    return end + 1;
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#starts.length - 1);
  }

  #slotAfter(slot: number): number {
    return (slot + 1) & (this.#starts.length - 1);
  }
}

/** FNV-1a, 32 bits. */
const initialHash = 0x811c9dc5;

function extendHash(hash: number, character: number): number {
  return Math.imul(hash ^ character, 0x01000193);
}

/** A capital letter says how many characters a name shares with the one before it. */
const longestShared = 25;

/**
 * Packs names for PackedNames. The names of one top-level domain stand on one line: the domain, how many names there are, how many
 * characters they have together without it, and the names, sorted. Each begins with a capital letter: A if it shares no characters
 * with the one before it, B for one, and so on. Throws RangeError for a name that is not in lower-case A-labels, or has no dot.
 */
export function packNames(names: Iterable<string>): string {
  const heads = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const [, head, topLevel = ''] = /^([a-z\d.-]+)\.([a-z\d-]+)$/.exec(name) ?? [];
    if (head === undefined) throw new RangeError(`"${name}" is no domain in lower-case A-labels.`);
    const group = heads.get(topLevel);
    if (group === undefined) heads.set(topLevel, [head]);
    else group.push(head);
  }
  return [...heads].map(([topLevel, group]) => packGroup(topLevel, group.sort())).join('\n');
}

function packGroup(topLevel: string, heads: readonly string[]): string {
  const characters = heads.reduce((sum, head) => sum + head.length, 0);
  const packed = heads.map((head, index) => {
    const shared = sharedLength(heads[index - 1] ?? '', head);
    return String.fromCharCode(capitalA + shared) + head.slice(shared);
  });
  return `${topLevel} ${heads.length} ${characters} ${packed.join('')}`;
}

function sharedLength(before: string, name: string): number {
  let length = 0;
  while (length < longestShared && length < before.length && before[length] === name[length]) length += 1;
  return length;
}
