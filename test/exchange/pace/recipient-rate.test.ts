import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CountedRecipients,
  nextRecipientAt,
  type RecipientRate,
  rateAfterAnswers,
  rateAfterSending,
  rateAfterSign,
  restUntil,
  unlimitedRate,
} from '../../../src/exchange/pace/recipient-rate.ts';
import { forAll, times } from '../../support/values/for-all.ts';

function afterAnswer(rate: RecipientRate, isMissing: boolean, now: number): RecipientRate {
  return rateAfterAnswers(rate, { missing: isMissing ? 1 : 0, others: isMissing ? 0 : 1 }, now);
}

function dueAt(rate: RecipientRate, kind: 'single' | 'bulk', now: number): number {
  if (rate.found === undefined) return Number.POSITIVE_INFINITY;
  let left = rate;
  let count = 0;
  for (; nextRecipientAt(left, kind) <= now; count += 1) left = rateAfterSending(left, kind, now);
  return count;
}

const firstRestMs = 5_000;

/** A server whose clean answers and signs are told, and how much is sent. `counts`: what its signs are about. */
function server(counts: CountedRecipients = 'all') {
  let now = 0;
  let rate: RecipientRate = unlimitedRate(now);
  return {
    wait: (ms: number) => {
      now += ms;
    },
    get rate() {
      return rate;
    },
    get perSecond() {
      return rate.found?.perSecond;
    },
    /** Answers so many recipients a second. Returns itself. */
    answer(perSecond: number, seconds: number, isMissing: (index: number) => boolean = () => false) {
      for (let each = 0; each < perSecond * seconds; each += 1) {
        now += 1_000 / perSecond;
        rate = afterAnswer(rate, isMissing(each), now);
      }
      return this;
    },
    /** Asks us to slow down. Returns the length of the rest, which is then over. */
    refuse(counted = counts) {
      rate = rateAfterSign(rate, counted, now);
      const restMs = restUntil(rate) - now;
      now += restMs;
      return restMs;
    },
    /** Asks us to slow down, and answers the first recipient after the rest. Returns the rate. */
    sign() {
      this.refuse();
      rate = afterAnswer(rate, counts === 'missing', now);
      return rate.found?.perSecond;
    },
    /** How many may be sent now. */
    allowed: () => ({ single: dueAt(rate, 'single', now), bulk: dueAt(rate, 'bulk', now) }),
    send({ single = 0, bulk = 0 }: { single?: number; bulk?: number }) {
      for (let each = 0; each < single; each += 1) rate = rateAfterSending(rate, 'single', now);
      for (let each = 0; each < bulk; each += 1) rate = rateAfterSending(rate, 'bulk', now);
    },
    msToNext: (kind: 'single' | 'bulk') => Math.max(0, nextRecipientAt(rate, kind) - now),
  };
}

describe('The recipients a second', () => {
  it('are unlimited until the first sign of a limit', () => {
    const busy = server().answer(100, 10);
    busy.send({ bulk: 1_000 });
    expect(busy.allowed()).toEqual({ single: Infinity, bulk: Infinity });
    expect(busy.msToNext('bulk')).toBe(0);
  });

  it('are then a little below what was answered cleanly before', () => {
    const busy = server().answer(20, 10);
    expect(busy.sign()).toBeGreaterThan(0.8 * 20);
    expect(busy.perSecond).toBeLessThan(20);
  });

  it('are one at least where nothing was answered before', () => {
    expect(server().sign()).toBe(1);
  });

  it('are kept for five seconds, and grow slowly while they are used', () => {
    const busy = server().answer(20, 10);
    const found = busy.sign() ?? 0;
    busy.answer(found, 4);
    expect(busy.perSecond).toBe(found);
    busy.answer(found, 3);
    expect(busy.perSecond).toBeGreaterThan(found);
    expect(busy.perSecond).toBeLessThan(1.2 * found);
    for (let second = 0; second < 30; second += 1) busy.answer(busy.perSecond ?? 0, 1);
    expect(busy.perSecond).toBeGreaterThan(3 * found);
  });

  it('grow with the first answer after five seconds, and not before', () => {
    const busy = server().answer(20, 10);
    const found = busy.sign() ?? 0;
    busy.answer(20, 4.95);
    expect(busy.perSecond).toBe(found);
    busy.answer(20, 0.05);
    expect(busy.perSecond).toBeGreaterThan(found);
  });

  it('are not forgotten while they are used, however long they are borne', () => {
    const busy = server().answer(50, 4);
    for (let time = 0; time < 12; time += 1) busy.refuse();
    busy.sign();
    busy.answer(0.2, 6 * 3_600);
    expect(busy.allowed().bulk).toBeLessThan(50);
    expect(busy.perSecond).toBeLessThan(3);
  });

  it('stay as they are while they are not used', () => {
    const busy = server().answer(20, 10);
    const found = busy.sign();
    busy.wait(60_000);
    busy.answer(5, 60);
    expect(busy.perSecond).toBe(found);
  });

  it('fall with each sign by a tenth or more, by half where few were answered since, but not below six a minute', () => {
    const busy = server().answer(20, 10);
    const first = busy.sign() ?? 0;
    busy.answer(first, 3);
    expect(busy.sign()).toBeCloseTo(0.9 * first, 0);
    const second = busy.perSecond ?? 0;
    expect(second).toBeLessThanOrEqual(0.9 * first);
    busy.wait(1_000);
    expect(busy.sign()).toBeCloseTo(0.5 * second);
    for (let time = 0; time < 20; time += 1) {
      busy.wait(1_000);
      busy.sign();
    }
    expect(busy.perSecond).toBe(0.1);
  });

  it('fall to nine tenths of what was answered, where that is less', () => {
    const busy = server().answer(20, 10);
    const found = busy.sign() ?? 0;
    busy.answer(0.7 * found, 4);
    expect((busy.sign() ?? 0) / found).toBeCloseTo(0.9 * 0.7, 1);
  });

  it('are tried again after five seconds, then ten, and so on up to an hour, where more is too much each time', () => {
    const busy = server().answer(20, 10);
    busy.sign();
    for (const holdMs of [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600].map(
      (each) => each * 1_000,
    )) {
      const found = busy.perSecond ?? 0;
      expect(busy.rate.found?.holdMs).toBe(holdMs);
      busy.wait(holdMs - 4_900);
      busy.answer(found, 3);
      expect(busy.perSecond).toBe(found);
      busy.answer(found, 3);
      expect(busy.perSecond).toBeGreaterThan(found);
      busy.sign();
    }
  });

  it('fall by a tenth where more is tried again, however few were answered of late', () => {
    const busy = server().answer(20, 10);
    const found = busy.sign() ?? 0;
    busy.wait(5_000);
    busy.answer(1, 10);
    expect(busy.sign()).toBeCloseTo(0.9 * found);
  });
});

describe('A server that goes on refusing everybody', () => {
  const minuteMs = 60_000;

  it('is tried again after five seconds, then each time after half the time since the first sign, up to five minutes', () => {
    const busy = server().answer(20, 10);
    const rests = Array.from({ length: 15 }, () => busy.refuse());
    expect(rests.slice(0, 5)).toEqual([5_000, 2_500, 3_750, 5_625, 8_437.5]);
    expect(rests.slice(-2)).toEqual([5 * minuteMs, 5 * minuteMs]);
  });

  it('is tried again after a second at least where that was enough before', () => {
    const busy = server().answer(20, 10);
    busy.sign();
    busy.answer(20, 10);
    expect([busy.refuse(), busy.refuse(), busy.refuse(), busy.refuse()]).toEqual([
      1_000, 1_000, 1_000, 1_500,
    ]);
  });

  it('is taken to count over an hour at most, and gets what it answered before in that time, however long it has refused', () => {
    for (const hours of [1.1, 3, 12]) {
      const busy = server().answer(50, 4);
      for (let restsMs = 0; restsMs < hours * 60 * minuteMs; ) restsMs += busy.refuse();
      busy.sign();
      expect(busy.rate.found?.windowMs).toBe(60 * minuteMs);
      expect(busy.perSecond).toBeCloseTo((0.9 * 200) / 3_600);
    }
  });

  it('is tried again after half the time over which it counts, then after all of it, and that stays known', () => {
    const busy = server().answer(50, 4);
    for (let time = 0; time < 4; time += 1) busy.refuse();
    busy.sign();
    const { windowMs = 0 } = busy.rate.found ?? {};
    expect(windowMs).toBeGreaterThan(15_000);
    busy.answer(10, 1);
    expect([busy.refuse(), busy.refuse()]).toEqual([windowMs / 2, windowMs / 2]);
    busy.answer(10, 1);
    expect(busy.rate.found?.windowMs).toBe(windowMs);
    for (let time = 0; time < 4; time += 1) busy.refuse();
    busy.answer(10, 1);
    // It has refused everybody for one and a half times as long, and answers after half as long again.
    expect(busy.rate.found?.windowMs).toBeCloseTo(((1.5 + 2.25) / 2) * windowMs, -3);
  });

  it('counts over about that time: it gets less than it has answered before, spread over it', () => {
    const busy = server().answer(50, 4);
    for (let time = 0; time < 6; time += 1) busy.refuse();
    // 38 seconds after the first sign it answers.
    busy.sign();
    const { windowMs = 0, perSecond } = busy.rate.found ?? {};
    expect(windowMs).toBeGreaterThan(30_000);
    expect(windowMs).toBeLessThan(60_000);
    expect(perSecond).toBeCloseTo((0.9 * 4 * 50 * 1_000) / windowMs);
  });

  it('includes answers to what was on its way when the first sign came', () => {
    const busy = server().answer(50, 4);
    busy.refuse();
    busy.wait(-firstRestMs);
    busy.answer(50, 2);
    busy.wait(firstRestMs - 2_000);
    busy.refuse();
    busy.sign();
    const { windowMs = 0, perSecond } = busy.rate.found ?? {};
    expect(perSecond).toBeCloseTo((0.9 * 6 * 50 * 1_000) / windowMs);
  });

  it('is not taken to count over a time in which nobody was asked about, be it before its answer or before a sign', () => {
    const asked = server().answer(50, 4);
    for (let time = 0; time < 4; time += 1) asked.refuse();
    asked.wait(10 * minuteMs);
    asked.sign();
    const { windowMs = 0, refusal } = asked.rate.found ?? {};
    expect([refusal, windowMs < minuteMs]).toEqual([undefined, true]);

    const retried = server().answer(50, 4);
    retried.refuse();
    retried.wait(6 * minuteMs);
    expect(retried.refuse()).toBeLessThan(15_000);
    retried.wait(16 * minuteMs);
    retried.sign();
    expect(retried.rate.found?.windowMs).toBeLessThan(minuteMs);
  });

  it('gets no less for it where it has answered as fast for much longer', () => {
    const busy = server().answer(20, 60);
    for (let time = 0; time < 3; time += 1) busy.refuse();
    expect(busy.sign()).toBeGreaterThan(0.8 * 20);
  });

  it('is tried with more later, and more slowly, the longer it counts', () => {
    const busy = server().answer(50, 4);
    for (let time = 0; time < 4; time += 1) busy.refuse();
    const found = busy.sign() ?? 0;
    const { windowMs = 0, holdMs } = busy.rate.found ?? {};
    expect(holdMs).toBe(10 * windowMs);
    busy.answer(found, (10 * windowMs) / 1_000 - 1);
    expect(busy.perSecond).toBe(found);
    busy.answer(found, 11);
    expect((busy.perSecond ?? 0) / found).toBeGreaterThan(1);
    expect((busy.perSecond ?? 0) / found).toBeLessThan(1.1);
  });

  it('may count over as long as before though it answers sooner: one of those that it counts is then old enough', () => {
    const busy = server().answer(50, 4);
    for (let time = 0; time < 4; time += 1) busy.refuse();
    busy.sign();
    const before = busy.rate.found?.windowMs;
    for (let time = 0; time < 5; time += 1) {
      busy.answer(10, 1);
      busy.sign();
    }
    expect(busy.rate.found?.windowMs).toBe(before);
  });
});

describe('A server that counts recipients that do not exist', () => {
  const isEverySecond = (index: number) => index % 2 === 1;
  /** One that has asked us to slow down at ten of them a second. */
  const strict = () => {
    const busy = server('missing').answer(20, 10, isEverySecond);
    busy.sign();
    return busy;
  };

  it('gets one recipient at a time after a rest until it answers about a missing one, or has answered about others for five seconds', () => {
    const askedAlone = () => {
      const busy = server('missing').answer(20, 10, isEverySecond);
      busy.refuse();
      return busy;
    };
    const busy = askedAlone();
    for (let second = 0; second < 4; second += 1) {
      expect(busy.allowed().bulk).toBe(1);
      busy.send({ bulk: 1 });
      expect(busy.allowed().bulk).toBe(0);
      busy.answer(1, 1);
    }
    expect(busy.rate.found?.refusal).toBeDefined();
    busy.answer(1, 1);
    expect(busy.rate.found?.refusal).toBeUndefined();
    const soon = askedAlone();
    soon.answer(5, 0.2, () => true);
    expect(soon.rate.found?.refusal).toBeUndefined();
  });

  it('gets a little less than as many of them as it has answered', () => {
    const { perSecond } = strict();
    expect(perSecond).toBeGreaterThan(0.8 * 10);
    expect(perSecond).toBeLessThan(10);
  });

  it('is left alone for ten seconds after its first sign, and tried with more after ten times as long', () => {
    const busy = server('missing').answer(20, 10, isEverySecond);
    expect(busy.refuse()).toBe(10_000);
    expect(strict().rate.found).toMatchObject({ windowMs: 10_000, holdMs: 100_000 });
  });

  it('gets less than it has answered, spread over ten seconds, where it complains soon', () => {
    const busy = server('missing').answer(40, 2, isEverySecond);
    expect(busy.sign()).toBeCloseTo((0.9 * 40) / 10);
  });

  it('gets as much more as was on its way when its first sign came, and is answered in the rest', () => {
    const busy = server('missing').answer(40, 2, isEverySecond);
    const restMs = busy.refuse();
    busy.wait(-restMs);
    busy.answer(40, 1, isEverySecond);
    busy.wait(restMs - 1_000);
    busy.answer(1, 1, () => true);
    expect(busy.perSecond).toBeCloseTo((0.9 * 60) / 10);
  });

  it('is asked about one more at once when a recipient turns out to exist, however long it goes on', () => {
    const busy = strict();
    const sendAll = () => {
      let sent = 0;
      for (; busy.allowed().bulk > 0; sent += 1) busy.send({ bulk: 1 });
      return sent;
    };
    sendAll();
    for (let each = 0; each < 100; each += 1) {
      busy.answer(1_000_000, 0.000_001);
      expect(sendAll()).toBe(1);
    }
    busy.answer(1_000_000, 0.000_001, () => true);
    expect(sendAll()).toBe(0);
  });

  it('is not tried with more by those that exist', () => {
    const busy = strict();
    const found = busy.perSecond;
    busy.wait(100_000);
    busy.answer(20, 10);
    expect(busy.perSecond).toBe(found);
    busy.answer(20, 3, isEverySecond);
    expect(busy.perSecond).toBeGreaterThan(found ?? 0);
  });

  it('is not left alone for longer and longer where it asks us to slow down between two that exist', () => {
    const busy = strict();
    busy.refuse();
    const rests: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      busy.answer(1, 1);
      rests.push(busy.refuse('all'));
    }
    expect(Math.max(...rests)).toBe(firstRestMs);
  });

  it('begins anew where its signs were about all recipients before', () => {
    const busy = strict();
    const rate = rateAfterSign(busy.rate, 'all', 60_000);
    expect(rate.found).toMatchObject({ counts: 'all', holdMs: 5_000 });
    expect(restUntil(rate)).toBe(60_000 + firstRestMs);
  });
});

describe('Recipients that are due', () => {
  it('are none during the rest after a sign, and then come one at a time, evenly', () => {
    const busy = server().answer(10, 10);
    busy.refuse();
    busy.wait(-1);
    expect(busy.allowed()).toEqual({ single: 0, bulk: 0 });
    busy.wait(1);
    busy.answer(1_000, 0.001);
    const spacingMs = 1_000 / (busy.perSecond ?? 0);
    expect(busy.allowed().bulk).toBe(1);
    busy.send({ bulk: 1 });
    expect(busy.allowed().bulk).toBe(0);
    expect(busy.msToNext('bulk')).toBeCloseTo(spacingMs);
    busy.wait(10_000);
    expect(busy.allowed().bulk).toBe(1);
  });

  it('are a tenth of a second’s worth at once after a pause', () => {
    const busy = server().answer(100, 10);
    busy.sign();
    busy.wait(10_000);
    expect(busy.allowed().bulk).toBe(Math.floor((busy.perSecond ?? 0) / 10));
  });

  it('are one after a rest, and the others once that is answered, or has been waited for', () => {
    const busy = server().answer(100, 10);
    busy.refuse();
    expect(busy.allowed()).toEqual({ single: 1, bulk: 1 });
    busy.send({});
    expect(busy.allowed()).toEqual({ single: 1, bulk: 1 });
    busy.send({ bulk: 1 });
    busy.wait(4_999);
    expect(busy.allowed()).toEqual({ single: 0, bulk: 0 });
    busy.wait(1);
    expect(busy.allowed().bulk).toBe(1);
    busy.send({ single: 1 });
    expect(busy.allowed().single).toBe(0);
    busy.answer(100, 0.01);
    expect(busy.allowed().bulk).toBe(1);
    expect(busy.allowed().single).toBeGreaterThan(1);
  });

  it('include some of single requests, however many of a job have been sent', () => {
    const busy = server().answer(10, 10);
    busy.sign();
    busy.wait(10_000);
    busy.send({ bulk: 50 });
    expect(busy.allowed()).toEqual({ single: 4, bulk: 0 });
    busy.send({ single: 3 });
    expect(busy.allowed().single).toBe(1);
    expect(busy.msToNext('bulk')).toBeGreaterThan(1_000);
    expect(busy.msToNext('single')).toBe(0);
  });

  it('keep their place in a job while single requests use their share, which has room for four', () => {
    const busy = server().answer(10, 10);
    busy.sign();
    busy.wait(10_000);
    busy.send({ single: 4 });
    expect(busy.allowed()).toEqual({ single: 1, bulk: 1 });
    busy.send({ single: 1 });
    expect(busy.allowed()).toEqual({ single: 0, bulk: 0 });
    expect(busy.msToNext('bulk')).toBeCloseTo(1_000 / (busy.perSecond ?? 0));
  });

  it('never exceed the rate, the share of single requests, and their bursts, in any stretch of time', () => {
    const anyStep = fc.record({
      waitMs: fc.nat(2_000),
      single: fc.nat(5),
      bulk: fc.nat(10),
    });
    forAll(fc.integer({ min: 1, max: 200 }), fc.array(anyStep, { maxLength: 100 }), (before, steps) => {
      const busy = server().answer(before, 5);
      const perSecond = busy.sign() ?? 0;
      const sent: { at: number; count: number }[] = [];
      let at = 0;
      for (const step of steps) {
        busy.wait(step.waitMs);
        at += step.waitMs;
        const allowed = busy.allowed();
        const single = Math.min(step.single, allowed.single);
        const bulk = Math.max(0, Math.min(step.bulk, allowed.bulk - single));
        busy.send({ single, bulk });
        sent.push({ at, count: single + bulk });
      }
      const burst = Math.max(1, perSecond / 10) + 4;
      for (const [index, { at: from }] of sent.entries()) {
        let count = 0;
        for (const each of sent.slice(index)) {
          count += each.count;
          expect(count).toBeLessThanOrEqual((1.1 * perSecond * (each.at - from)) / 1_000 + burst + 0.01);
        }
      }
    });
  });

  it('are never kept back without a time at which the next one is due', () => {
    const anyStep = fc.record({
      waitMs: fc.nat(5_000),
      single: fc.nat(3),
      bulk: fc.nat(3),
      sign: fc.boolean(),
    });
    forAll(fc.array(anyStep, { maxLength: 100 }), (steps) => {
      const busy = server();
      for (const step of steps) {
        if (step.sign) busy.refuse();
        busy.wait(step.waitMs);
        busy.send(step);
        expect(busy.allowed().bulk > 0).toBe(busy.msToNext('bulk') === 0);
        expect(busy.allowed().single > 0).toBe(busy.msToNext('single') === 0);
      }
    });
  });
});

/** Some tests simulate hours, which takes seconds. */
const simulationTimeoutMs = 30_000;

describe('A sign of a limit', () => {
  it.each(['all', 'missing'] as const)(
    'never leaves a higher rate than before: of %s',
    (counts) => {
      const anyPhase = fc.record({
        perSecond: fc.integer({ min: 1, max: 40 }),
        seconds: fc.integer({ min: 1, max: 100 }),
        idleMs: fc.integer({ min: 0, max: 600_000 }),
        refusals: fc.integer({ min: 1, max: 3 }),
      });
      forAll(fc.array(anyPhase, { minLength: 2, maxLength: 12 }), (phases) => {
        const busy = server(counts);
        for (const { perSecond, seconds, idleMs, refusals } of phases) {
          busy.answer(perSecond, seconds, () => true);
          busy.wait(idleMs);
          const before = busy.perSecond;
          for (let time = 0; time < refusals; time += 1) {
            busy.refuse();
            if (before !== undefined)
              expect(busy.perSecond).toBeLessThanOrEqual(Math.max(0.1, 0.95 * before + 1e-9));
          }
        }
      });
    },
    simulationTimeoutMs,
  );
});

describe('A server that answers so many recipients in any second', () => {
  /**
   * Sends as many as are due, up to `capacity` a second. The server's answers take 300 ms. Returns what was answered, and
   * refused, in the last minutes.
   */
  function serve(limit: (second: number) => number, seconds: number, capacity: number) {
    let rate = unlimitedRate(0);
    const accepted: number[] = [];
    const refusedAt: number[] = [];
    const replies: { at: number; accepted: boolean }[] = [];
    const stepMs = 10;
    for (let now = 0; now < seconds * 1_000; now += stepMs) {
      while (replies[0] !== undefined && replies[0].at <= now) {
        const reply = replies.shift();
        if (reply?.accepted) rate = afterAnswer(rate, false, now);
        else if (now >= restUntil(rate)) rate = rateAfterSign(rate, 'all', now);
      }
      const isDue = nextRecipientAt(rate, 'bulk') <= now && now % (1_000 / capacity) < stepMs;
      const due = isDue ? 1 : 0;
      if (isDue) rate = rateAfterSending(rate, 'bulk', now);
      for (let each = 0; each < due; each += 1) {
        const lately = accepted.slice(-250).filter((at) => at > now - 1_000).length;
        const isAccepted = lately < limit(now / 1_000);
        if (isAccepted) accepted.push(now);
        else refusedAt.push(now / 1_000);
        replies.push({ at: now + 300, accepted: isAccepted });
      }
    }
    return { accepted: accepted.map((at) => at / 1_000), refusedAt };
  }

  it(
    'answers six tenths of that at least, and refuses one in a hundred at most, over ten minutes',
    () => {
      for (let limit = 3; limit <= 40; limit += 1) {
        const { accepted, refusedAt } = serve(() => limit, 600, 50);
        expect(accepted.length / (limit * 600), `${limit} a second`).toBeGreaterThan(0.6);
        expect(refusedAt.length).toBeLessThan(0.01 * accepted.length + 20);
      }
    },
    simulationTimeoutMs,
  );

  it(
    'and halves that, is asked about no more than it answers a minute later',
    () => {
      times(15).forAll(fc.integer({ min: 6, max: 40 }), (limit) => {
        const { refusedAt } = serve((second) => (second < 120 ? limit : limit / 2), 210, 50);
        const minuteLater = refusedAt.filter((second) => second > 180);
        expect(minuteLater.length).toBeLessThanOrEqual(limit);
      });
    },
    simulationTimeoutMs,
  );
});
