/** How long a key is kept whose submission had no answer: as long as servers remember one. */
const maxAgeMs = 24 * 3_600_000;
const prefix = 'mailproof-submission ';

interface PendingSubmission {
  readonly key: string;
  readonly at: number;
}

/**
 * Returns the idempotency key of a submission, the same until `forgetKey`, also after the page was loaded again: whoever
 * submits a list again because no answer arrived does not pay twice. `isRepeat`: an earlier submission had no answer.
 */
export function keyFor(
  account: string,
  digest: string,
): { readonly key: string; readonly isRepeat: boolean } {
  const name = nameOf(account, digest);
  const known = read(name);
  if (known !== undefined && Date.now() - known.at < maxAgeMs) return { key: known.key, isRepeat: true };
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  write(name, { key, at: Date.now() });
  return { key, isRepeat: false };
}

/** Returns whether a submission of this list had no answer so far. */
export function isPending(account: string, digest: string): boolean {
  return read(nameOf(account, digest)) !== undefined;
}

/** Call it once the server has answered, whatever it said. */
export function forgetKey(account: string, digest: string): void {
  remembered.delete(nameOf(account, digest));
  try {
    localStorage.removeItem(nameOf(account, digest));
  } catch {
    // Storage is switched off.
  }
}

/** Where storage is switched off, keys last as long as the page. */
const remembered = new Map<string, PendingSubmission>();

function nameOf(account: string, digest: string): string {
  return `${prefix}${account} ${digest}`;
}

function read(name: string): PendingSubmission | undefined {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? undefined : (JSON.parse(stored) as PendingSubmission);
  } catch {
    return undefined;
  }
}

function write(name: string, submission: PendingSubmission): void {
  remembered.set(name, submission);
  try {
    localStorage.setItem(name, JSON.stringify(submission));
  } catch {
    // Storage is switched off.
  }
}
