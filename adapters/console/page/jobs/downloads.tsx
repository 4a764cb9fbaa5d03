import { useEffect, useRef, useState } from 'preact/hooks';
import type { Job } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { ColumnChoice } from '../lists/column-choice.tsx';
import { ListHandle } from '../lists/list-handle.ts';
import type { ListKind, OpenedList } from '../lists/reading/messages.ts';
import { submittedList } from '../lists/submitted-lists.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';
import type { ResultFilter } from './result-filter.ts';
import { SaveWithResults } from './save-with-results.tsx';

/** Results as files: all of them alone, or those that are shown beside the columns of the list. */
export function Downloads({ job, filter }: { readonly job: Job; readonly filter: ResultFilter }) {
  const { isRunning, problem, run } = useAction();
  const submitted = submittedList(job.job_id);
  const [chosen, setChosen] = useState<ListChosenAgain>();
  const opened = useRef<ListHandle | undefined>(undefined);
  useEffect(() => () => opened.current?.close(), []);
  const path = `api/jobs/${encodeURIComponent(job.job_id)}/results`;
  const openAgain = (file: File) =>
    run(async () => {
      opened.current?.close();
      setChosen(undefined);
      const handle = new ListHandle(file.name);
      opened.current = handle;
      setChosen({ handle, opened: await handle.open(file, { isPasted: false, kind: job.kind }) });
    });
  return (
    <>
      <div class="actions">
        <a class="button" href={`${path}.csv`} download={`${job.job_id}.csv`}>
          {texts.results.csv}
        </a>
        {submitted === undefined ? (
          <label class="button">
            {texts.results.chooseListAgain}
            <input
              class="unseen"
              type="file"
              accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
              disabled={isRunning}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file !== undefined) void openAgain(file);
                // The same file, changed meanwhile, may be chosen again.
                currentTarget.value = '';
              }}
            />
          </label>
        ) : (
          <SaveWithResults list={submitted} path={path} filter={filter} />
        )}
      </div>
      {isRunning && <p role="status">{texts.lists.reading}</p>}
      <ProblemNotice problem={problem} />
      {chosen !== undefined && submitted === undefined && (
        <ChosenAgain {...chosen} kind={job.kind} path={path} filter={filter} />
      )}
    </>
  );
}

/** A list that was chosen once more after its job was submitted. */
interface ListChosenAgain {
  readonly handle: ListHandle;
  readonly opened: OpenedList;
}

interface ChosenAgainProps extends ListChosenAgain {
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
