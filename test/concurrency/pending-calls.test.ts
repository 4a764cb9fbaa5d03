import { expect, it } from 'vitest';
import { PendingCalls } from '../../src/concurrency/pending-calls.ts';

/** A promise, and what settles it. */
function pending<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<Value>((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}

/** Says whether a promise has settled once everything has run that can. */
async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  return settled;
}

it('closes when no call is pending, whatever became of them', async () => {
  const calls = new PendingCalls();
  const [one, other] = [pending<number>(), pending<number>()];
  const tracked = [
    calls.track(() => one.promise),
    calls.track(() => other.promise).catch((error: unknown) => error),
  ];
  const closed = calls.close();
  one.resolve(1);
  expect(await hasSettled(closed)).toBe(false);
  other.reject(new Error('away'));
  await closed;
  expect(await Promise.all(tracked)).toEqual([1, new Error('away')]);
});

it('makes no call that begins when it has closed, or is closing', async () => {
  const calls = new PendingCalls();
  const { promise, resolve } = pending<void>();
  const first = calls.track(() => promise);
  const closed = calls.close();
  let isMade = false;
  const second = calls.track(async () => {
    isMade = true;
  });
  await expect(second).rejects.toMatchObject({ code: 'engine_closed' });
  resolve();
  await Promise.all([first, closed]);
  expect(isMade).toBe(false);
});

it('waits for the next value of a list, and not for who reads it', async () => {
  const calls = new PendingCalls();
  const { promise, resolve } = pending<string>();
  let hasEnded = false;
  async function* values() {
    try {
      yield 'first';
      yield await promise;
    } finally {
      hasEnded = true;
    }
  }
  const read = calls.trackEach(values())[Symbol.asyncIterator]();
  expect(await read.next()).toEqual({ done: false, value: 'first' });
  const next = read.next();
  const closed = calls.close();
  expect(await hasSettled(closed)).toBe(false);
  resolve('second');
  await closed;
  expect(await next).toEqual({ done: false, value: 'second' });
  await read.return?.();
  expect(hasEnded).toBe(true);
});
