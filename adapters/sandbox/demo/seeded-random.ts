/** Repeatable random numbers: the same seed gives the same numbers (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an element of a non-empty list. */
  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  }

  /** Returns a shuffled copy (Fisher and Yates). */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last--) {
      const other = Math.floor(this.next() * (last + 1));
      const held = copy[last] as Item;
      copy[last] = copy[other] as Item;
      copy[other] = held;
    }
    return copy;
  }
}
