import { describe, expect, it } from 'vitest';
import { DomainTurns } from '../../src/concurrency/keyed-mutex.ts';

const patient = new AbortController().signal;

function settledYet(promise: Promise<unknown>): Promise<boolean> {
  const not = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([promise.then(() => true), not]);
}

describe('turns at a domain', () => {
  it('come one after the other, in the order of asking', async () => {
    const turns = new DomainTurns();
    const order: number[] = [];
    const people = [1, 2, 3].map(async (person) => {
      const end = await turns.take('example.com', patient);
      order.push(person);
      await Promise.resolve();
      order.push(person);
      end();
    });
    await Promise.all(people);
    expect(order).toEqual([1, 1, 2, 2, 3, 3]);
    expect(await settledYet(turns.take('example.com', patient))).toBe(true);
  });

  it('of several domains do not wait for one another', async () => {
    const turns = new DomainTurns();
    await turns.take('example.com', patient);
    expect(await settledYet(turns.take('example.org', patient))).toBe(true);
    expect(await settledYet(turns.take('example.com', patient))).toBe(false);
  });

  it('pass over those who left the line', async () => {
    const turns = new DomainTurns();
    const end = await turns.take('example.com', patient);
    const controller = new AbortController();
    const leaving = turns.take('example.com', controller.signal);
    const staying = turns.take('example.com', patient);
    controller.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    end();
    expect(await settledYet(staying)).toBe(true);
  });

  it('are passed on by those who leave at the moment they are called', async () => {
    const turns = new DomainTurns();
    const end = await turns.take('example.com', patient);
    const controller = new AbortController();
    const leaving = turns.take('example.com', controller.signal);
    const staying = turns.take('example.com', patient);
    controller.abort(new Error('gone'));
    end();
    await expect(leaving).rejects.toThrow('gone');
    expect(await settledYet(staying)).toBe(true);
  });
});
