import { domainOfRow } from '../../lookup/row.ts';
import type { JobItemState, RedactedItem } from '../../ports/job-store.ts';
import { isVerification } from '../../resources.ts';
import { jobName } from '../listing/job-name.ts';

/** Stands in finished jobs for an address that was forgotten, and for the name of the person who was looked up. */
const redactedText = '[redacted]';

/** Tells whether an item, or what was found for it, is the address with this key. */
export function namesAddress(
  { item, result }: JobItemState,
  key: string,
  keyOf: (email: string) => string,
): boolean {
  if ('email' in item && keyOf(item.email) === key) return true;
  return typeof result?.email === 'string' && keyOf(result.email) === key;
}

/** Tells whether an item may come to name the address with this key: a row of its domain whose lookup has not ended. */
export function mayComeToName({ item, result, retryAt }: JobItemState, key: string): boolean {
  const hasEnded = result !== undefined && retryAt === null;
  if ('email' in item || hasEnded) return false;
  return domainOfRow(item) === key.slice(key.lastIndexOf('@') + 1);
}

/** What may be an address in a text: no address that people type has blanks, brackets or quotation marks. */
const mayBeAddress = /[^\s<>()[\]{}",;:]+@[^\s<>()[\]{}",;:]+/gu;

/** Returns the name of a job without the address with this key; undefined if it does not have it. */
export function redactedName(
  name: string | undefined,
  key: string,
  keyOf: (email: string) => string,
): string | undefined {
  const rest = name?.replace(mayBeAddress, (text) =>
    keyOf(text) === key || hasWord(text.toLowerCase(), key) ? redactedText : text,
  );
  return rest === name ? undefined : jobName(rest);
}

/** Tells whether a word is in a text, such as that of a file: `ann@example.org.csv`. */
function hasWord(text: string, word: string): boolean {
  const start = text.indexOf(word);
  if (start === -1) return false;
  const around = (text[start - 1] ?? '') + (text[start + word.length] ?? '');
  return !/[\p{L}\p{N}]/u.test(around);
}

/** Returns the item without the address and the person. Status, price and the facts of the domain stay. */
export function redacted({ position, item, result }: JobItemState): RedactedItem {
  const email = redactedText;
  const name = { first_name: redactedText, last_name: redactedText };
  const redactedItem = 'email' in item ? { ...item, email } : { ...item, ...name };
  if (result === undefined) return { position, item: redactedItem, result };
  if (isVerification(result)) return { position, item: redactedItem, result: { ...result, email } };
  return { position, item: redactedItem, result: { ...result, ...name, email } };
}
