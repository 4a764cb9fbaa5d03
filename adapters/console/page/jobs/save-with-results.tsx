import { useEffect, useState } from 'preact/hooks';
import { ApiProblem } from '../api/problem.ts';
import { useAction } from '../api/use-action.ts';
import type { ListHandle } from '../lists/list-handle.ts';
import type { ListChoice } from '../lists/reading/messages.ts';
import { countText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';
import { type ResultFilter, testOf } from './result-filter.ts';

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
export function SaveWithResults({ list, path, filter, choice }: SaveWithResultsProps) {
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
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers begin to read after this returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
