import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../contract/manual-clock.ts';
import { LoopSteps } from '../../src/concurrency/loop-steps.ts';
import { shareOfJob } from '../../src/concurrency/work-share.ts';

const shareOf = (account: string) => shareOfJob({ id: `job of ${account}`, account });

describe('steps of many tasks', () => {
  it('go on at once for a millisecond, then wait for everything else', async () => {
    const clock = new ManualClock();
    const turns = new LoopSteps(clock);
    expect(turns.next(shareOf('acme'))).toBeUndefined();
    await clock.advance(1);
    let hasTurn = false;
    const turn = turns.next(shareOf('acme'))?.then(() => {
      hasTurn = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasTurn).toBe(false);
    await clock.advance(0);
    await turn;
    expect(turns.next(shareOf('acme'))).toBeUndefined();
  });

  it('of an account do not wait for the many of another', async () => {
    const clock = new ManualClock();
    const turns = new LoopSteps(clock);
    await clock.advance(1);
    const order: string[] = [];
    const step = async (account: string) => {
      await turns.next(shareOf(account));
      order.push(account);
    };
    const steps = [...Array.from({ length: 100 }, () => step('many')), step('few'), step('few')];
    await clock.advance(0);
    await Promise.all(steps);
    expect(order.lastIndexOf('few')).toBeLessThanOrEqual(4);
    expect(order).toHaveLength(102);
  });
});
