import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { type Settler, settleOnce } from '../../src/concurrency/settle-once.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A wait of one second that the test settles. */
function startWait(signal?: AbortSignal) {
  const clock = new ManualClock();
  const cleanUp = vi.fn();
  const settlers: Settler<string>[] = [];
  const result = settleOnce<string>(
    clock,
    { timeoutMs: 1_000, ...(signal === undefined ? {} : { signal }) },
    {
      onTimeout: ({ reject }) => reject(new Error('late')),
      start: (settler) => {
        settlers.push(settler);
        return cleanUp;
      },
    },
  );
  return { clock, cleanUp, settlers, result };
}

describe('a wait that is settled once', () => {
  it('ends with the first call, cleans up once, and ignores later calls', async () => {
    const { clock, cleanUp, settlers, result } = startWait();
    settlers[0]!.resolve('first');
    settlers[0]!.resolve('second');
    settlers[0]!.reject(new Error('third'));
    expect(await result).toBe('first');
    expect(cleanUp).toHaveBeenCalledOnce();
    expect(clock.pending).toBe(0);
  });

  it('ends after its timeout', async () => {
    const { clock, cleanUp, result } = startWait();
    const late = expect(result).rejects.toThrow('late');
    await clock.advance(999);
    expect(cleanUp).not.toHaveBeenCalled();
    await clock.advance(1);
    await late;
    expect(cleanUp).toHaveBeenCalledOnce();
  });

  it('ends with the reason of its signal, and leaves no listener', async () => {
    const controller = new AbortController();
    const { clock, cleanUp, result } = startWait(controller.signal);
    const reason = new Error('no longer wanted');
    controller.abort(reason);
    await expect(result).rejects.toBe(reason);
    expect(cleanUp).toHaveBeenCalledOnce();
    expect(clock.pending).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('does not start if its signal has already fired', async () => {
    const reason = new Error('no longer wanted');
    const { settlers, result } = startWait(AbortSignal.abort(reason));
    await expect(result).rejects.toBe(reason);
    expect(settlers).toEqual([]);
  });

  it('cleans up if it is settled while it starts', async () => {
    const cleanUp = vi.fn();
    const result = settleOnce<string>(
      new ManualClock(),
      { timeoutMs: 1_000 },
      {
        onTimeout: ({ reject }) => reject(new Error('late')),
        start: ({ resolve }) => {
          resolve('at once');
          return cleanUp;
        },
      },
    );
    expect(await result).toBe('at once');
    expect(cleanUp).toHaveBeenCalledOnce();
  });

  it('rejects with the error of its start, and leaves no timer', async () => {
    const clock = new ManualClock();
    const result = settleOnce<string>(
      clock,
      { timeoutMs: 1_000 },
      {
        onTimeout: ({ reject }) => reject(new Error('late')),
        start: () => {
          throw new Error('cannot start');
        },
      },
    );
    await expect(result).rejects.toThrow('cannot start');
    expect(clock.pending).toBe(0);
  });
});
