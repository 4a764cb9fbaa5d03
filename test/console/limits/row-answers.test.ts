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

it('of one account, one answer reads rows at a time; that of another account does not wait for them', async () => {
  const answers = new RowAnswers();
  const reading: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* heldRows(name: string): AsyncGenerator<string, undefined> {
    reading.push(name);
    await held;
    yield name;
    return undefined;
  }
  const first = answers.count('acme', heldRows('first'));
  const second = answers.count('acme', heldRows('second'));
  const steps = Promise.all([first.next(), second.next()]);
  expect((await answers.count('globex', rows()).next()).value).toBe('first');
  expect(reading).toEqual(['first']);
  release();
  expect((await steps).map(({ value }) => value)).toEqual(['first', 'second']);
  expect(reading).toEqual(['first', 'second']);
});
