import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../src/errors.ts';
import { EgressOutage } from '../../src/exchange/egress-outage.ts';
import { OutageDetector } from '../../src/exchange/outage.ts';
import type { Dns } from '../../src/ports/dns.ts';
import type { SmtpConnection, SmtpTransport } from '../../src/ports/smtp-transport.ts';
import { WireConnection } from '../../src/smtp/wire-connection.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneExchangeDns } from '../support/scripted-exchange.ts';

type Canary = 'greets' | 'silent' | 'refuses' | 'dribbles';

/** A detector whose canaries all behave as told. */
function detector() {
  const clock = new ManualClock();
  const state = { behaviour: 'greets' as Canary, connects: 0, open: 0 };
  const smtp: SmtpTransport = {
    async connect(): Promise<SmtpConnection> {
      state.connects += 1;
      if (state.behaviour === 'refuses') throw new ConnectionError('connection_refused', 'No.');
      state.open += 1;
      return new WireConnection(clock, (sink) => {
        let ended = false;
        const dribble = () => {
          if (ended) return;
          sink.received(new TextEncoder().encode('220-still here\r\n'));
          clock.after(500, dribble);
        };
        queueMicrotask(() => {
          if (state.behaviour === 'greets') sink.received(new TextEncoder().encode('421 4.3.2 Busy\r\n'));
          if (state.behaviour === 'dribbles') dribble();
        });
        return {
          write: async () => {},
          upgrade: () => Promise.reject(new Error('no TLS here')),
          destroy: async () => {
            if (!ended) state.open -= 1;
            ended = true;
          },
        };
      });
    },
  };
  const outage = new EgressOutage({
    clock,
    dns: oneExchangeDns(),
    egress: { name: 'own', smtp },
    port: 25,
    canaries: ['mx.canary.example.com'],
  });
  const raiseDoubt = () => {
    for (const [index, domain] of ['example.com', 'example.net', 'example.org'].entries())
      outage.recordUnreachable(domain, `198.51.100.${index}`);
  };
  const check = async (signal = new AbortController().signal) => {
    const checked = outage.checkConnections(signal);
    checked.catch(() => {});
    await clock.advance(15_000);
    return checked;
  };
  return { clock, state, outage, raiseDoubt, check };
}

describe('Without doubt', () => {
  it('no canary is connected to', async () => {
    const { state, outage, check } = detector();
    for (let failure = 0; failure < 100; failure += 1)
      outage.recordUnreachable('mx.example.com', '198.51.100.1');
    expect(await check()).toBe(true);
    expect(state.connects).toBe(0);
  });
});

describe('In doubt', () => {
  it.each([
    ['greets', true],
    ['silent', false],
    ['refuses', false],
    ['dribbles', false],
  ] as const)('a canary that %s makes connections work: %s', async (behaviour, works) => {
    const { clock, state, outage, raiseDoubt, check } = detector();
    state.behaviour = behaviour;
    raiseDoubt();
    expect(await check()).toBe(works);
    expect(outage.connectionsFail).toBe(!works);
    expect(state.open).toBe(0);
    expect(clock.pending).toBeLessThanOrEqual(1);
  });

  it('the canaries are connected to once a minute, whoever floods us with dead hosts', async () => {
    const { clock, state, outage, raiseDoubt } = detector();
    state.behaviour = 'silent';
    for (let second = 0; second < 180; second += 1) {
      raiseDoubt();
      outage.recordUnreachable(`mx.dead-${second}.example`, `198.51.100.${second % 250}`);
      outage.checkConnections(new AbortController().signal).catch(() => {});
      await clock.advance(1_000);
    }
    expect(state.connects).toBeLessThanOrEqual(3);
  });

  it('the result of a check counts for exactly a minute', async () => {
    const { clock, state, outage, raiseDoubt, check } = detector();
    state.behaviour = 'refuses';
    raiseDoubt();
    const { signal } = new AbortController();
    expect(await outage.checkConnections(signal)).toBe(false);
    state.behaviour = 'greets';
    await clock.advance(59_999);
    expect([await outage.checkConnections(signal), outage.reachesNothing]).toEqual([false, true]);
    await clock.advance(1);
    expect(outage.reachesNothing).toBe(false);
    expect(await check()).toBe(true);
  });

  it.each([
    ['greets', false],
    ['refuses', true],
  ] as const)('a canary that %s tells that nothing can be reached: %s', async (behaviour, nothing) => {
    const { state, outage, raiseDoubt, check } = detector();
    state.behaviour = behaviour;
    expect(outage.reachesNothing).toBe(false);
    raiseDoubt();
    expect([outage.connectionsFail, outage.reachesNothing]).toEqual([true, false]);
    await check();
    expect(outage.reachesNothing).toBe(nothing);
    outage.recordGreeting();
    expect(outage.reachesNothing).toBe(false);
  });

  it('a caller who leaves ends no check, and the next one gets its result', async () => {
    const { clock, state, outage, raiseDoubt } = detector();
    state.behaviour = 'silent';
    raiseDoubt();
    const leaving = new AbortController();
    const left = expect(outage.checkConnections(leaving.signal)).rejects.toThrow('gone');
    leaving.abort(new Error('gone'));
    await left;
    await clock.advance(12_000);
    expect(await outage.checkConnections(new AbortController().signal)).toBe(false);
    expect(state.connects).toBe(1);
  });

  it('impatient callers have the canaries asked once a minute too', async () => {
    const { clock, state, outage, raiseDoubt, check } = detector();
    state.behaviour = 'silent';
    raiseDoubt();
    expect(await check()).toBe(false);
    await clock.advance(60_000);
    for (let caller = 0; caller < 5; caller += 1) {
      const leaving = new AbortController();
      const left = expect(outage.checkConnections(leaving.signal)).rejects.toThrow('gone');
      await clock.advance(1_000);
      leaving.abort(new Error('gone'));
      await left;
    }
    expect(state.connects).toBe(2);
  });

  it('an exchange that accepts a connection ends the doubt at once', async () => {
    const { state, outage, raiseDoubt, check } = detector();
    state.behaviour = 'silent';
    raiseDoubt();
    expect(await check()).toBe(false);
    outage.recordGreeting();
    expect(outage.connectionsFail).toBe(false);
    expect(await check()).toBe(true);
    expect(state.connects).toBe(1);
  });

  it('a canary that answers again ends the outage after a minute', async () => {
    const { clock, state, raiseDoubt, check } = detector();
    state.behaviour = 'silent';
    raiseDoubt();
    expect(await check()).toBe(false);
    state.behaviour = 'greets';
    await clock.advance(60_000);
    expect(await check()).toBe(true);
  });

  it('the egress has not worked since a canary was first in vain', async () => {
    const { clock, state, outage, raiseDoubt, check } = detector();
    state.behaviour = 'refuses';
    raiseDoubt();
    expect(outage.failingMs).toBeUndefined();
    expect(await check()).toBe(false);
    expect(outage.failingMs).toBe(15_000);
    await clock.advance(60_000);
    expect(await check()).toBe(false);
    expect(outage.failingMs).toBe(90_000);
    state.behaviour = 'greets';
    await clock.advance(60_000);
    expect(await check()).toBe(true);
    expect(outage.failingMs).toBeUndefined();
  });

  it('closing ends the check, and leaves no connection and no timer', async () => {
    const { clock, state, outage, raiseDoubt } = detector();
    state.behaviour = 'silent';
    raiseDoubt();
    await clock.advance(10);
    expect(state.open).toBe(1);
    outage.close();
    await clock.advance(0);
    expect(state.open).toBe(0);
    expect(clock.pending).toBe(0);
  });
});

describe('Mail servers', () => {
  const resting = (isWorking = false) => egressThat({ rests: true, isWorking });
  const failing = () => egressThat({ rests: false, isWorking: false });
  const working = () => egressThat({ rests: false, isWorking: true });
  const over = (...egresses: readonly EgressOutage[]) =>
    new OutageDetector({ clock: new ManualClock(), dns: oneExchangeDns(), egresses });

  it.each([
    ['one works', [failing(), working(), resting()], true],
    ['one works, and is the only one', [working()], true],
    ['all fail', [failing(), failing()], false],
    ['all rest or fail', [resting(), failing()], false],
    ['those that would work rest', [resting(true), failing()], false],
  ] as const)('can be reached through several egresses if %s: %s', async (_, egresses, canBeReached) => {
    const outage = over(...egresses);
    expect(outage.connectionsFail).toBe(!canBeReached);
    expect(await outage.checkConnections(new AbortController().signal)).toBe(canBeReached);
  });
});

/** An egress at rest, because its way out fails, or in doubt, with canaries that were asked. */
function egressThat({ rests, isWorking }: { readonly rests: boolean; readonly isWorking: boolean }) {
  const outage = new EgressOutage({
    clock: new ManualClock(),
    dns: oneExchangeDns(),
    egress: {
      name: 'own',
      smtp: { connect: () => Promise.reject(new ConnectionError('connection_refused', 'No.')) },
    },
    port: 25,
    canaries: [],
  });
  if (!isWorking)
    for (const [index, domain] of ['example.com', 'example.net', 'example.org'].entries())
      outage.recordUnreachable(domain, `198.51.100.${index}`);
  if (rests) outage.recordFailure(new ConnectionError('egress_failed', 'The proxy is down.'));
  return outage;
}

describe('A resolver', () => {
  const clock = new ManualClock();
  const outage = new OutageDetector({ clock, dns: oneExchangeDns(), egresses: [] });
  const silence = { kind: 'failure', reason: 'timeout', detail: '' } as const;

  it.each([
    [{ kind: 'failure', reason: 'unreachable', detail: '' }, false],
    [silence, false],
    [{ kind: 'failure', reason: 'server-failure', detail: '' }, true],
    [{ kind: 'no-domain', ttlSeconds: 60 }, true],
    [{ kind: 'records', records: [], ttlSeconds: 60 }, true],
  ] as const)('that says %j has answered: %s', async (answer, hasAnswered) => {
    await clock.advance(1_000);
    const since = clock.steady();
    outage.recordAnswer(answer, clock.steady());
    expect(outage.resolvedSince(since)).toBe(hasAnswered);
    expect(outage.resolvedSince(since + 1)).toBe(false);
  });

  it('has answered when the answer arrived, and not when the denial in it was confirmed', async () => {
    const arrivedAt = clock.steady();
    await clock.advance(5_000);
    outage.recordAnswer({ kind: 'no-domain', ttlSeconds: 60 }, arrivedAt);
    expect(outage.resolvedSince(arrivedAt)).toBe(true);
    expect(outage.resolvedSince(arrivedAt + 1)).toBe(false);
  });

  it('has answered as late as its latest answer, although an earlier one is confirmed after it', async () => {
    const arrivedAt = clock.steady();
    await clock.advance(5_000);
    outage.recordAnswer({ kind: 'records', records: ['192.0.2.1'], ttlSeconds: 60 }, clock.steady());
    outage.recordAnswer({ kind: 'no-domain', ttlSeconds: 60 }, arrivedAt);
    expect(outage.resolvedSince(clock.steady())).toBe(true);
  });

  it('has not answered before it was ever asked', () => {
    const own = new OutageDetector({ clock: new ManualClock(), dns: oneExchangeDns(), egresses: [] });
    expect(own.resolvedSince(0)).toBe(false);
  });

  it('is asked for a name that always exists, once for all who ask at the same time', async () => {
    const own = new ManualClock();
    const { dns, asked } = knowing(['a.root-servers.net']);
    const detecting = new OutageDetector({ clock: own, dns, egresses: [] });
    const { signal } = new AbortController();
    await Promise.all([detecting.askResolvers(signal), detecting.askResolvers(signal)]);
    expect(asked).toEqual(['a.root-servers.net']);
    expect(detecting.resolvedSince(own.steady())).toBe(true);
  });

  it('that denies every name has not answered', async () => {
    const own = new ManualClock();
    const { dns, asked } = knowing([]);
    const detecting = new OutageDetector({ clock: own, dns, egresses: [], knownHosts: ['mx.example.net'] });
    await detecting.askResolvers(new AbortController().signal);
    expect(asked).toEqual(['a.root-servers.net', 'mx.example.net']);
    expect(detecting.resolvedSince(own.steady())).toBe(false);
  });
});

describe('The denial of a name', () => {
  const { signal } = new AbortController();

  it.each([
    ['finds a name of the internet', ['a.root-servers.net'], true],
    ['finds a known host only, in a network of its own', ['mx.example.net'], true],
    ['denies all of them', [], false],
  ] as const)('by a resolver that %s: %s is known, believed: %s', async (_, names, believed) => {
    const clock = new ManualClock();
    const { dns } = knowing(names);
    const detecting = new OutageDetector({ clock, dns, egresses: [], knownHosts: ['mx.example.net'] });
    expect(await detecting.confirmDenial(clock.steady(), signal)).toBe(believed);
  });

  it('is believed if another name was found since it was asked for, and otherwise checked', async () => {
    const clock = new ManualClock();
    const { dns, asked } = knowing([]);
    const detecting = new OutageDetector({ clock, dns, egresses: [] });
    detecting.recordAnswer({ kind: 'records', records: ['192.0.2.1'], ttlSeconds: 60 }, clock.steady());
    expect(await detecting.confirmDenial(clock.steady(), signal)).toBe(true);
    expect(asked).toEqual([]);
    expect(await detecting.confirmDenial(clock.steady() + 1, signal)).toBe(false);
    expect(asked).toEqual(['a.root-servers.net']);
  });

  it.each(['no-domain', 'no-data'] as const)('is not confirmed by another one (%s)', async (kind) => {
    const clock = new ManualClock();
    const dns = { ...oneExchangeDns(), a: async () => ({ kind, ttlSeconds: 60 }) };
    const detecting = new OutageDetector({ clock, dns, egresses: [] });
    detecting.recordAnswer({ kind, ttlSeconds: 60 }, clock.steady());
    expect(await detecting.confirmDenial(clock.steady(), signal)).toBe(false);
  });

  it('is believed if the resolver fails for names that exist: that shows nothing', async () => {
    const clock = new ManualClock();
    const failure = { kind: 'failure', reason: 'server-failure', detail: '' } as const;
    const dns = { ...oneExchangeDns(), a: async () => failure };
    const detecting = new OutageDetector({ clock, dns, egresses: [] });
    expect(await detecting.confirmDenial(clock.steady(), signal)).toBe(true);
  });
});

/** A resolver that knows these names and denies all others. */
function knowing(names: readonly string[]) {
  const asked: string[] = [];
  const dns: Dns = {
    ...oneExchangeDns(),
    a: async (name, options) => {
      expect(options?.signal).toBeInstanceOf(AbortSignal);
      asked.push(name);
      return names.includes(name)
        ? { kind: 'records', records: ['192.0.2.1'], ttlSeconds: 60 }
        : { kind: 'no-domain', ttlSeconds: 60 };
    },
  };
  return { dns, asked };
}

describe('Doubt', () => {
  it('needs three providers, not three hosts or names of one', async () => {
    const { outage, state, check } = detector();
    state.behaviour = 'refuses';
    for (const [host, address] of [
      ['mx1.example.com', '198.51.100.1'],
      ['mx2.example.com', '198.51.100.2'],
      ['a.mail.protection.outlook.com', '198.51.100.3'],
      ['b.mail.protection.outlook.com', '198.51.100.4'],
      // A hoster, under the names of others.
      ['mx.example.net', '198.51.100.1'],
      ['mx.example.org', '198.51.100.2'],
    ] as const)
      outage.recordUnreachable(host, address);
    expect(outage.connectionsFail).toBe(false);
    outage.recordUnreachable('203.0.113.7', '203.0.113.7');
    expect(outage.connectionsFail).toBe(true);
    expect(await check()).toBe(false);
  });

  it('that the canaries have dispelled comes back with three further providers, a minute later at the earliest', async () => {
    const { clock, state, raiseDoubt, outage, check } = detector();
    raiseDoubt();
    expect(outage.connectionsFail).toBe(true);
    expect(await check()).toBe(true);
    const { connects } = state;
    await clock.advance(40_000);
    raiseDoubt();
    expect(outage.connectionsFail).toBe(false);
    expect(await outage.checkConnections(new AbortController().signal)).toBe(true);
    expect(state.connects).toBe(connects);
    await clock.advance(20_000);
    expect(outage.connectionsFail).toBe(true);
    expect(await check()).toBe(true);
    expect(state.connects).toBeGreaterThan(connects);
  });

  it('does not come back by the clock: one dead host hours after the canaries greeted us is a dead host', async () => {
    const { clock, raiseDoubt, outage, check } = detector();
    raiseDoubt();
    expect(await check()).toBe(true);
    await clock.advance(7_200_000);
    expect(outage.connectionsFail).toBe(false);
    outage.recordUnreachable('mx.example.com', '198.51.100.1');
    expect(outage.connectionsFail).toBe(false);
  });
});
