import { digestOf } from './reading/digest.ts';

/** How long a key is kept whose submission had no answer: as long as servers remember one. */
const maxAgeMs = 24 * 3_600_000;
/** The oldest beyond these are forgotten. */
const most = 50;
const prefix = 'mailproof-submission ';

interface Submission {
  readonly key: string;
  /** When it was first sent, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the server may have taken it without our knowing. */
  readonly isOpen: boolean;
}

/**
 * Returns the idempotency key of a submission that is about to be sent: the same until `forgetKey`, also after the page was loaded
 * again, or the account signed out and in again, so that a list that is submitted again because no answer arrived is not charged twice. `isRepeat`: an earlier one had no answer.
 */
export function keyFor(
  account: string,
  digest: string,
): { readonly key: string; readonly isRepeat: boolean } {
  removeOldKeys();
  const name = nameOf(account, digest);
  const known = read(name);
  const submission = { key: known?.key ?? newKey(), at: known?.at ?? Date.now(), isOpen: true };
  write(name, submission);
  return { key: submission.key, isRepeat: known?.isOpen ?? false };
}

/** Returns whether a submission of this list had no answer so far, and would not be charged twice. */
export function isPending(account: string, digest: string): boolean {
  return read(nameOf(account, digest))?.isOpen ?? false;
}

/** Call it after an answer that says that the server has not taken the list. The key stays: another try is the same submission. */
export function markAnswered(account: string, digest: string): void {
  const name = nameOf(account, digest);
  const known = read(name);
  if (known !== undefined) write(name, { ...known, isOpen: false });
}

/** Call it once the server has taken the list, or says that the key cannot be used for it. */
export function forgetKey(account: string, digest: string): void {
  remove(nameOf(account, digest));
}

/** Removes keys that servers have forgotten, and the oldest if there are too many. */
export function removeOldKeys(): void {
  const known = storedNames().map((name) => ({ name, at: read(name)?.at ?? 0 }));
  known.sort((one, other) => other.at - one.at);
  for (const [index, { name, at }] of known.entries()) if (at === 0 || index >= most) remove(name);
}

/** Where storage is switched off, keys last as long as the page. */
const remembered = new Map<string, Submission>();

/** Names of accounts do not stay on a machine that others use, too. */
function nameOf(account: string, digest: string): string {
  return prefix + digestOf([account, digest]);
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function storedNames(): readonly string[] {
  const names = new Set(remembered.keys());
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) names.add(name);
  } catch {
    // Storage is switched off.
  }
  return [...names];
}

/** Undefined also for one that is too old. */
function read(name: string): Submission | undefined {
  const known = stored(name) ?? remembered.get(name);
  return known !== undefined && Date.now() - known.at < maxAgeMs ? known : undefined;
}

function stored(name: string): Submission | undefined {
  try {
    const text = localStorage.getItem(name);
    return text === null ? undefined : (JSON.parse(text) as Submission);
  } catch {
    return undefined;
  }
}

function write(name: string, submission: Submission): void {
  try {
    localStorage.setItem(name, JSON.stringify(submission));
  } catch {
    remembered.set(name, submission);
  }
}

function remove(name: string): void {
  remembered.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Storage is switched off.
  }
}
