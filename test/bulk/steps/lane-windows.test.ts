import { describe, expect, it } from 'vitest';
import { LaneWindows } from '../../../src/bulk/batches/running-work.ts';

const lane = { jobId: 'job', exchange: 'host:mx.example.com' };
const { signal } = new AbortController();
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Opens a window for so many attempts, and enters it so many times. */
async function entered(window: ReturnType<LaneWindows['open']>, times: number) {
  const rooms: { leave(): void }[] = [];
  for (let number = 0; number < times; number += 1)
    void window.enter(signal).then((room) => void rooms.push(room));
  await settled();
  return rooms;
}

describe('The window of a lane', () => {
  it('is shared by the batches of the lane, those that came first before the others', async () => {
    const windows = new LaneWindows();
    const [first, second] = [windows.open(lane), windows.open(lane)];
    first.resize(3);
    const ofFirst = await entered(first, 4);
    const ofSecond = await entered(second, 2);
    expect([ofFirst.length, ofSecond.length]).toEqual([3, 0]);
    for (const room of ofFirst.splice(0, 2)) room.leave();
    await settled();
    expect([ofFirst.length, ofSecond.length]).toEqual([2, 1]);
  });

  it.each([
    ['job', { ...lane, jobId: 'another' }],
    ['exchange', { ...lane, exchange: 'host:mx.example.net' }],
    ['egress', { ...lane, egress: 'one' }],
  ])('is not shared with another %s', async (_, other) => {
    const windows = new LaneWindows();
    const [first, second] = [windows.open(lane), windows.open(other)];
    for (const window of [first, second]) window.resize(1);
    expect((await entered(first, 2)).length).toBe(1);
    expect((await entered(second, 2)).length).toBe(1);
  });

  it('can get larger while attempts wait for it', async () => {
    const window = new LaneWindows().open(lane);
    window.resize(1);
    const rooms = await entered(window, 4);
    window.resize(3);
    await settled();
    expect(rooms.length).toBe(3);
  });

  it('is forgotten when its last batch has ended', async () => {
    const windows = new LaneWindows();
    const [first, second] = [windows.open(lane), windows.open(lane)];
    first.resize(1);
    expect((await entered(first, 1)).length).toBe(1);
    first.close();
    const third = windows.open(lane);
    expect((await entered(third, 1)).length).toBe(0);
    second.close();
    third.close();
    expect((await entered(windows.open(lane), 1)).length).toBe(1);
  });

  it('is left by an attempt that is given up', async () => {
    const window = new LaneWindows().open(lane);
    window.resize(1);
    const [room] = await entered(window, 1);
    const controller = new AbortController();
    const waiting = window.enter(controller.signal);
    const next = await entered(window, 1);
    controller.abort(new Error('lost'));
    await expect(waiting).rejects.toThrow('lost');
    room?.leave();
    await settled();
    expect(next.length).toBe(1);
  });
});
