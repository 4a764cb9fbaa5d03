import { reportFailure, reportOk } from '../assessment.ts';
import { StorageUnavailable } from '../errors.ts';
import type { Stores } from '../ports/stores.ts';
import { adviceOf } from './advice.ts';
import type { DoctorFinding } from './finding.ts';

/** Free disk below which the storage is warned of. */
export const defaultMinFreeBytes = 2 ** 30;

/**
 * Examines whether the storage can be reached, and how it is set up. A storage that cannot be examined is only pinged.
 * Rejects only with errors that no storage should have.
 */
export async function examineStorage(
  stores: Pick<Stores, 'diagnosis' | 'ping'>,
  minFreeBytes: number,
): Promise<readonly DoctorFinding[]> {
  const location = stores.diagnosis?.location ?? 'the storage';
  const reachable = { check: 'storage', location, aspect: 'reachable' } as const;
  try {
    const conditions = await examineOrPing(stores, minFreeBytes);
    return [
      {
        ...reachable,
        ...reportOk(`The store is reachable (${location}).`, 'Verdicts, credits and jobs can be stored.'),
      },
      ...conditions.map((condition): DoctorFinding => ({ check: 'storage', location, ...condition })),
    ];
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    const { summary, advice } = adviceOf(error, 'Make it reachable.');
    const meaning = 'No request that needs the store is answered: it gets StorageUnavailable, over HTTP 502.';
    return [{ ...reachable, ...reportFailure(summary, meaning, advice) }];
  }
}

async function examineOrPing(stores: Pick<Stores, 'diagnosis' | 'ping'>, minFreeBytes: number) {
  if (stores.diagnosis !== undefined) return stores.diagnosis.examine({ minFreeBytes });
  await stores.ping();
  return [];
}
