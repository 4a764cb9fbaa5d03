import { setImmediate as nextTick } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Permit, Semaphore } from '../../src/concurrency/semaphore.ts';
import { forAllAsync } from '../support/values/for-all.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Tasks that run until `end` is called, and the order in which they began. */
function workload(semaphore: Semaphore) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    run(name: string, signal = new AbortController().signal): Promise<string> {
      return semaphore.run(
        () => {
          begun.push(name);
          return new Promise((resolve) => ends.set(name, () => resolve(name)));
        },
        { signal },
      );
    },
  };
}

describe('a semaphore', () => {
  it('starts the next task when one ends, in the order of the calls', async () => {
    const work = workload(new Semaphore(2));
    const done = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => work.run(name)));
    await nextTick();
    expect(work.begun).toEqual(['a', 'b']);
    for (const name of ['b', 'a', 'c', 'd', 'e']) {
      work.end(name);
      await nextTick();
    }
    expect(work.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    await done;
  });

  it('never starts a task whose signal has fired already', async () => {
    const work = workload(new Semaphore(1));
    await expect(work.run('never', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(work.begun).toEqual([]);
  });

  it('grants the permit of a failed task to the next', async () => {
    const semaphore = new Semaphore(1);
    const { signal } = new AbortController();
    const failing = semaphore.run(() => Promise.reject(new Error('no')), { signal });
    const next = semaphore.run(() => Promise.resolve('next'), { signal });
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('does not count aborted callers as waiting, and grants the permit to the one behind them', async () => {
    const semaphore = new Semaphore(1);
    const controller = new AbortController();
    const permit = await semaphore.acquire();
    const aborted = [1, 2, 3].map(() => semaphore.acquire({ signal: controller.signal }));
    const last = semaphore.acquire();
    controller.abort(new Error('enough'));
    await Promise.all(aborted.map((call) => expect(call).rejects.toThrow('enough')));
    expect([semaphore.held, semaphore.waiting]).toEqual([1, 1]);
    permit.release();
    await last;
    expect([semaphore.held, semaphore.waiting]).toEqual([1, 0]);
  });

  it('keeps nothing of a caller that was aborted while waiting', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire();
    const abandon = async (): Promise<WeakRef<AbortSignal>> => {
      const controller = new AbortController();
      const waiting = semaphore.acquire({ signal: controller.signal });
      controller.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
      return new WeakRef(controller.signal);
    };
    const abandoned = await Promise.all(Array.from({ length: 20 }, abandon));
    await nextTick();
    collectGarbage();
    await nextTick();
    collectGarbage();
    expect(abandoned.filter((signal) => signal.deref() !== undefined)).toEqual([]);
  });

  it('keeps a permit that is held when the signal of its holder fires', async () => {
    const semaphore = new Semaphore(1);
    const controller = new AbortController();
    const permit = await semaphore.acquire({ signal: controller.signal });
    const next = semaphore.acquire();
    controller.abort(new Error('enough'));
    await nextTick();
    expect([semaphore.held, semaphore.waiting]).toEqual([1, 1]);
    permit.release();
    permit.release();
    await next;
    expect([semaphore.held, semaphore.waiting]).toEqual([1, 0]);
  });

  it('serves the highest priority first', async () => {
    const semaphore = new Semaphore(1);
    const first = await semaphore.acquire();
    const served: number[] = [];
    const callers = [1, 3, 2, 3].map(async (priority) => {
      const permit = await semaphore.acquire({ priority });
      served.push(priority);
      permit.release();
    });
    first.release();
    await Promise.all(callers);
    expect(served).toEqual([3, 3, 2, 1]);
  });

  it('serves waiting callers when it gets more permits', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire();
    const waiting = [semaphore.acquire(), semaphore.acquire()];
    semaphore.permits = 3;
    await Promise.all(waiting);
    expect(semaphore.held).toBe(3);
  });

  it('grants each permit to one caller at a time, and to all that stay, whatever happens in between', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('acquire' as const), priority: fc.nat(2) }),
      fc.record({ kind: fc.constantFrom('abort' as const, 'release' as const), index: fc.nat(20) }),
      fc.record({ kind: fc.constant('limit' as const), permits: fc.integer({ min: 1, max: 4 }) }),
      fc.constant({ kind: 'yield' as const }),
    );
    await forAllAsync(fc.array(step, { maxLength: 60 }), async (steps) => {
      const semaphore = new Semaphore(2);
      const callers: { controller: AbortController; permit?: Permit; rejected?: true }[] = [];
      for (const one of steps) {
        if (one.kind === 'acquire') {
          const caller: (typeof callers)[number] = { controller: new AbortController() };
          callers.push(caller);
          semaphore.acquire({ signal: caller.controller.signal, priority: one.priority }).then(
            (permit) => {
              caller.permit = permit;
            },
            () => {
              caller.rejected = true;
            },
          );
        } else if (one.kind === 'abort') callers[one.index]?.controller.abort();
        else if (one.kind === 'release') callers[one.index]?.permit?.release();
        else if (one.kind === 'limit') semaphore.permits = one.permits;
        else await nextTick();
        expect(semaphore.held).toBeLessThanOrEqual(4);
      }
      for (let round = 0; round <= callers.length; round += 1) {
        await nextTick();
        for (const { permit } of callers) permit?.release();
      }
      expect([semaphore.held, semaphore.waiting]).toEqual([0, 0]);
      for (const { controller, permit, rejected } of callers) {
        expect([permit !== undefined, rejected === true]).toContain(true);
        expect(permit !== undefined && rejected === true).toBe(false);
        if (rejected) expect(controller.signal.aborted).toBe(true);
      }
    });
  });
});
