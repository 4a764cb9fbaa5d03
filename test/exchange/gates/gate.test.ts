import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advanceGate,
  type Gate,
  type GateEvent,
  type GateRules,
  isBlocked,
  startGate,
  stateOf,
} from '../../../src/exchange/gates/gate.ts';
import { forAll } from '../../support/values/for-all.ts';

const hourMs = 3_600_000;
/** A place that an egress may leave to another one, where several registrants are needed. */
const exchange: GateRules = {
  bounds: { start: 2, ceiling: 8 },
  tryingConnections: 3,
  provenBy: 'answer',
  hostsOthers: true,
};
const address: GateRules = {
  ...exchange,
  tryingConnections: 1,
  provenBy: 'greeting',
  hostsOthers: false,
};
const registrantRules: GateRules = {
  ...exchange,
  tryingConnections: Number.POSITIVE_INFINITY,
  hostsOthers: false,
};

function gateWith(rules: GateRules = exchange) {
  let now = 1_000_000;
  let gate = startGate(rules, now);
  const record = (...events: readonly GateEvent[]) => {
    for (const event of events) gate = advanceGate(gate, event, rules, now);
    return stateOf(gate, rules, now);
  };
  return {
    record,
    answer: (registrant?: string) =>
      record({ kind: 'answered', registrant, accepted: 1, missing: 0, others: 0 }),
    refuse: (...registrants: readonly (string | undefined)[]) =>
      record(...registrants.map((registrant) => ({ kind: 'refused' as const, registrant }))),
    limit: (registrant?: string, isServed = true) =>
      record({ kind: 'limited', registrant, isServed, counts: 'all' }),
    block: (ms: number) => record({ kind: 'blocked', until: now + ms }),
    after: (ms: number) => {
      now += ms;
      return stateOf(gate, rules, now);
    },
    get isBlocked() {
      return isBlocked(gate, rules, now);
    },
    get gate(): Gate {
      return gate;
    },
  };
}

const open = { kind: 'open' };
const trying = (connections: number, isDoubted = false, areTriesUsedUp = false) => ({
  ...{ kind: 'trying', connections, isDoubted, areTriesUsedUp },
});

describe('A place that has not answered within the hour', () => {
  it('gets three connections until somebody is answered, or one until it greets us if it is an IP address', () => {
    const place = gateWith();
    expect([place.after(0), place.answer('a'), place.after(hourMs - 1)]).toEqual([trying(3), open, open]);
    expect(place.after(1)).toEqual(trying(3));
    const server = gateWith(address);
    expect([server.after(0), server.record({ kind: 'greeted' })]).toEqual([trying(1), open]);
    expect(server.record({ kind: 'ungreeted' })).toEqual(trying(1));
  });

  it('gets one connection less for each registrant that is refused, and is used up with the third', () => {
    const place = gateWith();
    expect([place.refuse('a', 'a', 'a'), place.refuse('b'), place.refuse('c')]).toEqual([
      trying(2, true),
      trying(1, true),
      trying(1, true, true),
    ]);
    expect(place.after(hourMs)).toEqual(trying(3));
  });

  it('gets any number where no other egress could be asked', () => {
    const place = gateWith({ ...exchange, tryingConnections: Number.POSITIVE_INFINITY });
    expect([place.after(0), place.refuse('a')]).toEqual([open, open]);
  });
});

describe('A place that refuses somebody', () => {
  it('is doubted, and gets one connection if it served us, until it answers somebody else, or for an hour', () => {
    const place = gateWith();
    place.answer('a');
    expect([place.refuse('b', 'b', 'b'), place.answer('a')]).toEqual([trying(1, true), open]);
    place.refuse('b');
    place.after(hourMs - 1);
    place.answer('a');
    place.refuse('b');
    expect(place.after(hourMs)).toEqual(trying(3));
  });

  it('blocks us when three registrants in a row are refused, or nobody in particular three times', () => {
    const place = gateWith();
    place.refuse('a', 'b', 'a', 'b');
    expect(place.isBlocked).toBe(false);
    place.refuse('c');
    expect(place.isBlocked).toBe(true);
    const server = gateWith();
    server.refuse(undefined, undefined);
    expect(server.isBlocked).toBe(false);
    server.refuse(undefined);
    expect(server.isBlocked).toBe(true);
  });

  it('needs nine registrants where another one was answered within the hour, unless that is refused, too', () => {
    const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const place = gateWith();
    place.answer('other');
    place.refuse(...others);
    expect(place.isBlocked).toBe(false);
    place.refuse('i');
    expect(place.isBlocked).toBe(true);
    const refusedAll = gateWith();
    refusedAll.answer('a');
    refusedAll.refuse('a', 'b', 'c');
    expect(refusedAll.isBlocked).toBe(true);
  });

  it('begins the row anew with any answer, and after an hour without a refusal', () => {
    const place = gateWith();
    place.refuse('a', 'b');
    place.answer();
    place.refuse('c', 'd');
    place.after(hourMs);
    place.refuse('e', 'f');
    expect(place.isBlocked).toBe(false);
  });
});

describe('A place that is shut', () => {
  it('is tried with few connections after a block', () => {
    const place = gateWith();
    place.answer('a');
    expect(place.block(60_000)).toMatchObject({ kind: 'shut', why: 'blocked' });
    expect(place.after(59_999)).toMatchObject({ kind: 'shut', why: 'blocked' });
    expect(place.after(1)).toEqual(trying(3));
  });

  it('is open after a limit', () => {
    const place = gateWith();
    place.answer('a');
    expect(place.limit()).toMatchObject({ kind: 'shut', why: 'limited' });
    expect([place.after(4_999).kind, place.after(1)]).toEqual(['shut', open]);
  });

  it('by a limit of registrants was shut by three that were served within a minute; later ones count at once', () => {
    const place = gateWith();
    place.answer('a');
    expect([place.limit('a'), place.limit('new', false), place.limit('b'), place.limit('b')]).toEqual(
      Array(4).fill(open),
    );
    expect(place.limit('c').kind).toBe('shut');
    place.after(5_000);
    expect(place.limit('d').kind).toBe('shut');
  });

  it('by a limit of registrants was shut by each of them once in ten minutes', () => {
    const place = gateWith();
    place.answer('a');
    for (const registrant of ['a', 'b', 'c']) place.limit(registrant);
    place.after(599_999);
    expect(place.limit('a')).toEqual(open);
    place.after(1);
    expect(place.limit('a').kind).toBe('shut');
    const slowly = gateWith();
    slowly.answer('a');
    for (const registrant of ['a', 'b', 'c']) {
      expect(slowly.limit(registrant)).toEqual(open);
      slowly.after(30_000);
    }
  });
});

describe('One registrant alone', () => {
  const story = fc.array(
    fc.record({
      event: fc.constantFrom<GateEvent>(
        { kind: 'refused', registrant: 'evil' },
        { kind: 'limited', registrant: 'evil', isServed: true, counts: 'all' },
        { kind: 'limited', registrant: 'evil', isServed: false, counts: 'missing' },
        { kind: 'answered', registrant: 'evil', accepted: 0, missing: 0, others: 1 },
      ),
      afterMs: fc.nat(hourMs),
    }),
    { maxLength: 60 },
  );

  it('never shuts a wider place, nor slows it down, whatever happens to it', () => {
    forAll(story, (events) => {
      const place = gateWith();
      for (const { event, afterMs } of events) {
        place.after(afterMs);
        const state = place.record(event);
        expect(state.kind).not.toBe('shut');
        expect(state).not.toMatchObject({ areTriesUsedUp: true });
        expect(place.isBlocked).toBe(false);
      }
      expect(place.gate.pace.rate.found).toBeUndefined();
      expect(place.gate.pace.connections).toBe(exchange.bounds.start);
    });
  });

  it('shuts its own gate by three refusals in a row, and by one limit', () => {
    const own = gateWith(registrantRules);
    own.refuse(undefined, undefined);
    own.answer();
    own.refuse(undefined, undefined);
    expect(own.isBlocked).toBe(false);
    own.refuse(undefined);
    expect(own.isBlocked).toBe(true);
    expect(gateWith(registrantRules).limit().kind).toBe('shut');
  });
});
