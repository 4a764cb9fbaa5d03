import { useEffect, useMemo, useState } from 'preact/hooks';
import { isAbort } from '../api/problem.ts';
import type { Job } from '../api/resources.ts';
import { Choice, Field } from '../parts/field.tsx';
import { codeText, countText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';
import { Downloads, ShownDownloads } from './downloads.tsx';
import { isFinished } from './job-figures.ts';
import { filterRows, noFilter } from './result-filter.ts';
import { countBy, type JobResult, readResults } from './result-rows.ts';
import { ResultTable } from './result-table.tsx';
import { ResultsPicture } from './results-picture.tsx';

/** How often rows that arrive are shown: with each chunk, a long list would be drawn a thousand times. */
const drawMs = 250;

/** The results of a job: a picture, a table, and files. */
export function Results({ job }: { readonly job: Job }) {
  const { api } = useConsole();
  const [round, setRound] = useState(0);
  const [rows, setRows] = useState<readonly JobResult[]>([]);
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<unknown>();
  const [filter, setFilter] = useState(noFilter);
  const isDone = isFinished(job);
  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [api, job.job_id, isDone, round]);
  const load = async (signal: AbortSignal): Promise<void> => {
    setLoading(true);
    setProblem(undefined);
    const loaded: JobResult[] = [];
    let drawnAt = 0;
    try {
      const onRows = (more: readonly JobResult[]): void => {
        for (const row of more) loaded.push(row);
        if (performance.now() - drawnAt < drawMs) return;
        drawnAt = performance.now();
        // Loaded again, the table does not shrink under the reader meanwhile.
        setRows((before) => (before.length > loaded.length ? before : loaded.slice()));
      };
      await readResults(api, job.job_id, { signal, onRows });
      setRows(loaded);
    } catch (error) {
      if (isAbort(error)) return;
      setProblem(error);
    }
    setLoading(false);
  };
  const shown = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const providers = useMemo(
    () => (isLoading ? [] : countBy(rows, (row) => row.email_provider)),
    [rows, isLoading],
  );
  const statuses = useMemo(() => (isLoading ? [] : statusOptions(rows)), [rows, isLoading]);
  const isStale = !isLoading && rows.length < job.processed;
  return (
    <section aria-labelledby="results">
      <h2 id="results">{texts.results.title}</h2>
      <ProblemNotice problem={problem} onRetry={() => setRound(round + 1)} />
      {!isLoading && rows.length > 0 && <ResultsPicture rows={rows} />}
      <Downloads job={job} filter={filter} />
      <div class="row">
        <Choice
          label={texts.results.status}
          value={filter.status}
          options={[{ value: '', label: texts.results.all }, ...statuses]}
          onValue={(status) => setFilter({ ...filter, status })}
        />
        <Choice
          label={texts.columns.email_provider}
          value={filter.provider}
          options={[
            { value: '', label: texts.results.all },
            ...providers.map(([value, count]) => ({
              value,
              label: texts.results.counted(value, countText(count)),
            })),
          ]}
          onValue={(provider) => setFilter({ ...filter, provider })}
        />
        <Field
          label={texts.results.text}
          type="search"
          value={filter.text}
          onValue={(text) => setFilter({ ...filter, text })}
        />
      </div>
      <p role="status">
        {isLoading
          ? texts.results.loading(countText(rows.length))
          : texts.results.shown(countText(shown.length), countText(rows.length))}
      </p>
      {isStale && (
        <button type="button" onClick={() => setRound(round + 1)}>
          {texts.results.refresh}
        </button>
      )}
      {!isLoading && (
        <ShownDownloads rows={shown} name={job.name?.replace(/\.\w{1,5}$/, '') ?? `results-${job.job_id}`} />
      )}
      <ResultTable key={JSON.stringify(filter)} rows={shown} />
    </section>
  );
}

function statusOptions(rows: readonly JobResult[]) {
  const options = [...countBy(rows, (row) => row.status), ...countBy(rows, (row) => row.substatus)];
  return options.map(([value, count]) => ({
    value,
    label: texts.results.counted(codeText(value), countText(count)),
  }));
}
