import type { EmailLookup } from '../../../../src/resources.ts';
import type { ListedVerification } from '../../../lists/result-columns.ts';
import type { Api } from '../api/api.ts';
import type { ResultRow } from '../api/resources.ts';
import { withResultsPermit } from '../api/shared-locks.ts';

/** A row of the table of results. */
export type JobResult = (ListedVerification | EmailLookup) & { readonly index: number };

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onRows: (rows: readonly JobResult[]) => void;
}

/**
 * Reads results in the order of the list, while it holds one of the permits that the tabs share; those that are not there yet are left
 * out. Calls `onRows` for what arrives together.
 */
export function readResults(api: Api, jobId: string, options: ReadOptions): Promise<void> {
  return withResultsPermit(() => readRows(api, jobId, options), options.signal);
}

async function readRows(api: Api, jobId: string, { signal, onRows }: ReadOptions): Promise<void> {
  const share = createTextSharing();
  for await (const lines of api.lines(`jobs/${encodeURIComponent(jobId)}/results`, { signal })) {
    const rows: JobResult[] = [];
    for (const line of lines) {
      const row = JSON.parse(line) as ResultRow;
      if (row.status === null) continue;
      rows.push({
        ...row,
        explanation: share(row.explanation),
        email_provider: share(row.email_provider),
        mx_record: row.mx_record === null ? null : share(row.mx_record),
      });
    }
    if (rows.length > 0) onRows(rows);
  }
}

/** Thousands of rows have the same texts: each is kept once. */
function createTextSharing(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
}

/** Counts rows by a field of theirs, the most frequent first. */
export function countBy(
  rows: readonly JobResult[],
  fieldOf: (row: JobResult) => string,
): readonly [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const field = fieldOf(row);
    counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}
