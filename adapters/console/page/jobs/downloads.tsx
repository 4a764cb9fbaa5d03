import { useEffect, useState } from 'preact/hooks';
import { csvRow } from '../../../csv-row.ts';
import { lookupColumns, resultCells, verificationColumns } from '../../../lists/result-columns.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Job } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { ColumnChoice } from '../lists/column-choice.tsx';
import type { ListHandle } from '../lists/list-handle.ts';
import { type ChosenList, FileInput, useOpenedList } from '../lists/opened-list.tsx';
import type { ListChoice, ListKind } from '../lists/reading/messages.ts';
import { submittedList } from '../lists/submitted-lists.ts';
import { countText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';
import { type ResultFilter, testOf } from './result-filter.ts';
import type { JobResult } from './result-rows.ts';

/** Results as files: all of them alone, or those that are shown beside the columns of the list. */
export function Downloads({ job, filter }: { readonly job: Job; readonly filter: ResultFilter }) {
  const { chosen, isRunning, progress, open } = useOpenedList(job.kind);
  const submitted = submittedList(job.job_id);
  const path = `api/jobs/${encodeURIComponent(job.job_id)}/results`;
  return (
    <>
      <div class="actions">
        <a class="button" href={`${path}.csv`} download={`${job.job_id}.csv`}>
          {texts.results.csv}
        </a>
        {submitted === undefined ? (
          <label class="button" for="list-of-job">
            {texts.results.chooseListAgain}
            <FileInput
              id="list-of-job"
              class="unseen"
              disabled={isRunning}
              onFile={(file) => open(file, file.name)}
            />
          </label>
        ) : (
          <SaveWithResults list={submitted} path={path} filter={filter} />
        )}
      </div>
      {progress}
      {chosen !== undefined && submitted === undefined && (
        <ChosenAgain {...chosen} kind={job.kind} path={path} filter={filter} />
      )}
    </>
  );
}

interface ChosenAgainProps extends ChosenList {
  readonly kind: ListKind;
  readonly path: string;
  readonly filter: ResultFilter;
}

/** Nobody remembers which columns a job was made of: whoever chooses its list again says so. */
function ChosenAgain({ handle, opened, kind, path, filter }: ChosenAgainProps) {
  const [choice, setChoice] = useState(opened.suggestion);
  return (
    <section class="card" aria-label={texts.lists.preview}>
      <h3>{handle.name}</h3>
      <ColumnChoice kind={kind} opened={opened} choice={choice} onChoice={setChoice} />
      <SaveWithResults list={handle} path={path} filter={filter} choice={choice} />
    </section>
  );
}

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

interface SaveWithResultsProps {
  readonly list: ListHandle;
  /** Where the results are, relative to the page. */
  readonly path: string;
  /** What is shown of the results: other rows are left out. */
  readonly filter: ResultFilter;
  /** The columns that the job was made of. Default: those that the list was submitted with. */
  readonly choice?: ListChoice;
}

/** A button that saves a list with its results, and says how many rows have one. */
function SaveWithResults({ list, path, filter, choice }: SaveWithResultsProps) {
  const { api, session } = useConsole();
  const { isRunning, problem, run } = useAction();
  const [saved, setSaved] = useState<string>();
  const isFiltered = testOf(filter) !== undefined;
  useEffect(() => setSaved(undefined), [choice, filter]);
  const save = () =>
    run(async () => {
      setSaved(undefined);
      if (choice !== undefined) await list.count(choice);
      const { file, rows, matched } = await list
        .resultsCsv(path, session.csrf_token, filter)
        .catch(async (error: unknown) => {
          // The worker has no part in the sign-in: the page finds out whether it has ended.
          if (error instanceof ApiProblem && error.status === 401) await api.request('session');
          throw error;
        });
      if (matched === 0) throw new Error(isFiltered ? texts.results.noneShown : texts.results.noneMatched);
      saveFile(file, fileNameOf(list.name));
      const say = isFiltered ? texts.results.savedShown : texts.results.matched;
      setSaved(say(countText(matched), countText(rows)));
    });
  return (
    <>
      <button type="button" disabled={isRunning} onClick={save}>
        {isFiltered ? texts.results.shownOfList : texts.results.csvWithList}
      </button>
      <p role="status">{saved}</p>
      <ProblemNotice problem={problem} />
    </>
  );
}

function fileNameOf(name: string | undefined): string {
  return name === undefined ? 'results.csv' : `${name.replace(/\.(csv|tsv|txt|xlsx)$/i, '')}-results.csv`;
}

/** Gives the browser a file to save. */
function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers begin to read after this returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
