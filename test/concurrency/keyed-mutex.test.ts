import { describe, expect, it } from 'vitest';
import { KeyedMutex } from '../../src/concurrency/keyed-mutex.ts';

const patient = new AbortController().signal;

function settledYet(promise: Promise<unknown>): Promise<boolean> {
  const not = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([promise.then(() => true), not]);
}

describe('a keyed mutex', () => {
  it('serves callers with the same key one after another, in the order of their calls', async () => {
    const mutex = new KeyedMutex();
    const order: number[] = [];
    const people = [1, 2, 3].map(async (person) => {
      const permit = await mutex.acquire('example.com', patient);
      order.push(person);
      await Promise.resolve();
      order.push(person);
      permit.release();
    });
    await Promise.all(people);
    expect(order).toEqual([1, 1, 2, 2, 3, 3]);
    expect(await settledYet(mutex.acquire('example.com', patient))).toBe(true);
  });

  it('does not hold up callers with other keys', async () => {
    const mutex = new KeyedMutex();
    await mutex.acquire('example.com', patient);
    expect(await settledYet(mutex.acquire('example.org', patient))).toBe(true);
    expect(await settledYet(mutex.acquire('example.com', patient))).toBe(false);
  });

  it.each<[string, (leave: () => Promise<void>, release: () => void) => Promise<void>]>([
    ['before the release', async (leave, release) => leave().then(release)],
    [
      'just before the release',
      async (leave, release) => {
        const left = leave();
        release();
        await left;
      },
    ],
    [
      'just after the release',
      async (leave, release) => {
        release();
        await leave();
      },
    ],
  ])('goes to the next caller when the first one waiting aborts %s', async (_, inOrder) => {
    const mutex = new KeyedMutex();
    const permit = await mutex.acquire('example.com', patient);
    const controller = new AbortController();
    const leaving = mutex.acquire('example.com', controller.signal);
    const staying = mutex.acquire('example.com', patient);
    const leave = async () => {
      controller.abort(new Error('gone'));
      await expect(leaving).rejects.toThrow('gone');
    };
    await inOrder(leave, () => permit.release());
    expect(await settledYet(staying)).toBe(true);
  });

  it('stays locked when a waiting caller aborts', async () => {
    const mutex = new KeyedMutex();
    await mutex.acquire('example.com', patient);
    const controller = new AbortController();
    const leaving = mutex.acquire('example.com', controller.signal);
    controller.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect(await settledYet(mutex.acquire('example.com', patient))).toBe(false);
  });

  it('says how many callers wait for it, without the one that has it', async () => {
    const mutex = new KeyedMutex();
    expect(mutex.waitingFor('example.com')).toBe(0);
    const permit = await mutex.acquire('example.com', patient);
    expect(mutex.waitingFor('example.com')).toBe(0);
    const next = mutex.acquire('example.com', patient);
    expect(mutex.waitingFor('example.com')).toBe(1);
    expect(mutex.waitingFor('example.org')).toBe(0);
    permit.release();
    await next;
    expect(mutex.waitingFor('example.com')).toBe(0);
  });
});
