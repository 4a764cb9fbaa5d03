const capitalA = 65;
const capitalZ = 90;
const lineFeed = 10;

/**
 * A set of domain names that takes 25 bytes per name. `packed` is the text that `packNames` of build/packed-names.mjs
 * returns; unpacking 100,000 names takes about 10 ms.
 */
export class PackedNames {
  readonly size: number;
  /** The names, each followed by a line feed. */
  readonly #bytes: Uint8Array;
  /** A hash table with open addressing: where in `#bytes` a name begins, plus one; 0 in free slots. */
  readonly #starts: Uint32Array;

  constructor(packed: string) {
    const endOfCounts = packed.indexOf('\n');
    const [size = 0, characters = 0] = packed.slice(0, endOfCounts).split(' ').map(Number);
    this.size = size;
    this.#bytes = unpack(packed, endOfCounts, new Uint8Array(characters + size));
    this.#starts = new Uint32Array(2 ** Math.ceil(Math.log2(2 * size + 1)));
    this.#enterAll();
  }

  /** Returns whether the name is in the set. It must be in lower-case A-labels. */
  has(name: string): boolean {
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

  #enterAll(): void {
    const bytes = this.#bytes;
    const starts = this.#starts;
    let start = 0;
    let hash = initialHash;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? lineFeed;
      if (byte !== lineFeed) {
        hash = extendHash(hash, byte);
        continue;
      }
      let slot = this.#slotOf(hash);
      while (starts[slot] !== 0) slot = this.#slotAfter(slot);
      starts[slot] = start + 1;
      start = at + 1;
      hash = initialHash;
    }
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

/** Writes the names to `bytes`, each followed by a line feed, and returns it. `from`: the end of the first line. */
function unpack(packed: string, from: number, bytes: Uint8Array): Uint8Array {
  let length = 0;
  let start = 0;
  let ending = '';
  const write = (text: string) => {
    for (let at = 0; at < text.length; at += 1) bytes[length + at] = text.charCodeAt(at);
    length += text.length;
  };
  for (let at = from; at < packed.length; at += 1) {
    const code = packed.charCodeAt(at);
    if (isCapital(code)) {
      const before = start;
      if (length > start) write(ending);
      start = length;
      const shared = code - capitalA;
      bytes.copyWithin(start, before, before + shared);
      length += shared;
    } else if (code === lineFeed) {
      if (length > start) write(ending);
      start = length;
      const end = endOfTopLevel(packed, at + 1);
      ending = `.${packed.slice(at + 1, end)}\n`;
      at = end - 1;
    } else {
      bytes[length] = code;
      length += 1;
    }
  }
  if (length > start) write(ending);
  return bytes;
}

function endOfTopLevel(packed: string, start: number): number {
  let end = start;
  while (end < packed.length && !isCapital(packed.charCodeAt(end))) end += 1;
  return end;
}

function isCapital(code: number): boolean {
  return code >= capitalA && code <= capitalZ;
}
