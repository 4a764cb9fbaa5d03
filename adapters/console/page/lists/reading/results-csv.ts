import { lookupColumns, verificationColumns } from '../../../../lists/result-columns.ts';
import { withResultsPermit } from '../../api/shared-locks.ts';
import { rowsByChunk } from '../../api/text-lines.ts';
import type { ItemReader } from './list-items.ts';
import { type LoadedResults, type Result, writeList } from './list-with-results.ts';
import type { ListWithResults, ResultsRequest } from './messages.ts';
import type { OpenList } from './open-list.ts';

/** The server did not answer with results. */
export class UnansweredRequest extends Error {
  /** Null: it did not answer at all. */
  readonly status: number | null;

  constructor(status: number | null, options?: ErrorOptions) {
    super('The results could not be loaded.', options);
    this.name = 'UnansweredRequest';
    this.status = status;
  }
}

/** Writes a list with the results of its job: see `writeList`. Throws UnansweredRequest if they cannot be loaded. */
export async function writeResultsCsv(list: OpenList, request: ResultsRequest): Promise<ListWithResults> {
  const reader = list.itemReader;
  const results = await withResultsPermit(() => loadResults(request, reader)).catch((error: unknown) => {
    // What fetch, and the body that it returns, throw if there is no connection.
    throw error instanceof TypeError ? new UnansweredRequest(null, { cause: error }) : error;
  });
  return writeList(list, results, request.filter);
}

async function loadResults({ url, csrfToken }: ResultsRequest, reader: ItemReader): Promise<LoadedResults> {
  const answer = await fetch(url, {
    headers: { Accept: 'application/x-ndjson', 'X-CSRF-Token': csrfToken },
    credentials: 'same-origin',
  });
  if (!answer.ok || answer.body === null) throw new UnansweredRequest(answer.status);
  const byKey = new Map<string, Result>();
  let columns = verificationColumns as LoadedResults['columns'];
  for await (const lines of rowsByChunk(answer.body, answer.headers)) {
    for (const line of lines) {
      const result = JSON.parse(line) as Result | { status: null };
      if (result.status === null) continue;
      if (!('credits_consumed' in result)) {
        byKey.set(reader.keyOf(result.email), result);
        continue;
      }
      columns = lookupColumns as LoadedResults['columns'];
      byKey.set(reader.keyOf(result), result);
    }
  }
  return { columns, byKey };
}
