import type { Engine } from '../../src/engine.ts';
import type { JobItemState } from '../../src/ports.ts';
import type { EmailLookup } from '../../src/resources.ts';
import type { Sought } from './lookup-world.ts';

/** What a row costs, in milli-credits. */
export const price = 1_000;

const pageSize = 300;

/** The rows that are not as they must be at the end, each beside the person it should tell of. */
export function wrongRows(items: readonly JobItemState[], people: readonly Sought[]): object[] {
  return people.flatMap((person, position): object[] => {
    const state = items[position];
    if (state === undefined) return [{ position, person, state: 'missing' }];
    const { item, result, retryAt, attempts } = state;
    const placed = state.position === position && 'domain' in item && isOf(item, person);
    // An attempt that nobody lived to record lets the next one through a greylist.
    const final = retryAt === null && (attempts === 1 || person.greylisted);
    return placed && final && isTrue(result, person) ? [] : [{ position, person, state }];
  });
}

function isOf(row: { first_name: string; last_name: string; domain: string }, person: Sought): boolean {
  return (
    row.first_name === person.first_name && row.last_name === person.last_name && row.domain === person.domain
  );
}

function isTrue(result: JobItemState['result'], person: Sought): boolean {
  if (result === undefined || !('credits_consumed' in result)) return false;
  const found = person.email !== null;
  return (
    isOf(result, person) &&
    result.email === person.email &&
    result.status === (found ? 'safe' : 'unknown') &&
    result.substatus === (found ? 'deliverable' : 'no_address_found') &&
    result.explanation === person.explanation &&
    result.credits_consumed === price / 1_000
  );
}

/** Every row that the pages of a job show, in their order. */
export async function rowsOf(engine: Engine, jobId: string): Promise<EmailLookup[]> {
  const rows: EmailLookup[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { results, total_rows } = await engine.jobs.lookupResults(jobId, { limit: pageSize, offset });
    rows.push(...results);
    if (offset >= total_rows) return rows;
  }
}
