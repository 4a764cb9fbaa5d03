import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DnsGate } from '../../../adapters/net/dns/semaphore.ts';

/** Tasks that run until they are told to end, and the order in which they began. */
function workload(gate: DnsGate) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    run(name: string, signal = new AbortController().signal): Promise<string> {
      return gate.run(() => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, () => resolve(name)));
      }, signal);
    },
  };
}

describe('DnsGate', () => {
  it('lets the next one in when one leaves, in the order they came', async () => {
    const work = workload(new DnsGate(2));
    const done = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => work.run(name)));
    expect(work.begun).toEqual(['a', 'b']);
    for (const name of ['b', 'a', 'c', 'd', 'e']) {
      work.end(name);
      await nextTurn();
    }
    expect(work.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    await done;
  });

  it('has its whole room again once everybody has left', async () => {
    const work = workload(new DnsGate(2));
    for (const [one, two] of [
      ['a', 'b'],
      ['c', 'd'],
    ] as const) {
      const done = Promise.all([work.run(one), work.run(two)]);
      expect(work.begun.slice(-2)).toEqual([one, two]);
      work.end(one);
      work.end(two);
      await done;
    }
  });

  it('gives no room to one that was aborted while waiting', async () => {
    const work = workload(new DnsGate(1));
    const controller = new AbortController();
    const first = work.run('first');
    const aborted = work.run('aborted', controller.signal);
    const last = work.run('last');
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    work.end('first');
    await first;
    await nextTurn();
    expect(work.begun).toEqual(['first', 'last']);
    work.end('last');
    await last;
  });

  it('does not begin for a signal that has fired', async () => {
    const work = workload(new DnsGate(1));
    await expect(work.run('never', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(work.begun).toEqual([]);
  });

  it('gives the room of a task that failed to the next', async () => {
    const gate = new DnsGate(1);
    const { signal } = new AbortController();
    const failing = gate.run(() => Promise.reject(new Error('no')), signal);
    const next = gate.run(() => Promise.resolve('next'), signal);
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});
