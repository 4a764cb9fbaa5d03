import type { ListFault } from '../../../lists/list-problem.ts';
import { ApiProblem } from '../api/problem.ts';
import type { ResultFilter } from '../jobs/result-filter.ts';
import { texts } from '../texts.ts';
import { listWorkerFile } from './list-worker-file.ts';
import type { AnswerOf, ListAnswer, ListChoice, ListQuestion, OpenOptions } from './reading/messages.ts';

/** All of it is in memory while it is open, as bytes, text and cells. */
const maxFileBytes = 200_000_000;

/** A list that cannot be read. The message says what to do about it. */
class UnreadableList extends Error {
  constructor(fault: ListFault) {
    super(texts.faultOf(fault));
    this.name = 'UnreadableList';
  }
}

interface PendingAnswer {
  readonly resolve: (value: AnswerOf[keyof AnswerOf]) => void;
  readonly reject: (error: Error) => void;
}

/** A list that is open in a worker of its own. */
export class ListHandle {
  /** What the page calls it; undefined for text that was pasted. */
  readonly name: string | undefined;
  readonly #worker = new Worker(new URL(listWorkerFile, document.baseURI), { type: 'module' });
  readonly #pending = new Map<number, PendingAnswer>();
  #nextId = 0;

  constructor(name: string | undefined) {
    this.name = name;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ListAnswer>) => this.#settle(data));
    this.#worker.addEventListener('error', () => this.#rejectAll(new Error(texts.lists.workerFailed)));
  }

  open(source: Blob, options: OpenOptions) {
    if (source.size > maxFileBytes) return Promise.reject(new Error(texts.lists.fileTooLarge));
    return this.#ask({ ask: 'open', source, ...options });
  }

  /** Counts the items in these columns, which are then the list's. */
  count(choice: ListChoice) {
    return this.#ask({ ask: 'count', choice });
  }

  /** Returns the body of a submission. */
  body() {
    return this.#ask({ ask: 'body' });
  }

  /** Returns the list with the columns of the results. `path`: relative to the page. Rejects with ApiProblem. */
  resultsCsv(path: string, csrfToken: string, filter: ResultFilter) {
    return this.#ask({ ask: 'results_csv', url: new URL(path, document.baseURI).href, csrfToken, filter });
  }

  close(): void {
    this.#worker.terminate();
    this.#rejectAll(new DOMException('The list was closed.', 'AbortError'));
  }

  #ask<Q extends ListQuestion>(question: Q): Promise<AnswerOf[Q['ask']]> {
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = new Promise<AnswerOf[keyof AnswerOf]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#worker.postMessage({ id, question });
    return answer as Promise<AnswerOf[Q['ask']]>;
  }

  #settle(answer: ListAnswer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if ('value' in answer) pending?.resolve(answer.value);
    else if ('fault' in answer) pending?.reject(new UnreadableList(answer.fault));
    else pending?.reject('status' in answer ? problemOfStatus(answer.status) : new Error(answer.error));
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

function problemOfStatus(status: number | null): ApiProblem {
  return status === null
    ? new ApiProblem(texts.problems.unreachable)
    : new ApiProblem(texts.problems.status(status), { status });
}
