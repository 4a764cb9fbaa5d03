import { expect, it } from 'vitest';
import { ConnectionError } from '../../src/errors.ts';
import { EgressOutage } from '../../src/exchange/egress-outage.ts';
import { OutageDetector } from '../../src/exchange/outage.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneExchangeDns } from '../support/scripted-exchange.ts';

function restingEgress() {
  const clock = new ManualClock();
  const rests: number[] = [];
  const outage = new EgressOutage({
    clock,
    dns: oneExchangeDns(),
    egress: { name: 'own', smtp: { connect: () => Promise.reject(new Error('unused')) } },
    port: 25,
    canaries: [],
    onRest: (_, restMs) => rests.push(restMs),
  });
  const fail = () => outage.recordFailure(new ConnectionError('egress_failed', 'The proxy is down.'));
  return { clock, outage, rests, fail };
}

it('An egress whose way out fails rests, twice as long each time, up to five minutes', () => {
  const { clock, outage, rests, fail } = restingEgress();
  expect(outage.isResting).toBe(false);
  for (let time = 0; time < 9; time += 1) {
    fail();
    const restMs = rests.at(-1) ?? 0;
    clock.leap(restMs - 1);
    expect(outage.isResting).toBe(true);
    clock.leap(1);
    expect(outage.isResting).toBe(false);
  }
  expect(rests).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1_000));
});

it('An egress rests also where nobody listens', () => {
  const outage = new EgressOutage({
    clock: new ManualClock(),
    dns: oneExchangeDns(),
    egress: { name: 'own', smtp: { connect: () => Promise.reject(new Error('unused')) } },
    port: 25,
    canaries: [],
  });
  outage.recordFailure(new ConnectionError('egress_failed', 'The proxy is down.'));
  expect(outage.isResting).toBe(true);
});

it('An egress that rests has not worked since its way out first failed, unless a connection was made in between', () => {
  const { clock, outage, fail } = restingEgress();
  expect([outage.failingMs, outage.failure]).toEqual([undefined, undefined]);
  fail();
  clock.leap(4_000);
  expect([outage.failingMs, outage.failure]).toEqual([
    4_000,
    new ConnectionError('egress_failed', 'The proxy is down.'),
  ]);
  clock.leap(1_000);
  expect(outage.failingMs).toBeUndefined();
  fail();
  expect(outage.failingMs).toBe(5_000);
  outage.recordGreeting();
  fail();
  expect(outage.failingMs).toBe(0);
});

it('Failures at the same time are one', () => {
  const { rests, fail } = restingEgress();
  for (let time = 0; time < 9; time += 1) fail();
  expect(rests).toEqual([5_000]);
});

it('A connection ends the rest, and the next one is short again', () => {
  const { clock, outage, rests, fail } = restingEgress();
  fail();
  clock.leap(5_000);
  fail();
  outage.recordGreeting();
  expect(outage.isResting).toBe(false);
  fail();
  expect(rests).toEqual([5_000, 10_000, 5_000]);
});

it('Exchanges are to blame as long as one egress neither rests nor is in doubt', async () => {
  const [resting, doubtful, working] = [restingEgress(), restingEgress(), restingEgress()];
  resting.fail();
  for (const domain of ['example.com', 'example.net', 'example.org'])
    doubtful.outage.recordUnreachable(domain, domain);
  const { signal } = new AbortController();
  const detector = (...egresses: readonly { outage: EgressOutage }[]) =>
    new OutageDetector({
      clock: new ManualClock(),
      dns: oneExchangeDns(),
      egresses: egresses.map(({ outage }) => outage),
    });
  expect(await detector(resting, doubtful, working).checkConnections(signal)).toBe(true);
  expect(detector(resting, doubtful, working).connectionsFail).toBe(false);
  expect(await detector(resting, doubtful).checkConnections(signal)).toBe(false);
  expect(detector(resting, doubtful).connectionsFail).toBe(true);
});
