import { useState } from 'preact/hooks';
import type { Job } from '../api/resources.ts';
import { ColumnChoice } from '../lists/column-choice.tsx';
import { type ChosenList, FileInput, useOpenedList } from '../lists/opened-list.tsx';
import type { ListKind } from '../lists/reading/messages.ts';
import { submittedList } from '../lists/submitted-lists.ts';
import { texts } from '../texts.ts';
import type { ResultFilter } from './result-filter.ts';
import { SaveWithResults } from './save-with-results.tsx';

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
