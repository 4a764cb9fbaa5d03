import type { Finding } from '../../../src/lookup/finding.ts';

/** What invariants read of the answer to a single request, as the cache has it. */
export interface StoredResult {
  readonly verdict?: { readonly status: string; readonly substatus: string };
  readonly finding?: Finding;
  /** The hold that pays for it. */
  readonly holdId?: string;
  /** How long whoever worked it out would have waited. */
  readonly patienceMs: number;
}

const removed: StoredResult = { patienceMs: 0 };
let last: { readonly value: string; readonly result: StoredResult } = { value: '', result: removed };

/** Reads the value of an entry. An answer that was removed has nothing of it, nor have most other entries. */
export function readStoredResult(value: string): StoredResult {
  // Several invariants read each entry, one after another.
  if (value !== last.value) last = { value, result: value.startsWith('{') ? JSON.parse(value) : removed };
  return last.result;
}

/** Whether another search would find the same: written down here once more, so that a mistake in the code shows. */
export function isFinal(finding: Finding): boolean {
  return finding.kind === 'found' || (finding.kind === 'not-found' && finding.settled);
}
