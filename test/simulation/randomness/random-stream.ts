/**
 * A stream of random numbers (sfc32 by Chris Doty-Humphrey) that depends on a seed and a name alone. Each part of a
 * simulation has a stream of its own, so that leaving out one of them changes nothing for the others. Only integer
 * arithmetic, which is the same in every engine of JavaScript.
 */
export class RandomStream {
  readonly #seed: number;
  readonly #name: string;
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, name: string) {
    this.#seed = seed;
    this.#name = name;
    this.#a = hashOf(name, seed | 0);
    this.#b = hashOf(name, (seed / 2 ** 32) | 0) ^ 0x9e3779b9;
    this.#c = Math.imul(seed ^ 0x243f6a88, 0x85ebca6b);
    for (let round = 0; round < 15; round += 1) this.#next32();
  }

  /** Returns a stream of its own for a part of what this one stands for. */
  fork(name: string): RandomStream {
    return new RandomStream(this.#seed, `${this.#name}/${name}`);
  }

  /** Returns a number in [0, 1). */
  next(): number {
    return this.#next32() / 2 ** 32;
  }

  /** Returns an integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Returns an integer between both, mostly a small one: the mean lies a quarter of the way up. */
  skewed(least: number, most: number): number {
    const part = this.next();
    return least + Math.floor(part * part * part * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  }

  /** Picks an entry by its weight. */
  weighted<Item>(entries: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.next() * entries.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of entries) {
      left -= weight;
      if (left < 0) return item;
    }
    const last = entries.at(-1);
    if (last === undefined) throw new RangeError('There is nothing to pick from.');
    return last[1];
  }

  /** Returns `count` different items, or all if there are fewer, in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    const taken: Item[] = [];
    while (taken.length < count && left.length > 0) {
      const [item] = left.splice(Math.floor(this.next() * left.length), 1);
      if (item !== undefined) taken.push(item);
    }
    return taken;
  }

  /** Returns a UUID (RFC 9562, version 4). */
  uuid(): string {
    const hex = () => this.#next32().toString(16).padStart(8, '0');
    const digits = hex() + hex() + hex() + hex();
    const variant = '89ab'.charAt(this.integer(0, 3));
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
  }

  #next32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }
}

/** FNV-1a with a final avalanche (murmur3). */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
