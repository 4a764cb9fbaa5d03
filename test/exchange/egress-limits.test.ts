import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { EgressLimits } from '../../src/exchange/egress-limits.ts';
import { ExchangePolicies, type PolicyOptions } from '../../src/exchange/policy.ts';
import { ManualClock } from '../support/manual-clock.ts';

function limitsOf(egress: string, options: PolicyOptions = {}, clock = new ManualClock()): EgressLimits {
  return new EgressLimits(egress, new ExchangePolicies(clock, options), { clock });
}

describe('the limits on connections', () => {
  const limits = limitsOf('a', { connectionsPerExchange: 2 });
  const keys = (host: string, address: string) =>
    limits.connectionLimits(host, address).map(({ key }) => key);

  it('are those of one egress: another one has its own, and the same one of another process shares them', () => {
    const [own, other, same] = ['a', 'b', 'a'].map((egress) =>
      limitsOf(egress).connectionLimits('mx.example.com', '192.0.2.1'),
    );
    expect(own?.some(({ key }) => other?.some((theirs) => theirs.key === key))).toBe(false);
    expect(own).toEqual(same);
  });

  it('count by the host and by its IP address', () => {
    expect(keys('mx.example.com', '192.0.2.1')).toEqual(['a host:mx.example.com', 'a address:192.0.2.1']);
  });

  it.each(['127.0.0.1', '127.8.0.9', '::1'])('count by the host alone at %s', (address) => {
    expect(keys('mx.example.com', address)).toEqual(['a host:mx.example.com']);
  });

  it.each(['::', '::2', '2001:db8::1'])('count by %s and its network too', (address) => {
    expect(keys('mx.example.com', address)).toHaveLength(3);
  });

  it('are paused by one server for no other one in its IPv6 network', () => {
    const paused = limits.serverKeys('mx.example.com', '2001:db8::1');
    const isPaused = (host: string, address: string) =>
      keys(host, address).some((key) => paused.includes(key));
    expect(isPaused('mx.example.org', '2001:db8::2')).toBe(false);
    expect(isPaused('mx.example.org', '2001:DB8:0::0:1')).toBe(true);
  });

  it('are paused by host and address, but at a loopback address by the host alone', () => {
    const host = 'mx.example.com';
    expect(limits.serverKeys(host, '192.0.2.1')).toEqual(['a host:mx.example.com', 'a address:192.0.2.1']);
    expect(limits.serverKeys(host, '127.0.0.1')).toEqual(['a host:mx.example.com']);
  });
});

describe('the connections to a host', () => {
  it('are one until it has greeted, and again after an hour or a failure', () => {
    const clock = new ManualClock();
    const limits = limitsOf('a', {}, clock);
    expect(limits.connectionsTo('mx.example.com')).toBe(1);
    limits.recordGreeting('mx.example.com', true);
    expect(limits.connectionsTo('mx.example.com')).toBe(2);
    expect(limits.connectionsTo('mx.example.org')).toBe(1);
    clock.leap(3_600_000 - 1);
    expect(limits.connectionsTo('mx.example.com')).toBe(2);
    clock.leap(1);
    expect(limits.connectionsTo('mx.example.com')).toBe(1);
    limits.recordGreeting('mx.example.com', true);
    limits.recordGreeting('mx.example.com', false);
    expect(limits.connectionsTo('mx.example.com')).toBe(1);
  });

  it('at one IP address are those of one exchange, for all of its names together', () => {
    const limits = limitsOf('a', { connectionsPerExchange: 3 });
    const host = { key: 'a host:mx.example.com', scope: 'exchange', maxConnections: 3, maxForBulk: 3 };
    expect(limits.connectionLimits('mx.example.com', '192.0.2.1')).toEqual([
      host,
      { key: 'a address:192.0.2.1', scope: 'address', maxConnections: 3, maxForBulk: 3 },
    ]);
    expect(limits.connectionLimits('mx.example.com', '127.0.0.1')).toEqual([host]);
  });

  it('at an IP address of a provider are as many as the provider allows, by whatever name', () => {
    const limits = limitsOf('a');
    const limitBy = (host: string) => limits.connectionLimits(host, '192.0.2.1')[1]?.maxConnections;
    expect(limitBy('mx.example.com')).toBe(2);
    expect(limitBy('example-com.mail.protection.outlook.com')).toBe(3);
    expect(limitBy('mx.example.com')).toBe(3);
    expect(limitBy('aspmx.l.google.com')).toBe(3);
    expect(limits.connectionLimits('mx.example.com', '192.0.2.2')[1]?.maxConnections).toBe(2);
  });

  it('become fewer when it refuses one while others are open, and as many as at first after a silent hour', () => {
    const clock = new ManualClock();
    const limits = limitsOf('a', { connectionsPerExchange: 5 }, clock);
    limits.recordGreeting('mx.example.com', true);
    limits.recordConnection('mx.example.com', new Map([['a host:mx.example.com', 4]]), { kind: 'refused' });
    expect(limits.connectionsTo('mx.example.com')).toBe(3);
    expect(limits.maxConnections('mx.example.org')).toBe(5);
    clock.leap(3_600_000 - 1);
    expect(limits.maxConnections('mx.example.com')).toBe(3);
    clock.leap(1);
    expect(limits.maxConnections('mx.example.com')).toBe(5);
  });

  it('at one IP address become fewer under all names when the server there refuses one', () => {
    const limits = limitsOf('a', { connectionsPerExchange: 5 });
    const limitBy = (host: string, address = '192.0.2.1') =>
      limits.connectionLimits(host, address)[1]?.maxConnections;
    limitBy('mx.example.com');
    limits.recordConnection('mx.example.com', new Map([['a address:192.0.2.1', 4]]), { kind: 'refused' });
    expect([limitBy('mx.example.com'), limitBy('mx.example.org')]).toEqual([3, 3]);
    expect(limitBy('mx.example.com', '192.0.2.2')).toBe(5);
  });

  it('become more where the server has served all of them well, at the host and at its address', () => {
    const changed: string[] = [];
    const clock = new ManualClock();
    const limits = new EgressLimits('a', new ExchangePolicies(clock), {
      clock,
      onChange: (key) => changed.push(key),
    });
    const host = 'aspmx.l.google.com';
    const keys = limits.connectionLimits(host, '192.0.2.1').map(({ key }) => key);
    limits.recordConnection(host, new Map(keys.map((key) => [key, 3])), { kind: 'greeted', afterMs: 50 });
    for (let count = 0; count < 3; count += 1) limits.recordAccepted(host, keys);
    expect(limits.connectionLimits(host, '192.0.2.1').map(({ maxConnections }) => maxConnections)).toEqual([
      4, 4,
    ]);
    expect(changed).toEqual(keys);
  });

  it('are told also by what they are counted as', () => {
    const limits = limitsOf('a');
    const [host, google] = ['mx.example.com', 'aspmx.l.google.com'];
    expect(limits.connectionsCountedAs(`host:${host}`)).toBe(2);
    expect(limits.connectionsCountedAs('provider:google-workspace')).toBe(3);
    limits.recordConnection(google, new Map([[limits.exchangeKey(google), 2]]), { kind: 'refused' });
    expect(limits.connectionsCountedAs('provider:google-workspace')).toBe(1);
    expect(limits.connectionsCountedAs(`host:${host}`)).toBe(2);
  });

  it('at the IP address of a provider become more as those of the provider do, by whatever name', () => {
    const limits = limitsOf('a');
    const host = 'mx.example.com';
    limits.connectionLimits('aspmx.l.google.com', '192.0.2.1');
    const key = limits.addressKey('192.0.2.1') ?? '';
    limits.recordConnection(host, new Map([[key, 3]]), { kind: 'greeted', afterMs: 50 });
    for (let count = 0; count < 3; count += 1) limits.recordAccepted(host, [key]);
    expect(limits.connectionLimits(host, '192.0.2.1')[1]?.maxConnections).toBe(4);
  });

  it('rest under a name also if the server at its address was asked to under another', () => {
    const limits = limitsOf('a');
    const restAt = (host: string) =>
      limits.recordLimit(
        host,
        limits.connectionLimits(host, '192.0.2.1').map(({ key }) => key),
      );
    expect([restAt('mx.example.com'), restAt('mx.example.org'), restAt('mx.example.org')]).toEqual([
      5_000,
      5_000,
      undefined,
    ]);
  });

  it('rest when it asks us to slow down, which is told once, and halve when it asks again', () => {
    const clock = new ManualClock();
    const limits = limitsOf('a', { connectionsPerExchange: 8 }, clock);
    expect(limits.recordLimit('mx.example.com')).toBe(5_000);
    expect(limits.recordLimit('mx.example.com')).toBeUndefined();
    expect([limits.restMs('mx.example.com'), limits.restMs('mx.example.org')]).toEqual([5_000, 0]);
    expect(limits.maxConnections('mx.example.com')).toBe(8);
    clock.leap(5_000);
    expect(limits.restMs('mx.example.com')).toBe(0);
    expect(limits.recordLimit('mx.example.com')).toBe(2_500);
    expect(limits.maxConnections('mx.example.com')).toBe(4);
  });
});

describe('what was found out about a host', () => {
  const host = 'mx.example.com';

  it('is known to other processes with the same egress and cache, at its address and its name', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const process = () => new EgressLimits('a', new ExchangePolicies(clock), { clock, cache });
    const [first, next, unrelated] = [process(), process(), limitsOf('a', {}, clock)];
    const keys = first.connectionLimits(host, '192.0.2.1').map(({ key }) => key);
    first.recordConnection(host, new Map(keys.map((key) => [key, 2])), { kind: 'refused' });
    await clock.advance(5_000);
    for (const limits of [next, unrelated]) limits.recall(host, keys.slice(1));
    await clock.advance(1);
    const connections = (limits: EgressLimits) =>
      limits.connectionLimits(host, '192.0.2.1').map(({ maxConnections }) => maxConnections);
    expect([first, next, unrelated].map(connections)).toEqual([
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
    await Promise.all([first, next, unrelated].map((limits) => limits.close()));
  });
});

describe('the recipients at a host', () => {
  const host = 'mx.example.com';
  const keysAt = (limits: EgressLimits, address: string, name = host) =>
    limits.connectionLimits(name, address).map(({ key }) => key);

  it('are unlimited until it asks us to slow down, then one a second or more, at its address under all names', () => {
    const clock = new ManualClock();
    const limits = limitsOf('a', {}, clock);
    const keys = keysAt(limits, '192.0.2.1');
    expect(limits.recipientsAllowed(keys)).toEqual({ single: Infinity, bulk: Infinity });
    limits.recordLimit(host, keys);
    expect([limits.recipientsAllowed(keys).bulk, limits.msToRecipient(keys, 'bulk')]).toEqual([0, 5_000]);
    clock.leap(5_000);
    expect([limits.recipientsAllowed(keys).bulk, limits.msToRecipient(keys, 'bulk')]).toEqual([1, 0]);
    limits.recordReply(host, keys, false);
    limits.recordSent(keys, { single: 0, bulk: 1 });
    expect([limits.recipientsAllowed(keys).bulk, limits.msToRecipient(keys, 'bulk')]).toEqual([0, 1_000]);
    expect(limits.msToRecipient(keysAt(limits, '192.0.2.1', 'mx.example.org'), 'bulk')).toBe(1_000);
    expect(limits.msToRecipient(keysAt(limits, '192.0.2.2', 'mx.example.org'), 'bulk')).toBe(0);
  });

  it('are a little below what it answered before it asked us to slow down', () => {
    const clock = new ManualClock();
    const limits = limitsOf('a', {}, clock);
    const keys = keysAt(limits, '192.0.2.1');
    for (let each = 0; each < 100; each += 1) {
      clock.leap(50);
      limits.recordReply(host, keys, false);
    }
    const restMs = limits.recordLimit(host, keys) ?? 0;
    clock.leap(restMs);
    limits.recordReply(host, keys, false);
    limits.recordSent(keys, { single: 0, bulk: 1 });
    const spacingMs = limits.msToRecipient(keys, 'bulk');
    expect(spacingMs).toBeGreaterThan(50);
    expect(spacingMs).toBeLessThan(80);
  });

  it('at a provider are limited at all of its addresses together, and nothing is learnt about the one that said so', () => {
    const limits = limitsOf('a');
    const [first, other] = ['one-com', 'two-com'].map((name) => `${name}.mail.protection.outlook.com`);
    const keys = keysAt(limits, '192.0.2.1', first);
    limits.recordLimit(first ?? '', keys);
    expect(limits.msToRecipient(keysAt(limits, '192.0.2.2', other), 'bulk')).toBe(5_000);
    expect(limits.msToRecipient(keysAt(limits, '192.0.2.1'), 'bulk')).toBe(0);
  });

  it('are told by what they are counted as, where a limit on them is known', () => {
    const limits = limitsOf('a');
    expect(limits.recipientsPerSecond(`host:${host}`)).toBeUndefined();
    limits.recordLimit(host, keysAt(limits, '192.0.2.1'));
    expect(limits.recipientsPerSecond(`host:${host}`)).toBe(1);
    expect(limits.recipientsPerSecond('host:mx.example.org')).toBeUndefined();
  });

  it('of single requests have a share of their own beside those of a job', () => {
    const clock = new ManualClock();
    const limits = limitsOf('a', {}, clock);
    const keys = keysAt(limits, '192.0.2.1');
    limits.recordLimit(host, keys);
    clock.leap(5_000);
    limits.recordReply(host, keys, false);
    clock.leap(40_000);
    limits.recordSent(keys, { single: 0, bulk: 1 });
    expect(limits.recipientsAllowed(keys)).toEqual({ single: 4, bulk: 0 });
    limits.recordSent(keys, { single: 4, bulk: 0 });
    expect(limits.recipientsAllowed(keys)).toEqual({ single: 0, bulk: 0 });
    expect(limits.msToRecipient(keys, 'single')).toBe(1_000);
  });
});
