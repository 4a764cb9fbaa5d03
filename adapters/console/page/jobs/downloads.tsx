import { useState } from 'preact/hooks';
import type { Job } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { ListHandle } from '../lists/list-handle.ts';
import { keepSubmitted, submittedList } from '../lists/submitted-lists.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';

/** Results as files: alone, or beside the columns of the list. */
export function Downloads({ job }: { readonly job: Job }) {
  const { isRunning, problem, run } = useAction();
  const [list, setList] = useState(() => submittedList(job.job_id));
  const path = `api/jobs/${encodeURIComponent(job.job_id)}/results`;
  const save = (handle: ListHandle) =>
    run(async () => saveFile(await handle.resultsCsv(path), fileNameOf(handle.name)));
  const openAgain = (file: File) =>
    run(async () => {
      const handle = new ListHandle(file.name);
      const { suggestion } = await handle.open(file, { isPasted: false, kind: job.kind });
      await handle.count(suggestion);
      keepSubmitted(job.job_id, handle);
      setList(handle);
      saveFile(await handle.resultsCsv(path), fileNameOf(handle.name));
    });
  return (
    <>
      <div class="actions">
        <a class="button" href={`${path}.csv`} download={`${job.job_id}.csv`}>
          {texts.results.csv}
        </a>
        {list === undefined ? (
          <label class="button">
            {texts.results.chooseListAgain}
            <input
              class="unseen"
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              disabled={isRunning}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file !== undefined) void openAgain(file);
              }}
            />
          </label>
        ) : (
          <button type="button" disabled={isRunning} onClick={() => save(list)}>
            {texts.results.csvWithList}
          </button>
        )}
      </div>
      <ProblemNotice problem={problem} />
    </>
  );
}

function fileNameOf(name: string | undefined): string {
  return name === undefined ? 'results.csv' : `${name.replace(/\.(csv|tsv|txt)$/i, '')}-results.csv`;
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers begin to read after this returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
