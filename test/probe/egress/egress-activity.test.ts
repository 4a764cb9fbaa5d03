import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../contract/manual-clock.ts';
import { type ActivityPeriod, EgressActivity } from '../../../src/probe/egress/egress-reports.ts';
import { forAll } from '../../support/values/for-all.ts';

const gmail = 'aspmx.l.google.com';
const minuteMs = 60_000;

function scene() {
  const clock = new ManualClock();
  const activity = new EgressActivity(clock);
  const answer = (egress: string, host: string, connections = 1) =>
    activity.recordAnswer(egress, host, { kind: 'reply', connections });
  return { clock, activity, answer };
}

function recipientsOf({ series }: ActivityPeriod): number {
  return series.flatMap(({ steps }) => steps).reduce((sum, { recipients }) => sum + recipients, 0);
}

describe('the history of egresses', () => {
  it('has a series for each egress and provider, and one for all exchanges of no known provider', () => {
    const { activity, answer } = scene();
    for (const host of [gmail, 'alt1.aspmx.l.google.com', 'mx.small.example', 'mx.other.example'])
      answer('one', host);
    answer('two', gmail, 7);
    const { hour } = activity.history();
    const last = hour.series.map(({ egress, provider, steps }) => [egress, provider, steps.at(-1)]);
    const counts = { recipients: 2, failures: 0, limits: 0, blocks: 0, mostConnections: 1 };
    expect(last).toEqual([
      ['one', expect.stringContaining('Google'), counts],
      ['one', null, counts],
      ['two', expect.stringContaining('Google'), { ...counts, recipients: 1, mostConnections: 7 }],
    ]);
  });

  it('tells answers, failures, limits and blocks apart', () => {
    const { activity } = scene();
    for (const kind of ['reply', 'unreachable', 'dialogue-failed', 'paused', 'smtputf8-unsupported'] as const)
      activity.recordAnswer('one', gmail, { kind, connections: 0 });
    activity.recordLimit('one', gmail);
    activity.recordBlock('one', `host:${gmail} domain:example.org`);
    const [series] = activity.history().day.series;
    const counts = { recipients: 1, failures: 2, limits: 1, blocks: 1, mostConnections: 0 };
    expect(series?.steps.at(-1)).toEqual(counts);
  });

  it('counts a block of a provider as one at its exchanges', () => {
    const { activity, answer } = scene();
    answer('one', 'gmail-smtp-in.l.google.com');
    activity.recordBlock('one', 'provider:gmail');
    activity.recordBlock('one', 'provider:gmail domain:gmail.com');
    const { series } = activity.history().hour;
    expect(series).toMatchObject([{ provider: 'Gmail' }]);
    expect(series[0]?.steps.at(-1)).toMatchObject({ recipients: 1, blocks: 2 });
  });

  it('has 60 minutes and 96 quarters of an hour up to now, and drops what is older', () => {
    const { clock, activity, answer } = scene();
    answer('one', gmail);
    clock.leap(59 * minuteMs);
    answer('one', gmail);
    const { hour, day } = activity.history();
    expect([hour.stepMs, day.stepMs]).toEqual([minuteMs, 15 * minuteMs]);
    expect(hour.series[0]?.steps).toHaveLength(60);
    expect(day.series[0]?.steps).toHaveLength(96);
    expect(clock.now() - hour.from).toBeLessThan(60 * minuteMs);
    expect([recipientsOf(hour), recipientsOf(day)]).toEqual([2, 2]);
    clock.leap(minuteMs);
    expect([recipientsOf(activity.history().hour), recipientsOf(activity.history().day)]).toEqual([1, 2]);
    clock.leap(3_600_000);
    expect(activity.history().hour.series).toEqual([]);
    clock.leap(23 * 3_600_000);
    expect(activity.history().day.series).toEqual([]);
  });

  it('keeps a thousand series', () => {
    const { activity, answer } = scene();
    for (let egress = 0; egress < 1_005; egress += 1) answer(`egress-${egress}`, gmail);
    const { series } = activity.history().hour;
    expect(series).toHaveLength(1_000);
    expect(series.some(({ egress }) => egress === 'egress-1004')).toBe(true);
  });

  it('has in each step what was recorded in its time, whatever the clock does', () => {
    const step = fc.record({
      byMs: fc.integer({ min: -2 * 3_600_000, max: 2 * 3_600_000 }),
      egress: fc.constantFrom('one', 'two'),
      times: fc.integer({ min: 1, max: 3 }),
    });
    forAll(fc.array(step, { maxLength: 60 }), (script) => {
      const { clock, activity, answer } = scene();
      const recorded = new Map<number, number>();
      const minuteAt = () => Math.floor(clock.now() / minuteMs);
      for (const { byMs, egress, times } of script) {
        clock.adjust(byMs);
        const minute = minuteAt();
        for (let answered = 0; answered < times; answered += 1) answer(egress, gmail);
        if (egress !== 'one') continue;
        // A minute that shares its place with this one is gone.
        for (const other of recorded.keys())
          if (other !== minute && (other - minute) % 60 === 0) recorded.delete(other);
        recorded.set(minute, (recorded.get(minute) ?? 0) + times);
      }
      const { from, series } = activity.history().hour;
      const own = series.find(({ egress }) => egress === 'one');
      const first = from / minuteMs;
      expect(first).toBe(minuteAt() - 59);
      const shown = Array.from({ length: 60 }, (_, index) => own?.steps[index]?.recipients ?? 0);
      expect(shown).toEqual(shown.map((_, index) => recorded.get(first + index) ?? 0));
    });
  });
});
