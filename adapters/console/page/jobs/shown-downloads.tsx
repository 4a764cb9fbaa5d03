import { csvRow } from '../../../csv-row.ts';
import { lookupColumns, resultCells, verificationColumns } from '../../../lists/result-columns.ts';
import { useAction } from '../api/use-action.ts';
import { countText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';
import type { JobResult } from './result-rows.ts';
import { saveFile } from './save-with-results.tsx';

const formats = ['csv', 'xlsx', 'ndjson'] as const;

interface ShownDownloadsProps {
  /** The rows that pass the filter. */
  readonly rows: readonly JobResult[];
  /** The name of the files, without their extension. */
  readonly name: string;
}

/** Saves the rows that are shown. */
export function ShownDownloads({ rows, name }: ShownDownloadsProps) {
  const { isRunning, problem, run } = useAction();
  return (
    <>
      <div class="actions">
        {formats.map((format) => (
          <button
            key={format}
            type="button"
            disabled={isRunning || rows.length === 0}
            onClick={() => run(async () => saveFile(await contentOf(rows, format), `${name}.${format}`))}
          >
            {texts.results.downloadShown(countText(rows.length), texts.results.formats[format])}
          </button>
        ))}
      </div>
      <ProblemNotice problem={problem} />
    </>
  );
}

async function contentOf(rows: readonly JobResult[], format: (typeof formats)[number]): Promise<Blob> {
  const listed = rows.map(({ index, ...row }) => row);
  if (format === 'ndjson') return new Blob(listed.map((row) => `${JSON.stringify(row)}\n`));
  const [first] = listed;
  const columns: readonly string[] =
    first !== undefined && 'credits_consumed' in first
      ? ['first_name', 'last_name', 'domain', ...lookupColumns]
      : ['email', ...verificationColumns];
  const cells = listed.map((row) => resultCells<Readonly<Record<string, unknown>>>(columns, { ...row }));
  if (format === 'csv')
    return new Blob(
      [columns, ...cells].map((row) => csvRow(row)),
      { type: 'text/csv' },
    );
  const { WorkbookWriter } = await import('../../../lists/workbook-writer.ts');
  const writer = new WorkbookWriter();
  return new Blob([...writer.rows([columns, ...cells]), ...writer.end()]);
}
