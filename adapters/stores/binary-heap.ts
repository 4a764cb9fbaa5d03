/** A priority queue: `pop` returns the first item in O(log n). Equal items come out in no particular order. */
export class BinaryHeap<Item> {
  #items: Item[] = [];
  readonly #isBefore: (one: Item, other: Item) => boolean;

  constructor(isBefore: (one: Item, other: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    let index = this.#items.length;
    this.#items.push(item);
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#items[parentIndex];
      if (parent === undefined || !this.#isBefore(item, parent)) break;
      this.#items[index] = parent;
      index = parentIndex;
    }
    this.#items[index] = item;
  }

  /** Removes and returns the first item. */
  pop(): Item | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  /** Removes all other items, in O(n log n). */
  retain(isWanted: (item: Item) => boolean): void {
    const wanted = this.#items.filter(isWanted);
    this.#items = [];
    for (const item of wanted) this.push(item);
  }

  /** Puts the item at the root, then moves it down to its level. */
  #sink(item: Item): void {
    let index = 0;
    for (;;) {
      const left = this.#items[2 * index + 1];
      const right = this.#items[2 * index + 2];
      if (left === undefined) break;
      const isRight = right !== undefined && this.#isBefore(right, left);
      const child = isRight ? right : left;
      if (!this.#isBefore(child, item)) break;
      this.#items[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    this.#items[index] = item;
  }
}
