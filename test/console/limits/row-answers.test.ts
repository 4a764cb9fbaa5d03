import { expect, it } from 'vitest';
import { RowAnswers } from '../../../adapters/console/limits/row-answers.ts';

async function* rows(): AsyncGenerator<string, undefined> {
  yield 'first';
  yield 'second';
  return undefined;
}

it('an account is sent the rows of eight jobs at once; another one, and the operator, do not notice', async () => {
  const answers = new RowAnswers();
  const open = Array.from({ length: 8 }, () => answers.count('acme', rows()));
  for (const chunks of open) await chunks.next();
  const refused = expect.objectContaining({ status: 429 });
  expect(() => answers.count('acme', rows())).toThrow(refused);
  answers.count('globex', rows());
  answers.count(null, rows());
  // Whether a client reads all of it or leaves.
  await open[0]!.return(undefined);
  answers.count('acme', rows());
  expect(() => answers.count('acme', rows())).toThrow(refused);
  for (const step of ['second', undefined]) expect((await open[1]!.next()).value).toBe(step);
  answers.count('acme', rows());
});
