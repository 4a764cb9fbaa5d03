import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Permit, Semaphore } from '../../src/concurrency/semaphore.ts';
import {
  permitsForSingles,
  singleShare,
  singlesInARow,
  type WorkShare,
} from '../../src/concurrency/work-share.ts';

const single = (account: string): WorkShare => ({ kind: 'single', account });
const bulk = (account: string, jobId = `${account} 1`): WorkShare => ({ kind: 'bulk', account, jobId });

/** Asks for `count` permits of one share; the returned list grows as they are granted. */
function acquire(semaphore: Semaphore, share: WorkShare, count: number, order: string[] = []): Permit[] {
  const permits: Permit[] = [];
  for (let index = 0; index < count; index += 1) {
    void semaphore.acquire({ share }).then((permit) => {
      permits.push(permit);
      order.push(share.kind === 'single' ? 'single' : share.jobId);
    });
  }
  return permits;
}

/** Releases one permit after another, each as soon as it is granted. */
async function releaseAll(...lists: Permit[][]): Promise<void> {
  for (let idle = 0; idle < 3; idle += 1) {
    for (const permit of lists.flatMap((list) => list.splice(0, 1))) {
      permit.release();
      idle = 0;
      await nextTick();
    }
    await nextTick();
  }
}

describe('the permits of a semaphore', () => {
  it('are a quarter for single requests alone, at least one, but never the only one', () => {
    expect([1, 2, 3, 8, 256].map(permitsForSingles)).toEqual([0, 1, 1, 2, 64]);
  });

  it('are granted to single requests before any bulk work', async () => {
    const semaphore = new Semaphore(1);
    const first = await semaphore.acquire({ share: bulk('a') });
    const order: string[] = [];
    const lists = [acquire(semaphore, bulk('a'), 3, order), acquire(semaphore, singleShare, 2, order)];
    first.release();
    await releaseAll(...lists);
    expect(order).toEqual(['single', 'single', 'a 1', 'a 1', 'a 1']);
  });

  it('are left for single requests, although bulk work waits', async () => {
    const semaphore = new Semaphore(8, { reserved: 2 });
    const held = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => acquire(semaphore, bulk(name), 20));
    await nextTick();
    expect(held.flat()).toHaveLength(6);
    const singles = acquire(semaphore, singleShare, 3);
    await nextTick();
    expect(singles).toHaveLength(2);
  });

  it('may all be used by single requests of several accounts', async () => {
    const semaphore = new Semaphore(8, { reserved: 2 });
    const lists = [acquire(semaphore, single('a'), 9), acquire(semaphore, single('b'), 9)];
    await nextTick();
    expect(lists.map(({ length }) => length)).toEqual([7, 1]);
  });

  it('are never all held by the single requests of one account: others find some at once, single or not', async () => {
    const semaphore = new Semaphore(256, { reserved: 64 });
    const hanging = acquire(semaphore, single('a'), 4_000);
    await nextTick();
    const others = [acquire(semaphore, bulk('b'), 4_000), acquire(semaphore, single('c'), 4_000)];
    await nextTick();
    expect([hanging, ...others].map(({ length }) => length)).toEqual([214, 35, 6]);
  });

  it('go round by account among single requests, whatever their jobs hold', async () => {
    const semaphore = new Semaphore(8);
    acquire(semaphore, bulk('a'), 5);
    const held = acquire(semaphore, single('c'), 3);
    await nextTick();
    const order: string[] = [];
    const lists = ['a', 'b'].map((account) => {
      const permits: Permit[] = [];
      for (let count = 0; count < 3; count += 1)
        void semaphore.acquire({ share: single(account) }).then((permit) => {
          permits.push(permit);
          order.push(account);
        });
      return permits;
    });
    held.splice(0, 1)[0]?.release();
    await nextTick();
    await releaseAll(...lists);
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  });

  it('go to bulk work after every four single requests, so that it waits for ever for none', async () => {
    const semaphore = new Semaphore(1);
    const first = await semaphore.acquire({ share: bulk('a') });
    const order: string[] = [];
    const lists = [
      ...['b', 'c', 'd'].map((account) => acquire(semaphore, single(account), 3, order)),
      acquire(semaphore, bulk('a'), 2, order),
    ];
    first.release();
    await releaseAll(...lists);
    const turn = [...Array(singlesInARow).fill('single'), 'a 1'];
    expect(order).toEqual([...turn, ...turn, 'single']);
  });

  it('are for callers without a share before all others, and without a bound', async () => {
    const semaphore = new Semaphore(8);
    const order: string[] = [];
    const first = await Promise.all(Array.from({ length: 8 }, () => semaphore.acquire()));
    acquire(semaphore, single('a'), 1, order);
    void semaphore.acquire().then(() => order.push('own'));
    for (const permit of first.slice(0, 2)) permit.release();
    await nextTick();
    expect(order).toEqual(['own', 'single']);
  });

  it('would be granted to a single request before a job, and to whoever holds fewer', async () => {
    const semaphore = new Semaphore(8);
    acquire(semaphore, single('a'), 2);
    acquire(semaphore, bulk('b', 'b 1'), 1);
    await nextTick();
    const order = (...shares: WorkShare[]) => {
      const [one, other] = shares as [WorkShare, WorkShare];
      return [semaphore.goesBefore(one, other), semaphore.goesBefore(other, one)];
    };
    expect(order(single('a'), bulk('c'))).toEqual([true, false]);
    expect(order(single('b'), single('a'))).toEqual([true, false]);
    expect(order(single('b'), single('c'))).toEqual([false, false]);
    expect(order(bulk('c'), bulk('b', 'b 2'))).toEqual([true, false]);
    expect(order(bulk('b', 'b 2'), bulk('b', 'b 1'))).toEqual([true, false]);
  });

  it('go round by account, then by job', async () => {
    const semaphore = new Semaphore(1);
    const first = await semaphore.acquire();
    const order: string[] = [];
    const lists = [
      acquire(semaphore, bulk('a', 'a 1'), 4, order),
      acquire(semaphore, bulk('a', 'a 2'), 4, order),
      acquire(semaphore, bulk('b'), 4, order),
    ];
    first.release();
    await releaseAll(...lists);
    expect(order.slice(0, 8)).toEqual(['a 1', 'b 1', 'a 2', 'b 1', 'a 1', 'b 1', 'a 2', 'b 1']);
    expect(order).toHaveLength(12);
  });

  it('are never all held by the work of one job: another finds some at once, even if none is released', async () => {
    const semaphore = new Semaphore(256, { reserved: 64 });
    const hanging = acquire(semaphore, bulk('a'), 4_000);
    await nextTick();
    const sameAccount = acquire(semaphore, bulk('a', 'a 2'), 4_000);
    await nextTick();
    const otherAccount = acquire(semaphore, bulk('b'), 4_000);
    await nextTick();
    expect([hanging.length, sameAccount.length, otherAccount.length]).toEqual([160, 15, 15]);
    expect(semaphore.waiting).toBe(3 * 4_000 - 190);
  });

  it.each([
    ['job', bulk],
    ['account whose single requests', single],
  ])(
    'go to the %s that hold the fewest, so that hanging work does not slow down the others',
    async (_, share) => {
      const semaphore = new Semaphore(16);
      const hanging = acquire(semaphore, share('a'), 100);
      await nextTick();
      const before = hanging.length;
      let done = 0;
      for (let index = 0; index < 100; index += 1) {
        void semaphore.run(
          async () => {
            done += 1;
          },
          { share: share('b') },
        );
      }
      for (let round = 0; round < 200; round += 1) await nextTick();
      expect([done, hanging.length]).toEqual([100, before]);
    },
  );

  it('are to be given back by a job that holds more than its share while another waits', async () => {
    const semaphore = new Semaphore(16);
    acquire(semaphore, bulk('a'), 100);
    await nextTick();
    expect(semaphore.holdsTooMuch(bulk('a'))).toBe(false);
    acquire(semaphore, bulk('b'), 100);
    await nextTick();
    expect([semaphore.holdsTooMuch(bulk('a')), semaphore.holdsTooMuch(bulk('b'))]).toEqual([true, false]);
  });

  it('are tried for without waiting', async () => {
    const semaphore = new Semaphore(2, { reserved: 1 });
    const permit = semaphore.tryAcquire(bulk('a'));
    expect(permit).toBeDefined();
    expect(semaphore.tryAcquire(bulk('b'))).toBeUndefined();
    expect(semaphore.waiting).toBe(0);
    expect(semaphore.tryAcquire(singleShare)).toBeDefined();
    permit?.release();
    await nextTick();
    expect(semaphore.tryAcquire(bulk('b'))).toBeDefined();
  });
});
