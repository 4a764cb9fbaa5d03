import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPace, parsePace } from '../../../src/exchange/gates/gate-store.ts';
import { advancePace, type PaceEvent, type PaceState, startPace } from '../../../src/exchange/pace/pace.ts';
import { restUntil } from '../../../src/exchange/pace/recipient-rate.ts';
import { forAll } from '../../support/values/for-all.ts';

const bounds = { start: 2, ceiling: 20 };
const secondMs = 1_000;

/** A server that allows seven connections, and asked us to slow down at ten answers a second. */
function learned(): PaceState {
  let state = startPace(bounds, 0);
  for (let connections = 2; connections < 8; connections += 1) {
    state = advancePace(state, { kind: 'greeted', connections, afterMs: 50 }, bounds, 0);
    for (let each = 0; each < connections; each += 1)
      state = advancePace(state, { kind: 'replies', accepted: 1, missing: 0, others: 0 }, bounds, 0);
  }
  state = advancePace(state, { kind: 'refused', connections: 8 }, bounds, 0);
  return advancePace(state, { kind: 'limited', counts: 'all' }, bounds, 2 * secondMs);
}

describe('A pace that is kept', () => {
  it('is the same in a process whose clock began at another time', () => {
    const state = learned();
    const text = formatPace(state, bounds, { steady: 2 * secondMs, now: 1_000_000 }) ?? '';
    const steady = 777_000;
    const again = parsePace(text, bounds, { steady, now: 1_010_000 });
    expect(again?.connections).toBe(7);
    expect(again?.limit).toEqual({ connections: 8, holdMs: 30_000, retryAt: steady + 18 * secondMs });
    expect(again?.rate.found?.perSecond).toBeCloseTo(state.rate.found?.perSecond ?? 0, 1);
    expect(again?.rate.found?.retryAt).toBe(steady);
  });

  it('is kept if only the connections have become more', () => {
    const connections = 5;
    const text = formatPace({ ...startPace(bounds, 0), connections }, bounds, { steady: 0, now: 0 }) ?? '';
    expect(JSON.parse(text)).toEqual({ connections });
    expect(parsePace(text, bounds, { steady: 9, now: 0 })).toEqual({ ...startPace(bounds, 9), connections });
  });

  it('is kept if only a limit was met, or only a rate found, where there are as many connections as at first', () => {
    const { limit, rate } = learned();
    const start = startPace(bounds, 0);
    const reading = { steady: 10 * secondMs, now: 10 * secondMs };
    for (const state of [
      { ...start, limit },
      { ...start, rate },
    ]) {
      const again = parsePace(formatPace(state, bounds, reading) ?? '', bounds, reading);
      expect(again?.limit).toEqual(state.limit);
      expect(again?.rate.found?.retryAt).toBe(state.rate.found?.retryAt);
    }
  });

  it('says over what time the server counts whom', () => {
    const reading = { steady: 60 * secondMs, now: 60 * secondMs };
    const kept = (events: readonly PaceEvent[]) => {
      let state = startPace(bounds, 0);
      let now = 0;
      for (const event of events) {
        now = Math.max(now, restUntil(state.rate));
        state = advancePace(state, event, bounds, now);
      }
      const text = formatPace(state, bounds, reading) ?? '';
      return { found: state.rate.found, again: parsePace(text, bounds, reading)?.rate.found };
    };
    const missing: PaceEvent = { kind: 'limited', counts: 'missing' };
    const later = kept([missing, missing, missing, { kind: 'replies', accepted: 0, missing: 0, others: 1 }]);
    expect(later.found?.windowMs).toBeGreaterThan(5 * secondMs);
    expect(later.again).toMatchObject({ counts: 'missing', windowMs: later.found?.windowMs });
    const usual = kept([{ kind: 'limited', counts: 'all' }]);
    expect(usual.again).toMatchObject({ counts: 'all', windowMs: 2 * secondMs });
  });

  it('has a rate as low as those of servers that count over an hour, as it was', () => {
    const { rate, ...state } = learned();
    const reading = { steady: 10 * secondMs, now: 10 * secondMs };
    const low = { perSecond: 0.00278, windowMs: 3_600 * secondMs };
    const text = formatPace(
      { ...state, rate: { ...rate, found: rate.found && { ...rate.found, ...low } } },
      bounds,
      reading,
    );
    const again = parsePace(text ?? '', bounds, reading);
    expect(again?.rate.found).toMatchObject(low);
    expect(again?.limit).toEqual(state.limit);
  });

  it('is nothing where nothing was found out', () => {
    expect(formatPace(startPace(bounds, 0), bounds, { steady: 0, now: 0 })).toBeUndefined();
  });

  it('holds nothing back for longer than at first if the clock was set back', () => {
    const text = formatPace(learned(), bounds, { steady: 2 * secondMs, now: 1_000_000 }) ?? '';
    const again = parsePace(text, bounds, { steady: 0, now: 0 });
    expect([again?.limit?.retryAt, again?.rate.found?.retryAt]).toEqual([30_000, 5_000]);
  });

  it('is never above the ceiling of now', () => {
    const text = formatPace(learned(), bounds, { steady: 0, now: 0 }) ?? '';
    expect(parsePace(text, { start: 2, ceiling: 4 }, { steady: 0, now: 0 })?.connections).toBe(4);
  });

  it.each([
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"connections":"7"}',
    '{"connections":0}',
    '{"connections":7,"limit":{}}',
    '{"connections":7,"limit":null}',
    '{"connections":7,"rate":{"perSecond":-1,"retryAt":1,"holdMs":1,"windowMs":1,"counts":"all"}}',
    '{"connections":7,"rate":{"perSecond":1,"retryAt":1,"holdMs":1,"windowMs":1,"counts":"none"}}',
    '{"connections":7,"rate":{"perSecond":1,"retryAt":1,"holdMs":1,"windowMs":0,"counts":"all"}}',
    '{"connections":7,"rate":{"perSecond":1,"retryAt":1,"holdMs":1,"windowMs":"1","counts":"all"}}',
  ])('is unknown if it reads %s', (text) => {
    expect(parsePace(text, bounds, { steady: 0, now: 0 })).toBeUndefined();
  });

  it('permits at least one connection, whatever is read', () => {
    forAll(fc.json(), fc.double({ min: 0, noNaN: true }), (text, connections) => {
      for (const each of [text, JSON.stringify({ connections })]) {
        const state = parsePace(each, bounds, { steady: 0, now: 0 });
        if (state === undefined) continue;
        expect(state.connections).toBeGreaterThanOrEqual(1);
        expect(state.connections).toBeLessThanOrEqual(bounds.ceiling);
      }
    });
  });
});
