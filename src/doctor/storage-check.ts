import { storedListsIn, storedListsKey } from '../address/disposable-updates.ts';
import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { StorageUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
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

const dayMs = 86_400_000;

/** Services of throw-away addresses use new domains every week; their mail servers are known for longer. */
const staleDays = 90;

/** Examines how old the lists of disposable domains are. Finds nothing where the store cannot be looked into, or fails. */
export async function examineLists(
  { diagnosis }: Pick<Stores, 'diagnosis'>,
  clock: Clock,
): Promise<readonly DoctorFinding[]> {
  try {
    const entries = await diagnosis?.readCache?.([storedListsKey]);
    if (entries === undefined) return [];
    const stored = storedListsIn(entries[0]);
    return [
      {
        check: 'disposable_lists',
        fetchedAt: stored?.fetchedAt ?? null,
        ...assess(stored?.fetchedAt, clock),
      },
    ];
  } catch (error) {
    if (error instanceof StorageUnavailable) return [];
    throw error;
  }
}

function assess(fetchedAt: number | undefined, clock: Clock) {
  const meaning = 'Newer disposable domains are known only by their mail servers.';
  if (fetchedAt === undefined)
    return reportOk(
      'The lists of disposable domains are those of this version of mailproof; "mailproof data update" fetches current ones.',
      meaning,
    );
  const days = Math.max(0, Math.floor((clock.now() - fetchedAt) / dayMs));
  const summary = `The lists of disposable domains were fetched ${days === 1 ? '1 day' : `${days} days`} ago.`;
  return days < staleDays
    ? reportOk(summary, meaning)
    : reportWarning(summary, meaning, 'Run "mailproof data update", best once a week.');
}
