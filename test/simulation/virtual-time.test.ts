import { expect, it } from 'vitest';
import { VirtualTime } from './clock/virtual-time.ts';
import { MapsOfDay } from './maps/watched-maps.ts';
import { ProcessLife } from './service/process-life.ts';

it('a timer that came due while its process stood still can be cancelled until it runs', () => {
  const time = new VirtualTime(0);
  const life = new ProcessLife(time, new MapsOfDay(undefined).begin('server'));
  const ran: string[] = [];
  let cancelSecond = () => {};
  const first = () => {
    ran.push('first');
    cancelSecond();
  };
  time.schedule(1, first, life);
  cancelSecond = time.schedule(1, () => ran.push('second'), life);
  life.pause();
  while (time.step(10));
  life.resume();
  while (time.step(20));
  expect(ran).toEqual(['first']);
  expect(time.pending).toBe(0);
});

it('events that follow each other without end at one instant are an error', () => {
  const time = new VirtualTime(0);
  const again = () => void time.schedule(0, again);
  again();
  expect(() => {
    while (time.step(10));
  }).toThrow('100000 events happen at one instant');
});
