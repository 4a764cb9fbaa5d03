import { describe, expect, it } from 'vitest';
import { durationText, rateText, Throughput } from '../../../adapters/cli/bulk/throughput.ts';

describe('the throughput', () => {
  it('is measured over the last 30 seconds', () => {
    const throughput = new Throughput();
    for (let second = 0; second <= 100; second += 1) throughput.record(second * 1_000, second * 10);
    for (let second = 101; second <= 140; second += 1)
      throughput.record(second * 1_000, 1_000 + (second - 100) * 2);
    expect(throughput.perSecond).toBeCloseTo(2);
    expect(throughput.remainingMs(1_180)).toBeCloseTo(50_000);
  });

  it('is unknown in the first second, and gives no remaining time without progress', () => {
    const throughput = new Throughput();
    throughput.record(0, 50);
    throughput.record(500, 60);
    expect(throughput.perSecond).toBeUndefined();
    const stalled = new Throughput();
    stalled.record(0, 50);
    stalled.record(5_000, 50);
    expect(stalled.perSecond).toBe(0);
    expect(stalled.remainingMs(100)).toBeUndefined();
  });

  it.each([
    [400, '1 s'],
    [119_000, '119 s'],
    [600_000, '10 min'],
    [12_000_000, '3 h 20 min'],
  ])('of %i ms is written as %s', (durationMs, text) => {
    expect(durationText(durationMs)).toBe(text);
  });

  it.each([
    [0.42, '0.4/s'],
    [83.4, '83/s'],
  ])('of %f a second is written as %s', (rate, text) => {
    expect(rateText(rate)).toBe(text);
  });
});
