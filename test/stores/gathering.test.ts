import { describe, expect, it } from 'vitest';
import { Gathering } from '../../adapters/stores/gathering.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

/** Statements that the test answers, in the order in which they began. */
function scene() {
  const statements: { requests: readonly string[]; answer(): void; fail(error: Error): void }[] = [];
  const clock = new ManualClock();
  const run = (requests: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      statements.push({ requests, answer: () => resolve(requests.map((each) => `${each}!`)), fail: reject });
    });
  const gathering = new Gathering(run, (error) => String(error) === 'Error: one', clock);
  const begun = (count: number) => until(() => statements.length >= count);
  return { gathering, statements, clock, begun };
}

describe('calls that come together', () => {
  it('are one statement, and those that come meanwhile are the next', async () => {
    const { gathering, statements, begun } = scene();
    const first = [gathering.add('a'), gathering.add('b')];
    await begun(1);
    const second = [gathering.add('c'), gathering.add('d')];
    statements[0]!.answer();
    expect(await Promise.all(first)).toEqual(['a!', 'b!']);
    await begun(2);
    statements[1]!.answer();
    expect(await Promise.all(second)).toEqual(['c!', 'd!']);
    expect(statements.map(({ requests }) => requests)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('wait at most a second for a statement that gets no answer', async () => {
    const { gathering, statements, clock, begun } = scene();
    void gathering.add('lost');
    await begun(1);
    const next = gathering.add('next');
    await clock.advance(1_000);
    await begun(2);
    statements[1]!.answer();
    expect(await next).toBe('next!');
    const later = gathering.add('later');
    await begun(3);
    statements[2]!.answer();
    expect(await later).toBe('later!');
  });

  it('are in two statements at most that get no answer, however long that lasts, and those of other groups in others', async () => {
    const { gathering, statements, clock, begun } = scene();
    for (let call = 1; call <= 5; call += 1) {
      void gathering.add(`blocked ${call}`, 'acme');
      await clock.advance(1_000);
    }
    expect(statements.map(({ requests }) => requests)).toEqual([['blocked 1'], ['blocked 2']]);
    const other = gathering.add('other', 'globex');
    await begun(3);
    statements[2]!.answer();
    expect(await other).toBe('other!');
    statements[0]!.answer();
    await begun(4);
    expect(statements[3]!.requests).toEqual(['blocked 3', 'blocked 4', 'blocked 5']);
  });

  it('are tried alone, one after the other, if the error is about one of them', async () => {
    const { gathering, statements, begun } = scene();
    const calls = Promise.allSettled([gathering.add('good'), gathering.add('bad')]);
    await begun(1);
    statements[0]!.fail(new Error('one'));
    await begun(2);
    expect(statements).toHaveLength(2);
    statements[1]!.answer();
    await begun(3);
    statements[2]!.fail(new Error('one'));
    expect(await calls).toMatchObject([{ value: 'good!' }, { reason: new Error('one') }]);
  });

  it('are all refused by any other error, without another try', async () => {
    const { gathering, statements, begun } = scene();
    const calls = Promise.allSettled([gathering.add('a'), gathering.add('b')]);
    await begun(1);
    statements[0]!.fail(new Error('disk full'));
    const refused = { status: 'rejected', reason: new Error('disk full') };
    expect(await calls).toEqual([refused, refused]);
    expect(statements).toHaveLength(1);
  });
});
