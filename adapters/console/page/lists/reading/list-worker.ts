// Reads lists beside the page, which goes on meanwhile.
import { ListProblem } from '../../../../lists/list-problem.ts';
import type { AnswerOf, ListAnswer, ListQuestion } from './messages.ts';
import { type OpenList, openFile, openPasted } from './open-list.ts';
import { UnansweredRequest, writeResultsCsv } from './results-csv.ts';

let list: OpenList | undefined;

addEventListener('message', async ({ data }: MessageEvent<{ id: number; question: ListQuestion }>) => {
  const { id, question } = data;
  try {
    send({ id, value: await answer(question) });
  } catch (error) {
    if (error instanceof ListProblem) send({ id, fault: error.fault });
    else if (error instanceof UnansweredRequest) send({ id, status: error.status });
    else send({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

async function answer(question: ListQuestion): Promise<AnswerOf[keyof AnswerOf]> {
  if (question.ask === 'open') {
    const { kind, source, isPasted, encoding } = question;
    list = isPasted
      ? openPasted(kind, await source.text())
      : openFile(kind, new Uint8Array(await source.arrayBuffer()), encoding);
    return list.describe();
  }
  if (list === undefined) throw new Error('No list is open.');
  switch (question.ask) {
    case 'count':
      return list.count(question.choice);
    case 'body':
      return list.body();
    case 'results_csv':
      return writeResultsCsv(list, question);
  }
}

function send(answer: ListAnswer): void {
  postMessage(answer);
}
