import type { VerificationLevel } from '../../../src/resources.ts';
import type { Story } from '../story/story.ts';
import { addressKey } from '../world/address-keys.ts';
import { readStoredResult } from './stored-result.ts';

/** A process answers from its own memory for so long. */
const memoryMs = 60_000;
/** From a question to DNS to the verdict, for the most patient, with a process that stands still meanwhile. */
const longestWorkMs = 400_000;

/**
 * Watches when verdicts are stored. Returns a function that tells since when, at the earliest, DNS may have been asked for
 * a verdict that was given or recorded: `since` is when the work of giving it began.
 */
export function watchFirstQuestions(
  story: Story,
): (email: string, since: number, level?: VerificationLevel) => number {
  const storedAt = new Map<string, number[]>();
  const stored = new Map<string, string>();
  story.onCall(['cache.set'], ({ args }, at) => {
    const key = args[0];
    if (typeof key !== 'string' || !/^verification[:-]/.test(key)) return;
    const verdict = JSON.stringify(readStoredResult((args[1] as { value: string }).value).verdict ?? null);
    // The known one is kept where another egress has found no more.
    if (stored.get(key) === verdict) return;
    stored.set(key, verdict);
    const times = storedAt.get(key);
    if (times === undefined) storedAt.set(key, [at]);
    else times.push(at);
  });
  return (email, since, level = 'smtp') => {
    const prefix = level === 'smtp' ? 'verification' : `verification-${level}`;
    const times = storedAt.get(`${prefix}:${addressKey(email)}`) ?? [];
    return (times.findLast((at) => at <= since - memoryMs) ?? since) - longestWorkMs;
  };
}
