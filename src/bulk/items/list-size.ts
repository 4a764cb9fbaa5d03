import { utf8Length } from '../../address/local-part.ts';
import type { ListSize } from '../../budgets/unpaid-lists.ts';
import type { YieldIfDue } from '../../concurrency/loop-steps.ts';

/** Of an item and its result, without their texts. */
const itemBytes = 600;
/** A text is stored with the item and with its result. */
const timesStored = 2;
/** Texts that stores keep as they are. Others they escape as JSON does. */
const plain = /^[\x20\x21\x23-\x5B\x5D-\x7E]*$/;

/** Returns how large a list will be. Yields to the event loop where it is due. */
export async function sizeOfList<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  yieldIfDue: YieldIfDue,
): Promise<ListSize> {
  let bytes = 0;
  for (const item of items) {
    const text = textOf(item);
    bytes += itemBytes + timesStored * (plain.test(text) ? text.length : utf8Length(JSON.stringify(text)));
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  return { items: items.length, bytes };
}
