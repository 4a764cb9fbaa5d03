import type { Engine } from '../../src/engine-interface.ts';
import type { JobItemState } from '../../src/ports/job-store.ts';
import type { EmailLookup, LookupRow } from '../../src/resources.ts';
import type { ExpectedRow } from './lookup-sandbox.ts';

/** The price of a row, in milli-credits. */
export const price = 1_000;

const pageSize = 300;

/** Returns the items with a wrong final state, each with the row that it should be about. */
export function wrongRows(items: readonly JobItemState[], rows: readonly ExpectedRow[]): object[] {
  return rows.flatMap((row, position): object[] => {
    const state = items[position];
    if (state === undefined) return [{ position, row, state: 'missing' }];
    const { item, result, retryAt, attempts } = state;
    const inPlace = state.position === position && 'domain' in item && isSamePerson(item, row);
    // A killed process may have passed the greylist without recording its attempt.
    const final = retryAt === null && (attempts === 1 || row.greylisted);
    return inPlace && final && isCorrect(result, row) ? [] : [{ position, row, state }];
  });
}

function isSamePerson(one: LookupRow, other: LookupRow): boolean {
  return (
    one.first_name === other.first_name && one.last_name === other.last_name && one.domain === other.domain
  );
}

function isCorrect(result: JobItemState['result'], row: ExpectedRow): boolean {
  if (result === undefined || !('credits_consumed' in result)) return false;
  const found = row.email !== null;
  return (
    isSamePerson(result, row) &&
    result.email === row.email &&
    result.status === (found ? 'safe' : 'unknown') &&
    result.substatus === (found ? 'deliverable' : 'no_address_found') &&
    result.explanation === row.explanation &&
    result.credits_consumed === price / 1_000
  );
}

/** Reads all pages of a job. */
export async function resultsOf(engine: Engine, jobId: string): Promise<EmailLookup[]> {
  const rows: EmailLookup[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const { results, job } = await engine.jobs.lookupResults(jobId, { limit: pageSize, offset });
    rows.push(...results);
    if (offset >= job.total) return rows;
  }
}
