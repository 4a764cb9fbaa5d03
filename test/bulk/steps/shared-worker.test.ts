import { describe, expect, it } from 'vitest';
import { SharedWorker } from '../../../src/bulk/worker.ts';
import { withResolvers } from '../../support/until.ts';
import { memoryContext } from './memory-context.ts';

/** Notes when work on the queue starts, and when all of it is handed back, which happens once `handBack` is called. */
function startShared() {
  const { context, ...world } = memoryContext();
  const notes: string[] = [];
  const { promise: handedBack, resolve: handBack } = withResolvers();
  const work = context.queue.work.bind(context.queue);
  context.queue.work = (handler, options) => {
    notes.push('start');
    const worker = work(handler, options);
    return {
      setConcurrency: (concurrency) => worker.setConcurrency(concurrency),
      close: async () => {
        await worker.close();
        await handedBack;
        notes.push('closed');
      },
    };
  };
  return { ...world, shared: new SharedWorker(context), notes, handBack };
}

describe('The worker of a process', () => {
  it('works on undisturbed when one of several holders leaves', async () => {
    const { shared, notes, handBack } = startShared();
    handBack();
    const [first, second] = [shared.acquire(), shared.acquire()];
    await first.close();
    expect(notes).toEqual(['start']);
    await second.close();
    expect(notes).toEqual(['start', 'closed']);
  });

  it('does not start for a holder who leaves before the work of the ones before is handed back', async () => {
    const { shared, notes, handBack } = startShared();
    const closing = shared.acquire().close();
    await shared.acquire().close();
    handBack();
    await closing;
    expect(notes).toEqual(['start', 'closed']);
  });

  it('is closed for good once its work is handed back, and not before', async () => {
    const { shared, notes, handBack } = startShared();
    shared.acquire();
    const closing = shared.close().then(() => notes.push('closed for good'));
    await Promise.race([closing, new Promise((resolve) => setImmediate(resolve))]);
    expect(notes).toEqual(['start']);
    handBack();
    await closing;
    expect(notes).toEqual(['start', 'closed', 'closed for good']);
  });

  it('runs while somebody has it, and no longer', async () => {
    const { context, createJob, clock, jobs } = memoryContext();
    const shared = new SharedWorker(context);
    const [first, second] = [shared.acquire(), shared.acquire()];
    await first.close();
    await first.close();
    await createJob({ id: 'a' });
    shared.visitJobs();
    await clock.advance(100);
    expect((await jobs.get('a'))?.completedAt).not.toBeNull();
    await second.close();
    expect(clock.pending).toBe(0);
    await createJob({ id: 'b' });
    shared.visitJobs();
    await clock.advance(10_000);
    expect((await jobs.get('b'))?.startedAt).toBeNull();
  });

  it('starts again for the next who needs it, once the one before has handed back its work', async () => {
    const { shared, notes, handBack, createJob, clock, jobs } = startShared();
    handBack();
    const first = shared.acquire();
    const closing = first.close();
    const second = shared.acquire();
    expect(notes).toEqual(['start']);
    await closing;
    await clock.advance(0);
    expect(notes).toEqual(['start', 'closed', 'start']);
    await createJob();
    shared.visitJobs();
    await clock.advance(100);
    expect((await jobs.get('job'))?.completedAt).not.toBeNull();
    await second.close();
    expect(notes).toEqual(['start', 'closed', 'start', 'closed']);
  });

  it('can be had no more once it is closed', async () => {
    const { context, clock } = memoryContext();
    const shared = new SharedWorker(context);
    const held = shared.acquire();
    expect(shared.closed).toBe(false);
    await Promise.all([shared.close(), shared.close()]);
    expect(shared.closed).toBe(true);
    expect(clock.pending).toBe(0);
    expect(() => shared.acquire()).toThrow(expect.objectContaining({ code: 'engine_closed' }));
    await held.close();
    expect(clock.pending).toBe(0);
  });

  it('does not start again for those who came while it was closing, if it is closed for good', async () => {
    const { context, clock } = memoryContext();
    const shared = new SharedWorker(context);
    const stopping = shared.acquire().close();
    shared.acquire();
    await Promise.all([shared.close(), stopping]);
    await clock.advance(10_000);
    expect(clock.pending).toBe(0);
  });

  it('can be closed without ever having run', async () => {
    const { context } = memoryContext();
    await expect(new SharedWorker(context).close()).resolves.toBeUndefined();
  });
});
