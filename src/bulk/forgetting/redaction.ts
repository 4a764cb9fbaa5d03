import { lowerAscii } from '../../address/ascii-case.ts';
import { toAscii } from '../../address/domain.ts';
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
  // As keys are: file names of macOS are not composed.
  const composed = name?.normalize('NFC');
  const rest = composed?.replace(mayBeAddress, (text) =>
    keyOf(text) === key || hasAddress(text, key) ? redactedText : text,
  );
  return rest === composed ? undefined : jobName(rest);
}

const beginsWithin = /[\p{L}\p{N}]$|\p{L}\.$/u;
/** The ending of a file is no part of a domain. */
const goesOn = /^(?:[\p{L}\p{N}]|\.(?!(?:csv|txt|tsv|xlsx|json|ndjson)(?![\p{L}\p{N}]))\p{L})/u;

/** Tells whether the address with this key is in a text, such as the name of a file: `list-ann@example.org.csv`. */
function hasAddress(text: string, key: string): boolean {
  const at = key.lastIndexOf('@');
  const localPart = key.slice(0, at);
  const domain = key.slice(at + 1);
  const parts = text.split('@');
  return parts.slice(1).some((part, index) => {
    const before = lowerAscii(parts[index] ?? '');
    const labels = part.split('.').map((label) => toAscii(label) ?? label.toLowerCase());
    const after = labels.join('.');
    if (!before.endsWith(localPart) || !after.startsWith(domain)) return false;
    return !beginsWithin.test(before.slice(0, -localPart.length)) && !goesOn.test(after.slice(domain.length));
  });
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
