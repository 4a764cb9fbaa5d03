import { describe, expect, it } from 'vitest';
import { LoopShare } from '../../../adapters/http/body/loop-share.ts';

describe('the work on the bodies of all requests', () => {
  it('goes round by account, and within an account in the order of the calls', async () => {
    const { read, order } = createReader();
    await Promise.all([read('large', 'a', 3), read('large', 'b', 3), read('small', 'c', 3)]);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'c', 'b', 'c', 'a', 'b']);
  });

  it('keeps a short body waiting for one piece of another account, however many bodies that one sends', async () => {
    const { read, order } = createReader();
    const floods = Array.from({ length: 100 }, () => read('flood', 'flood', 10));
    await read('short', 'short', 1);
    expect(order.indexOf('short')).toBeLessThanOrEqual(2);
    await Promise.all(floods);
  });

  it('lets the event loop turn after a few milliseconds', async () => {
    const { read, order } = createReader();
    let turned = -1;
    setImmediate(() => {
      turned = order.length;
    });
    await read('a', 'a', 4);
    expect(turned).toBe(1);
  });

  it('passes on what a piece returns or throws', async () => {
    const loop = new LoopShare();
    const runs = [1, 2].map((value) => loop.run('a', () => value));
    const failing = loop.run('a', () => {
      throw new Error('not JSON');
    });
    await expect(failing).rejects.toThrow('not JSON');
    expect(await Promise.all(runs)).toEqual([1, 2]);
  });
});

/** Each piece of a body takes all the time of an iteration of the event loop. */
function createReader() {
  let nowMs = 0;
  const loop = new LoopShare({ readMs: () => nowMs });
  const order: string[] = [];
  const read = async (account: string, name: string, pieces: number) => {
    for (let piece = 0; piece < pieces; piece += 1) {
      await loop.run(account, () => {
        nowMs += 100;
        order.push(name);
      });
    }
  };
  return { read, order };
}
