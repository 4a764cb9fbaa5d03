import { storedListsIn, storedListsKey } from '../address/disposable-updates.ts';
import { reportOk, reportWarning } from '../assessment.ts';
import { StorageUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import type { DoctorFinding } from './finding.ts';

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
