import { describe, expect, it } from 'vitest';
import { EgressLimits } from '../../../src/exchange/egress-limits.ts';
import { ExchangePolicies } from '../../../src/exchange/policy.ts';
import { PacedQueue } from '../../../src/probe/session/paced-queue.ts';
import type { ProbeRequest } from '../../../src/probe/session/probe-request.ts';
import { RequestQueue } from '../../../src/probe/session/request-queue.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { exchangeMonitor, host } from './exchange-monitor-fixture.ts';
import { bulkShare, requestFor } from './probe-requests.ts';

type Taker = Parameters<PacedQueue['takeGroup']>[0];

const used = { unused: false, room: 100, groupSize: 10, capabilities: { smtpUtf8: true } } as Taker;
const unused = { ...used, unused: true } as Taker;
const otherKey = 'own address:192.0.2.1';

/** The queue of an exchange for a session with these leases. `limit`: it asks us to slow down. */
function start(leaseKeys: readonly string[] = [`own host:${host}`, otherKey]) {
  const clock = new ManualClock();
  const policies = new ExchangePolicies(clock);
  const limits = new EgressLimits('own', policies, { clock });
  const queue = new RequestQueue();
  const monitor = exchangeMonitor({ clock, policies, limits });
  const paced = new PacedQueue({ queue, monitor, leaseKeys: () => leaseKeys });
  const add = (...requests: readonly ProbeRequest[]) => {
    for (const request of requests) queue.add(request);
  };
  /** It has answered again after the rest. */
  const answer = () => limits.recordReply(host, [`own host:${host}`], false);
  return { clock, queue, paced, add, limit: () => limits.recordLimit(host), answer };
}

const bulk = (person: string) => requestFor(person, { share: bulkShare });
const names = (requests: readonly ProbeRequest[]) =>
  requests.map(({ recipient }) => recipient.address.replace('@example.com', ''));

describe('The requests to an exchange that has asked nobody to slow down', () => {
  it('wait for nothing', () => {
    const { paced, add } = start();
    add(bulk('ann'), bulk('bob'));
    expect([paced.isRateLimited, paced.msToRecipient(used)]).toEqual([false, 0]);
    expect(names(paced.takeGroup(used))).toEqual(['ann', 'bob']);
  });
});

describe('The requests to an exchange that has asked us to slow down', () => {
  it('wait for five seconds, and for one that goes alone, and are then taken one a second', async () => {
    const { clock, paced, add, limit, answer } = start();
    limit();
    add(bulk('amy'), bulk('ann'), bulk('bob'));
    expect([paced.isRateLimited, paced.msToRecipient(used), paced.takeGroup(used)]).toEqual([
      true,
      5_000,
      [],
    ]);
    await clock.advance(5_000);
    expect(paced.msToRecipient(used)).toBe(0);
    expect(names(paced.takeGroup(used))).toEqual(['amy']);
    expect([paced.msToRecipient(used), paced.takeGroup(used)]).toEqual([5_000, []]);
    answer();
    expect(names(paced.takeGroup(used))).toEqual(['ann']);
    expect([paced.msToRecipient(used), paced.takeGroup(used)]).toEqual([1_000, []]);
    await clock.advance(1_000);
    expect(names(paced.takeGroup(used))).toEqual(['bob']);
    expect([paced.isRateLimited, paced.msToRecipient(used)]).toEqual([true, 0]);
  });

  it('do not wait for it under leases that have nothing to do with it', () => {
    const { paced, add, limit } = start([otherKey]);
    limit();
    add(bulk('ann'));
    expect([paced.isRateLimited, paced.msToRecipient(used)]).toEqual([false, 0]);
    expect(names(paced.takeGroup(used))).toEqual(['ann']);
  });

  it('have their slots when they are taken, and not before', async () => {
    const { clock, paced, add, limit } = start();
    const slots: string[] = [];
    const asked = (person: string) =>
      requestFor(person, { share: bulkShare, wait: { onSlot: () => slots.push(person) } });
    limit();
    add(asked('ann'), asked('bob'));
    await clock.advance(5_000);
    expect(slots).toEqual([]);
    paced.takeGroup(used);
    expect(slots).toEqual(['ann']);
  });

  it('include single ones, which go first, and need not wait for what a job has used', async () => {
    const { clock, paced, add, limit, answer } = start();
    limit();
    await clock.advance(5_000);
    answer();
    add(bulk('ann'), bulk('bob'));
    expect(names(paced.takeGroup(used))).toEqual(['ann']);
    add(requestFor('cat'), requestFor('dan'));
    expect(paced.msToRecipient(used)).toBe(0);
    expect(names(paced.takeGroup(used))).toEqual(['cat']);
    // Their share is used up, too: the next one of all is due.
    expect(paced.msToRecipient(used)).toBe(1_000);
  });

  it.each<[string, Taker, number]>([
    ['used one: that ends without waiting', used, 0],
    ['new one, but then they wait', unused, 5_000],
  ])('that must be the first of a session are not for a %s', (_, connection, waitMs) => {
    const { paced, add, limit } = start();
    limit();
    const request = bulk('ann');
    request.requireFreshSession();
    add(request);
    expect(paced.msToRecipient(connection)).toBe(waitMs);
  });

  it('wait on a new session as on a used one', () => {
    const { paced, add, limit } = start();
    limit();
    expect(paced.msToRecipient(unused)).toBe(0);
    add(bulk('ann'));
    expect(paced.msToRecipient(unused)).toBe(5_000);
  });
});
