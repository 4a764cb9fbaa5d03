import { expect, it } from 'vitest';
import type { RequestOutcome } from '../../simulation/story/happening.ts';
import { Story } from '../../simulation/story/story.ts';
import { serverName } from './kills.ts';
import { ToldToClients } from './told-to-clients.ts';

const storageFailed: RequestOutcome = { kind: 'error', code: 'storage_unavailable', message: '' };
const [process, account, email] = ['first', 'Adler Ltd', 'ann@example.com'];

/** What clients were told while their time stood still. */
function listen() {
  const story = new Story(() => 0);
  const told = new ToldToClients(story);
  return {
    start: () => story.add({ kind: 'process-started', process }),
    kill: (name = process) => story.add({ kind: 'process-killed', process: name, how: 'reset' }),
    ask: () => story.add({ kind: 'single-asked', request: 1, process, account, email, timeoutMs: 1 }),
    fail: () =>
      story.add({
        kind: 'single-answered',
        request: 1,
        process,
        account,
        email,
        outcome: storageFailed,
        tookMs: 0,
      }),
    mayHaveForgotten: () => told.answers.map((answer) => told.mayHaveForgotten(answer)),
  };
}

it('a process may have forgotten what to undo if the storage failed under it and it was killed later', () => {
  const { start, kill, ask, fail, mayHaveForgotten } = listen();
  start();
  ask();
  kill(serverName);
  fail();
  expect(mayHaveForgotten()).toEqual([false]);
  kill();
  start();
  expect(mayHaveForgotten()).toEqual([true]);
});

it('a process may have forgotten what to undo if it was killed while its answer was on its way', () => {
  const { start, kill, ask, fail, mayHaveForgotten } = listen();
  start();
  ask();
  kill(serverName);
  kill();
  fail();
  expect(mayHaveForgotten()).toEqual([true]);
});

it('a process has nothing to forget if the storage has failed before it started only', () => {
  const { start, kill, ask, fail, mayHaveForgotten } = listen();
  start();
  kill(serverName);
  kill();
  start();
  ask();
  fail();
  kill();
  expect(mayHaveForgotten()).toEqual([false]);
});
