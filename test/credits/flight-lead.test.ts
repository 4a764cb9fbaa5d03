import { describe, expect, it } from 'vitest';
import { FlightLead } from '../../src/credits/flight-lead.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A lead whose lease answers as a test says. */
function lead({ workMs = 60_000 } = {}) {
  const clock = new ManualClock();
  const began = clock.steady();
  const renewedAt: number[] = [];
  const state = { holds: true, away: false, released: 0 };
  const led = new FlightLead({
    lease: {
      renew: async () => {
        renewedAt.push(clock.steady() - began);
        if (state.away) throw new Error('away');
        return state.holds ? 'renewed' : 'ended';
      },
      release: async () => {
        state.released += 1;
        throw new Error('away');
      },
    },
    clock,
    deadlineAt: began + workMs,
  });
  return { clock, led, renewedAt, state };
}

describe('the lease of a flight', () => {
  it('is renewed every 1.5 seconds while the work may still go on, and once more', async () => {
    const { clock, renewedAt } = lead({ workMs: 4_500 });
    await clock.advance(60_000);
    expect(renewedAt).toEqual([1_500, 3_000, 4_500]);
    expect(clock.pending).toBe(0);
  });

  it('is released at the end, and renewed no more', async () => {
    const { clock, led, renewedAt, state } = lead();
    led.end();
    await clock.advance(10_000);
    expect(state.released).toBe(1);
    expect(renewedAt).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('has ended once the store has answered to its release, and to a renewal under way', async () => {
    const clock = new ManualClock();
    const answers: (() => void)[] = [];
    const late = <Value>(value: Value) =>
      new Promise<Value>((resolve) => {
        answers.push(() => resolve(value));
      });
    const led = new FlightLead({
      lease: {
        renew: () => late('renewed' as const),
        release: () => late(undefined),
      },
      clock,
      deadlineAt: clock.steady() + 60_000,
    });
    await clock.advance(1_500);
    let ended = false;
    void led.end().then(() => {
      ended = true;
    });
    for (const answer of answers) {
      await clock.advance(0);
      expect(ended).toBe(false);
      answer();
    }
    await clock.advance(0);
    expect(answers).toHaveLength(2);
    expect(ended).toBe(true);
  });
});
