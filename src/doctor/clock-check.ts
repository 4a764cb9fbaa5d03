import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { StorageUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Assessment, StorageDiagnosis } from '../ports/storage-diagnosis.ts';
import type { Contact } from './exchange-contact.ts';
import type { DoctorFinding } from './finding.ts';
import { statedTime } from './stated-time.ts';

/** Greetings state whole seconds, and may arrive late. */
const tolerance = { warningMs: 10_000, failureMs: 300_000 } as const;

/**
 * Compares this machine's clock with that of the storage, if it has one of its own, and with the first greeting that states
 * a time. Rejects only with errors that no storage should have.
 */
export async function examineClock(
  clock: Clock,
  diagnosis: StorageDiagnosis | undefined,
  contacts: readonly Contact[],
): Promise<readonly DoctorFinding[]> {
  const differences = [await compareWithStorage(clock, diagnosis), compareWithGreetings(contacts)];
  const known = differences.filter((difference) => difference !== undefined);
  if (known.length > 0) {
    return known.map(({ comparedWith, aheadMs }) => ({
      check: 'clock',
      comparedWith,
      aheadMs,
      ...assess(comparedWith, aheadMs),
    }));
  }
  const unknown = reportWarning(
    'The clock of this machine could not be compared: no mail server stated the time.',
    'If it is wrong, jobs have wrong times, and what is cached expires too early or too late.',
    'Make sure that it is synchronised (NTP): "timedatectl" shows that on most systems.',
  );
  return [{ check: 'clock', comparedWith: null, aheadMs: null, ...unknown }];
}

interface Difference {
  readonly comparedWith: string;
  readonly aheadMs: number;
}

async function compareWithStorage(
  clock: Clock,
  diagnosis: StorageDiagnosis | undefined,
): Promise<Difference | undefined> {
  if (diagnosis?.now === undefined) return undefined;
  const askedAt = clock.now();
  try {
    const storageTime = await diagnosis.now();
    const aheadMs = (askedAt + clock.now()) / 2 - storageTime;
    return { comparedWith: 'storage', aheadMs: Math.round(aheadMs) };
  } catch (error) {
    // That it cannot be reached is a finding about the storage.
    if (error instanceof StorageUnavailable) return undefined;
    throw error;
  }
}

function compareWithGreetings(contacts: readonly Contact[]): Difference | undefined {
  for (const contact of contacts) {
    const stated = contact.kind === 'greeted' ? statedTime(contact.greeting) : undefined;
    if (contact.kind === 'greeted' && stated !== undefined)
      return { comparedWith: contact.host, aheadMs: contact.greetedAt - stated };
  }
  return undefined;
}

function assess(comparedWith: string, aheadMs: number): Assessment {
  const than = comparedWith === 'storage' ? 'that of the store' : `that of ${comparedWith}`;
  const size = Math.abs(aheadMs);
  if (size < tolerance.warningMs)
    return reportOk(`The clock agrees with ${than}.`, 'Times of jobs and of cached results are right.');
  const report = size < tolerance.failureMs ? reportWarning : reportFailure;
  return report(
    `The clock is ${duration(size)} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${than}.`,
    'Jobs and the log have wrong times, and what is cached expires too early or too late.',
    'Have the clock synchronised (NTP), on this machine and on that of the store.',
  );
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
