import { describe, expect, it } from 'vitest';
import { SharedWorker } from '../../../src/bulk/shared-worker.ts';
import { memoryContext } from './memory-context.ts';

/** Notes when work on the queue starts, and when all of it is handed back, which happens once `handBack` is called. */
function startShared() {
  const { context } = memoryContext();
  const notes: string[] = [];
  let handBack = () => {};
  const handedBack = new Promise<void>((resolve) => {
    handBack = resolve;
  });
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
  return { shared: new SharedWorker(context), notes, handBack };
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
});
