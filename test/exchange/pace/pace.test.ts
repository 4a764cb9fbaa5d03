import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advancePace,
  connectionsForBulk,
  type PaceBounds,
  type PaceEvent,
  type PaceState,
  recentPace,
  startPace,
} from '../../../src/exchange/pace/pace.ts';
import { type CountedRecipients, restUntil } from '../../../src/exchange/pace/recipient-rate.ts';
import { forAll } from '../../support/values/for-all.ts';

const bounds: PaceBounds = { start: 2, ceiling: 20 };
const secondMs = 1_000;

function pace(options: PaceBounds = bounds) {
  let now = 0;
  let state = startPace(options, now);
  const record = (event: PaceEvent) => {
    state = advancePace(state, event, options, now);
    return state.connections;
  };
  return {
    wait: (ms: number) => {
      now += ms;
    },
    get state(): PaceState {
      return state;
    },
    greet: (connections: number, afterMs = 50) => record({ kind: 'greeted', connections, afterMs }),
    refuse: (connections: number) => record({ kind: 'refused', connections }),
    limit: (counts: CountedRecipients = 'all') => record({ kind: 'limited', counts }),
    get restMs() {
      return restUntil(state.rate) - now;
    },
    answer(count: number) {
      let connections = state.connections;
      for (let each = 0; each < count; each += 1) {
        connections = record({ kind: 'replies', accepted: 1, missing: 0, others: 0 });
      }
      return connections;
    },
    /** A server that greets all connections, and accepts as many recipients as it takes for one more. */
    earnOne() {
      record({ kind: 'greeted', connections: state.connections, afterMs: 50 });
      return this.answer(options.acceptedPerStep ?? state.connections);
    },
  };
}

describe('The connections to a server', () => {
  it('are few at first', () => {
    expect(pace().state.connections).toBe(2);
    expect(pace({ start: 3, ceiling: 2 }).state.connections).toBe(2);
  });

  it('become one more once all of them were greeted, and as many recipients accepted', () => {
    const server = pace();
    expect(server.answer(5)).toBe(2);
    expect(server.greet(2)).toBe(3);
    expect(server.greet(3)).toBe(3);
    expect(server.answer(2)).toBe(3);
    expect(server.answer(1)).toBe(4);
  });

  it('stay as they are while not all of them are used', () => {
    const server = pace();
    expect(server.greet(1)).toBe(2);
    expect(server.answer(100)).toBe(2);
  });

  it('may stay one below, because that one is for single requests', () => {
    const server = pace({ start: 12, ceiling: 20 });
    expect(connectionsForBulk(12)).toBe(11);
    server.greet(11);
    expect(server.answer(12)).toBe(13);
  });

  it('are all for bulk work too where there are fewer than ten', () => {
    expect([1, 4, 9, 10, 20].map(connectionsForBulk)).toEqual([1, 4, 9, 9, 19]);
  });

  it('grow up to the ceiling', () => {
    const server = pace();
    for (let step = 0; step < 50; step += 1) server.earnOne();
    expect(server.state.connections).toBe(20);
  });

  it('need more accepted recipients for each where little is known of the server', () => {
    const server = pace({ start: 2, ceiling: 4, acceptedPerStep: 50 });
    server.greet(2);
    expect(server.answer(49)).toBe(2);
    expect(server.answer(1)).toBe(3);
  });

  it('begin anew after an hour without any event', () => {
    const server = pace();
    for (let step = 0; step < 5; step += 1) server.earnOne();
    server.limit();
    expect(recentPace(server.state, bounds, 3_600_000 - 1)).toBe(server.state);
    expect(recentPace(server.state, bounds, 3_600_000)).toEqual(startPace(bounds, 3_600_000));
  });
});

describe('A connection that is refused', () => {
  const grown = (connections: number) => {
    const server = pace();
    while (server.state.connections < connections) server.earnOne();
    return server;
  };

  it('leaves as many as there were before it', () => {
    expect(grown(9).refuse(9)).toBe(8);
    expect(grown(9).refuse(5)).toBe(4);
    expect(grown(9).refuse(2)).toBe(1);
  });

  it('tells nothing new if it is one more than is permitted by now, or the only one', () => {
    const server = grown(9);
    server.refuse(9);
    expect(server.refuse(10)).toBe(8);
    expect(server.refuse(9)).toBe(8);
    expect(server.refuse(1)).toBe(8);
  });

  it('takes twice as many each time without a greeting between them, so that a moved limit is found soon', () => {
    const server = grown(20);
    expect([20, 19, 17, 13].map((connections) => server.refuse(connections))).toEqual([19, 17, 13, 5]);
    server.greet(5);
    expect(server.refuse(5)).toBe(4);
  });

  it('takes twice as many, too, if those that are greeted in between were opened before the limit was known', () => {
    const server = grown(20);
    expect(server.refuse(20)).toBe(19);
    expect(server.greet(20)).toBe(19);
    expect(server.refuse(19)).toBe(17);
  });

  it('shows a new limit, which is not risked for 30 seconds, where fewer are refused than before', () => {
    const server = grown(9);
    server.refuse(9);
    server.greet(8);
    server.refuse(5);
    expect(server.state.limit).toEqual({ connections: 5, retryAt: 30_000, holdMs: 30_000 });
  });

  it('is not risked again for 30 seconds, then 60, and so on up to an hour', () => {
    const server = grown(9);
    for (const holdMs of [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600].map((each) => each * secondMs)) {
      server.refuse(9);
      // Somebody is asked about all the time.
      for (let at = 0; at < holdMs - secondMs; at += secondMs) {
        server.wait(secondMs);
        server.earnOne();
      }
      expect(server.earnOne()).toBe(8);
      server.wait(secondMs);
      expect(server.earnOne()).toBe(9);
    }
  });

  it('hinders no growth up to where it was', () => {
    const server = grown(12);
    for (const connections of [12, 11]) server.refuse(connections);
    expect(server.state.connections).toBe(9);
    expect(server.earnOne()).toBe(10);
    expect(server.earnOne()).toBe(10);
  });

  it('is forgotten when as many are accepted later', () => {
    const server = grown(9);
    server.refuse(9);
    server.wait(30_000);
    expect([server.earnOne(), server.earnOne(), server.earnOne()]).toEqual([9, 10, 11]);
    expect(server.state.limit).toBeUndefined();
  });
});

describe('A reply that asks us to slow down', () => {
  it('lets nobody be asked about for five seconds, and is told nothing new by others meanwhile', () => {
    const server = pace({ start: 16, ceiling: 20 });
    server.limit();
    const limited = server.state;
    server.wait(4_999);
    server.limit();
    expect(server.state).toEqual({ ...limited, changedAt: 4_999 });
    expect(server.restMs).toBe(1);
  });

  it.each(['all', 'missing'] as const)(
    'limits the recipients a second, and takes no connections, however often it comes: of %s',
    (counts) => {
      const server = pace({ start: 16, ceiling: 20 });
      for (let time = 0; time < 4; time += 1) {
        expect([server.limit(counts), server.state.rate.found?.perSecond]).toEqual([16, 1]);
        server.wait(server.restMs);
      }
    },
  );

  it('is reason for a short rest only when more recipients a second were tried', () => {
    const server = pace({ start: 16, ceiling: 20 });
    server.limit();
    server.wait(35_000);
    server.answer(10);
    server.limit();
    expect(server.restMs).toBe(1_000);
  });

  it('lets the connections stay as they are while the rate decides how fast recipients are answered', () => {
    const server = pace({ start: 4, ceiling: 20 });
    const serve = (perSecond: number, seconds: number) => {
      for (let each = 0; each < perSecond * seconds; each += 1) {
        server.wait(secondMs / perSecond);
        server.greet(server.state.connections);
        server.answer(1);
      }
      return server.state.connections;
    };
    for (let each = 0; each < 10; each += 1) server.answer(1);
    server.limit();
    server.wait(5_000);
    const found = server.state.rate.found?.perSecond ?? 0;
    const connections = serve(found, 3);
    expect(serve(found, 6)).toBe(connections);
    server.wait(10_000);
    expect(serve(found / 2, 10)).toBeGreaterThan(connections);
  });
});

describe('Greetings that get slower', () => {
  it('stop growth', () => {
    const server = pace({ start: 4, ceiling: 20 });
    for (let each = 0; each < 20; each += 1) server.greet(4, each < 10 ? 100 : 400);
    expect(server.answer(100)).toBe(4);
    for (let each = 0; each < 20; each += 1) server.greet(4, 100);
    expect(server.answer(1)).toBe(5);
  });

  it('hinder no growth where they take up to half as long again, and a tenth of a second', () => {
    const server = pace({ start: 4, ceiling: 20 });
    for (let each = 0; each < 30; each += 1) server.greet(4, each < 10 ? 100 : 200);
    expect(server.answer(4)).toBe(5);
  });

  it('stop it for a time only: in the end a server that has become slower counts as normal', () => {
    const server = pace({ start: 4, ceiling: 20 });
    for (let each = 0; each < 30; each += 1) server.greet(4, each < 10 ? 100 : 400);
    expect(server.answer(4)).toBe(4);
    for (let each = 0; each < 70; each += 1) server.greet(4, 400);
    expect(server.state.connections).toBe(5);
  });
});

describe('Whatever happens', () => {
  const anyEvent = fc.oneof(
    fc.record({
      kind: fc.constant('greeted' as const),
      connections: fc.integer({ min: 1, max: 40 }),
      afterMs: fc.nat(60_000),
    }),
    fc.record({
      kind: fc.constant('replies' as const),
      accepted: fc.nat(2),
      missing: fc.nat(2),
      others: fc.nat(2),
    }),
    fc.record({ kind: fc.constant('refused' as const), connections: fc.integer({ min: 1, max: 40 }) }),
    fc.record({
      kind: fc.constant('limited' as const),
      counts: fc.constantFrom('all' as const, 'missing' as const),
    }),
  );
  const anyBounds = fc
    .record({ start: fc.integer({ min: 1, max: 30 }), ceiling: fc.integer({ min: 1, max: 30 }) })
    .map((each): PaceBounds => each);
  const anyStory = fc.array(fc.tuple(anyEvent, fc.nat(120_000)), { maxLength: 200 });

  it('there is at least one connection, never more than the ceiling, and at most one more than before', () => {
    forAll(anyBounds, anyStory, (limits, story) => {
      let now = 0;
      let state = startPace(limits, now);
      for (const [event, afterMs] of story) {
        now += afterMs;
        const before = recentPace(state, limits, now).connections;
        state = advancePace(state, event, limits, now);
        expect(state.connections).toBeGreaterThanOrEqual(1);
        expect(state.connections).toBeLessThanOrEqual(limits.ceiling);
        expect(state.connections).toBeLessThanOrEqual(before + 1);
        if (event.kind === 'refused' || event.kind === 'limited')
          expect(state.connections).toBeLessThanOrEqual(before);
      }
    });
  });

  /** Opens one connection after another, as far as permitted. Returns the highest number, and the refusals. */
  function serve(allowed: (second: number) => number, seconds: number) {
    let state = startPace(bounds, 0);
    const refusedAt: number[] = [];
    let open = 0;
    for (let second = 0; second < seconds; second += 1) {
      // Each second a third of the sessions end, at least one, and others begin.
      open = Math.max(0, open - Math.max(1, Math.floor(open / 3)));
      for (let tries = 0; tries < 40 && open < connectionsForBulk(state.connections); tries += 1) {
        const now = second * secondMs + tries;
        const connections = open + 1;
        if (connections > allowed(second)) {
          state = advancePace(state, { kind: 'refused', connections }, bounds, now);
          refusedAt.push(second);
        } else {
          open = connections;
          state = advancePace(state, { kind: 'greeted', connections, afterMs: 50 }, bounds, now);
          for (let each = 0; each < open; each += 1)
            state = advancePace(state, { kind: 'replies', accepted: 1, missing: 0, others: 0 }, bounds, now);
        }
      }
    }
    return { connections: state.connections, refusedAt };
  }

  it('a limit between the start and the ceiling is reached, and refused six times in five minutes at most', () => {
    forAll(fc.integer({ min: 2, max: 19 }), (allowed) => {
      const { connections, refusedAt } = serve(() => allowed, 300);
      expect(Math.abs(connections - allowed)).toBeLessThanOrEqual(2);
      expect(refusedAt.length).toBeLessThanOrEqual(6);
    });
  });

  it('a limit that is halved is kept again within a minute, after six refusals at most', () => {
    forAll(fc.integer({ min: 4, max: 20 }), (allowed) => {
      const changesAt = 120;
      const later = Math.floor(allowed / 2);
      const story = serve((second) => (second < changesAt ? allowed : later), changesAt + 60);
      const since = story.refusedAt.filter((second) => second >= changesAt);
      expect(since.length).toBeLessThanOrEqual(6);
      expect(story.connections).toBeLessThanOrEqual(later + 1);
    });
  });
});
