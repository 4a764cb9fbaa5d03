import { describe, expect, it } from 'vitest';
import { BodyRoom, type BodySpace } from '../../../adapters/http/body/body-room.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const kib = 1024;
/** Not counted for any body. */
const free = 16 * kib;

describe('the room for bodies', () => {
  it('gives half of it to the oldest body, and the other half to all others together', async () => {
    const { enter } = createRoom({ maxBytes: 2_000 * kib });
    const [oldest, second, third, fourth] = [enter(), enter(), enter(), enter()];
    expect(take(oldest, 1_000 * kib - free)).toBe('fits');
    expect(take(second, 500 * kib)).toBe('fits');
    expect(take(third, 400 * kib)).toBe('fits');
    const waiting = take(fourth, 149 * kib);
    expect(waiting).toBeInstanceOf(Promise);
    second.leave();
    await waiting;
    expect(take(fourth, 500 * kib)).toBe('fits');
  });

  it('gives one account half of what the oldest body leaves to the others', async () => {
    const { enter } = createRoom({ maxBytes: 2_000 * kib });
    const flood = [1, 2, 3].map(() => enter('', 'flood'));
    const [oldest, second, third] = flood.map((body) => take(body, 350 * kib));
    expect([oldest, second]).toEqual(['fits', 'fits']);
    expect(third).toBeInstanceOf(Promise);
    expect(take(enter(), 300 * kib)).toBe('fits');
    flood[0]?.leave();
    await third;
  });

  it('lets 32 bodies of one account wait, and refuses further ones at once', () => {
    const { enter } = createRoom({ maxBytes: 2_000 * kib });
    take(enter('', 'flood'), 1_000 * kib);
    take(enter('', 'flood'), 500 * kib);
    for (let index = 0; index < 32; index += 1) {
      expect(take(enter('', 'flood'), 64 * kib)).toBeInstanceOf(Promise);
    }
    expect(() => take(enter('', 'flood'), 64 * kib)).toThrow('no room');
    expect(() => take(enter(), 64 * kib)).not.toThrow();
  });

  it('always lets one body get on: the next becomes the oldest', async () => {
    const { enter } = createRoom({ maxBytes: 2_000 * kib });
    const bodies = [enter(), enter(), enter(), enter()];
    const waits = bodies.map((body) => take(body, 900 * kib));
    expect(waits.map((wait) => wait === 'fits')).toEqual([true, false, false, false]);
    const woken: number[] = [];
    for (const [index, wait] of waits.entries()) if (wait !== 'fits') void wait.then(() => woken.push(index));
    for (const body of bodies.slice(0, 3)) {
      body.leave();
      await Promise.resolve();
    }
    expect(woken).toEqual([1, 2, 3]);
  });

  it('never lets short bodies wait', () => {
    const { enter } = createRoom({ maxBytes: 2_000 * kib });
    for (let index = 0; index < 4; index += 1) take(enter(), 900 * kib);
    for (let index = 0; index < 100; index += 1) expect(take(enter(), free)).toBe('fits');
  });

  it('refuses a body that alone needs more than half of it', () => {
    const { enter } = createRoom({ maxBytes: 2_000 });
    expect(take(enter(), 1_000)).toBe('fits');
    expect(() => take(enter(), 1_001)).toThrow('more than 1000 bytes');
  });

  it('takes back what a body no longer needs', async () => {
    const { enter } = createRoom({ maxBytes: 2_000 * kib });
    const [oldest, second, third] = [enter(), enter(), enter()];
    take(oldest, 100 * kib);
    take(second, 1_000 * kib);
    const waiting = take(third, 500 * kib);
    expect(waiting).not.toBe('fits');
    expect(take(second, 0)).toBe('fits');
    await waiting;
  });
});

describe('a body that hardly arrives', () => {
  it('is cut off only while others wait for room', async () => {
    const { enter, clock, cut } = createRoom({ maxBytes: 2_000 * kib });
    const slow = enter('slow');
    take(slow, 500 * kib);
    await clock.advance(60_000);
    expect(cut).toEqual([]);
    const full = enter('full');
    take(full, 990 * kib);
    full.complete();
    take(enter('waiting'), 500 * kib);
    await clock.advance(1_999);
    expect(cut).toEqual([]);
    await clock.advance(1);
    expect(cut).toEqual(['slow']);
  });

  it('is spared if it arrives at 64 KiB per second, waits itself, or has arrived', async () => {
    const { enter, clock, cut } = createRoom({ maxBytes: 2_000 * kib });
    const steady = enter('steady');
    take(steady, 100 * kib);
    const whole = enter('whole');
    take(whole, 990 * kib);
    whole.complete();
    take(enter('waiting'), 500 * kib);
    for (let second = 0; second < 20; second += 1) {
      await clock.advance(1_000);
      take(steady, 100 * kib, 64 * kib);
    }
    expect(cut).toEqual([]);
  });

  it('starts anew after it had to wait itself', async () => {
    const { enter, clock, cut } = createRoom({ maxBytes: 2_000 * kib });
    const [first, second, third] = [enter('first'), enter('second'), enter('third')];
    take(first, 100 * kib, 0);
    take(second, 900 * kib, 0);
    const waiting = take(third, 500 * kib, 0);
    await clock.advance(1_000);
    first.leave();
    second.leave();
    await waiting;
    await clock.advance(60_000);
    expect(cut).toEqual([]);
  });
});

function createRoom({ maxBytes }: { maxBytes: number }) {
  const clock = new ManualClock();
  const room = new BodyRoom({ maxBytes, clock });
  const cut: string[] = [];
  let accounts = 0;
  return {
    clock,
    cut,
    /** Without an account, each body is one of an account of its own. */
    enter(name = '', account = `account ${accounts++}`) {
      return room.enter(account, () => cut.push(name));
    },
  };
}

function take(space: BodySpace, bytes: number, received = bytes): Promise<void> | 'fits' {
  return space.hold(bytes, received) ?? 'fits';
}
