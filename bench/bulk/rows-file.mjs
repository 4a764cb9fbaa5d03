import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isRight } from '../answers.mjs';

/** Writes rows to a file as they arrive, one per line, and keeps none in memory. */
export async function writeRows(file, rows) {
  const output = createWriteStream(file);
  for await (const row of rows) {
    if (!output.write(`${JSON.stringify(row)}\n`)) await once(output, 'drain');
  }
  output.end();
  await once(output, 'close');
}

/**
 * Compares the rows of a file with the truth. An address is right if it is there exactly once with a true result. `fits`
 * says what is true.
 */
export async function judgeRows(file, truths, fits = isRight) {
  const missing = new Map(truths.map((truth) => [truth.email, truth]));
  const wrong = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const answer = JSON.parse(line);
    const truth = missing.get(answer.email);
    missing.delete(answer.email);
    if (truth === undefined) wrong.push({ truth: 'not asked for, or given before', answer });
    else if (!fits(answer, truth)) wrong.push({ truth, answer });
  }
  wrong.push(...[...missing.values()].map((truth) => ({ truth, answer: 'nothing' })));
  return { right: Math.max(0, truths.length - wrong.length), wrong };
}
