import { describe, expect, it } from 'vitest';
import { MemoryLeases } from '../../adapters/memory/leases.ts';
import { ManualClock } from '../support/manual-clock.ts';

const one = { max: 1, leaseMs: 15_000 };

describe('connection limits in memory', () => {
  it('forget exchanges whose pause or lease has ended, as others are used', async () => {
    const clock = new ManualClock();
    const leases = new MemoryLeases({ clock });
    for (let host = 0; host < 1_000; host += 1) {
      await leases.pause(`host:paused${host}`, { until: clock.now() + 5_000, reason: 'limited' });
      await leases.acquire(`host:leased${host}`, one);
    }
    expect(leases.size).toBe(2_000);
    clock.leap(15_000);
    for (let host = 0; host < 1_001; host += 1) {
      const grant = await leases.acquire('host:other', one);
      if (grant.kind === 'lease') await grant.release();
    }
    expect(leases.size).toBe(0);
    expect(clock.pending).toBe(0);
  });
});
