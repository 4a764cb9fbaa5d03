import { Problem } from '../problem.ts';
import type { ListLocation, ListReceiver } from './list-scanner.ts';

/** A list that a body holds, and the rules for its elements. */
export interface BodyList<Item> extends ListLocation {
  /** What errors of the engine call the list. */
  readonly parameter: string;
  /** The most elements that the list may have. */
  readonly maxItems: number;
  /** Throws if the list may not have this many elements. Called at its end, and before an element too many is checked. */
  checkCount(count: number): void;
  /** Returns an element as an item. Throws a Problem that names what is wrong. */
  check(element: unknown, index: number): Item;
  /** Memory that an item takes, in bytes. */
  bytesOf(item: Item): number;
}

/** Throws if a list may not have this many elements. */
export type CountCheck = (parameter: string, count: number) => void;

/** Collects the items of a list, checking one after another. */
export class ListCollector<Item> implements ListReceiver {
  readonly #list: BodyList<Item>;
  readonly #checkCount: CountCheck | undefined;
  readonly #items: Item[] = [];
  #bytes = 0;

  /** `checkCount` is called before each element is checked, beside the rules of the list itself. */
  constructor(list: BodyList<Item>, checkCount?: CountCheck) {
    this.#list = list;
    this.#checkCount = checkCount;
  }

  get count(): number {
    return this.#items.length;
  }

  /** Memory that all items take together. */
  get bytes(): number {
    return this.#bytes;
  }

  add(elements: string): void {
    for (const element of JSON.parse(`[${elements}]`) as unknown[]) this.addElement(element);
  }

  addElement(element: unknown): void {
    const index = this.#items.length;
    this.#checkCount?.(this.#list.parameter, index + 1);
    if (index === this.#list.maxItems) this.#list.checkCount(index + 1);
    const item = this.#list.check(element, index);
    this.#items.push(item);
    this.#bytes += this.#list.bytesOf(item);
  }

  /** Returns the items once the list is whole. */
  end(): readonly Item[] {
    this.#list.checkCount(this.#items.length);
    return this.#items;
  }
}

/** Memory of a text in a list without its characters, as measured. */
const textBytes = 32;

/** Returns the memory that a text in a list takes, in bytes. Node keeps a text that is not ASCII in two bytes a character. */
export function bytesOfText(text: string): number {
  const isAscii = Buffer.byteLength(text) === text.length;
  return textBytes + text.length * (isAscii ? 1 : 2);
}

/** Returns the elements of a list in a body that the host has parsed. Throws the errors of `ListScanner`. */
export function elementsIn(body: unknown, { field, bodyRule, fieldRule }: ListLocation): readonly unknown[] {
  if (field === undefined) {
    if (!Array.isArray(body)) throw new Problem(422, `body: ${bodyRule}.`);
    return body;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(422, `body: ${bodyRule}.`);
  }
  const list: unknown = Object.hasOwn(body, field) ? Reflect.get(body, field) : undefined;
  if (list === undefined) throw new Problem(422, `${field}: is required.`);
  if (!Array.isArray(list)) throw new Problem(422, `${field}: ${fieldRule}.`);
  return list;
}
