import { describe, expect, it } from 'vitest';
import { adoptPace, advancePace, type PaceState, startPace } from '../../../src/exchange/pace/pace.ts';

const bounds = { start: 2, ceiling: 20 };
const now = 100_000;
const fresh = startPace(bounds, now);
const earned = (connections: number): PaceState => ({ ...fresh, connections });
/** A pace at which this connection was refused, so long ago. */
const limited = (connections: number, agoMs = 0): PaceState =>
  advancePace(earned(connections), { kind: 'refused', connections }, bounds, now - agoMs);

const adopt = (own: PaceState, stored: PaceState, readBefore?: number) =>
  adoptPace(own, stored, { now, readBefore });

describe('A process that learns what others have found out about a server', () => {
  it('has as many connections as they, or those it has earned itself if nobody met a limit', () => {
    expect(adopt(earned(2), earned(3))?.connections).toBe(3);
    expect(adopt(earned(5), earned(3))).toBeUndefined();
    expect(adopt(earned(3), earned(3))).toBeUndefined();
  });

  it('keeps to a limit that they met, whatever it has earned itself, and begins anew with that', () => {
    const stored = limited(3);
    expect(adopt({ ...earned(5), acceptedRecipients: 4, mostGreeted: 5 }, stored)).toMatchObject({
      connections: 2,
      limit: stored.limit,
      acceptedRecipients: 0,
      mostGreeted: 0,
    });
  });

  it('keeps no longer to a limit that was met ten seconds before it read last: it may have passed that since', () => {
    const metAt = now - 30_000;
    expect(adopt(earned(5), limited(3, 30_000), metAt + 10_000)).toBeUndefined();
    expect(adopt(earned(5), limited(3, 30_000), metAt + 9_999)?.connections).toBe(2);
  });

  it('keeps to its own limit, whatever others that met none have earned since', () => {
    expect(adopt(limited(3), earned(5))).toBeUndefined();
  });

  it('takes a limit for a later one if it was met more than a second after its own', () => {
    expect(adopt(limited(8, 30_000), limited(3, 29_000))).toBeUndefined();
    expect(adopt(limited(8, 30_000), limited(3, 28_999))?.connections).toBe(2);
  });

  it('has the rate of recipients that they were asked to keep to, unless it was asked itself', () => {
    const slowed = advancePace(fresh, { kind: 'limited', counts: 'all' }, bounds, now);
    const missing = advancePace(fresh, { kind: 'limited', counts: 'missing' }, bounds, now);
    expect(adopt(fresh, slowed)?.rate.found).toEqual(slowed.rate.found);
    expect(adopt(missing, slowed)).toBeUndefined();
  });
});
