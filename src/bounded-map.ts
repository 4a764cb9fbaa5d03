interface Node<K, V> {
  readonly key: K;
  value: V;
  size: number;
  newer: Node<K, V> | undefined;
  older: Node<K, V> | undefined;
}

/**
 * A map with a limit on its entries, or on their size: beyond it, the least recently used ones are evicted. Each address is
 * looked up in dozens of such maps, so they do nothing else.
 */
export class BoundedMap<K extends string, V extends object | number> {
  readonly #nodes: Map<K, Node<K, V>>;
  readonly #maxSize: number;
  readonly #sizeOf: (value: V, key: K) => number;
  #totalSize = 0;
  #newest: Node<K, V> | undefined;
  #oldest: Node<K, V> | undefined;

  /** `sizeOf`: see `byteBoundedMap`. */
  constructor(maxSize: number, sizeOf: (value: V, key: K) => number) {
    this.#nodes = new Map();
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#nodes.size;
  }

  /** What their sizes add up to. */
  get totalSize(): number {
    return this.#totalSize;
  }

  /** Counts as a use. */
  get(key: K): V | undefined {
    const node = this.#nodes.get(key);
    if (node === undefined) return undefined;
    if (node !== this.#newest) {
      this.#unlink(node);
      this.#link(node);
    }
    return node.value;
  }

  /** Counts as no use. */
  peek(key: K): V | undefined {
    return this.#nodes.get(key)?.value;
  }

  /** Counts as a use. An entry that is larger than the limit is not kept. */
  set(key: K, value: V): void {
    const size = this.#sizeOf(value, key);
    const known = this.#nodes.get(key);
    if (known !== undefined) this.#remove(known);
    if (size > this.#maxSize) return;
    const node: Node<K, V> = { key, value, size, newer: undefined, older: undefined };
    this.#nodes.set(key, node);
    this.#link(node);
    this.#totalSize += size;
    while (this.#totalSize > this.#maxSize && this.#oldest !== undefined) this.#remove(this.#oldest);
  }

  /** Returns whether there was such an entry. */
  delete(key: K): boolean {
    const node = this.#nodes.get(key);
    if (node !== undefined) this.#remove(node);
    return node !== undefined;
  }

  clear(): void {
    this.#nodes.clear();
    this.#newest = undefined;
    this.#oldest = undefined;
    this.#totalSize = 0;
  }

  /** The keys, those of the least recently used entries first. */
  *keysByAge(): Generator<K> {
    for (let node = this.#oldest; node !== undefined; node = node.newer) yield node.key;
  }

  /** The entries, the least recently used ones last. Entries may be removed meanwhile. */
  *entries(): Generator<[K, V]> {
    for (let node = this.#newest; node !== undefined; node = node.older) yield [node.key, node.value];
  }

  /** In the order of `entries`. */
  *keys(): Generator<K> {
    for (const [key] of this.entries()) yield key;
  }

  /** In the order of `entries`. */
  *values(): Generator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  #remove(node: Node<K, V>): void {
    this.#nodes.delete(node.key);
    this.#unlink(node);
    this.#totalSize -= node.size;
  }

  #link(node: Node<K, V>): void {
    node.newer = undefined;
    node.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = node;
    else this.#newest.newer = node;
    this.#newest = node;
  }

  /** Leaves the links of the node itself, for those who iterate. */
  #unlink({ newer, older }: Node<K, V>): void {
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
  }
}

/** Creates a map that evicts the least recently used entry beyond `maxEntries`. */
export function boundedMap<K extends string, V extends object | number>(
  maxEntries: number,
): BoundedMap<K, V> {
  return new BoundedMap<K, V>(maxEntries, () => 1);
}

/**
 * Creates a map that evicts the least recently used entries once their sizes add up to more than `maxBytes`. `sizeOf`
 * returns the memory that an entry takes, in bytes, with its key. An entry larger than `maxBytes` is not kept.
 */
export function byteBoundedMap<K extends string, V extends object>(
  maxBytes: number,
  sizeOf: (value: V, key: K) => number,
): BoundedMap<K, V> {
  return new BoundedMap(maxBytes, sizeOf);
}
