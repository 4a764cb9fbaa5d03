import { describe, expect, it } from 'vitest';
import { ExchangePolicies } from '../../src/exchange/policy.ts';
import { ManualClock } from '../support/manual-clock.ts';

describe('the limits on connections', () => {
  const policies = new ExchangePolicies(new ManualClock(), { connectionsPerExchange: 2 });
  const keys = (host: string, address: string) =>
    policies.connectionLimits(host, address).map(({ key }) => key);

  it('count by the host and by its IP address', () => {
    expect(keys('mx.example.com', '192.0.2.1')).toEqual(['host:mx.example.com', 'address:192.0.2.1']);
  });

  it.each(['127.0.0.1', '127.8.0.9', '::1'])('count by the host alone at %s', (address) => {
    expect(keys('mx.example.com', address)).toEqual(['host:mx.example.com']);
  });

  it.each(['::', '::2', '2001:db8::1'])('count by %s and its network too', (address) => {
    expect(keys('mx.example.com', address)).toHaveLength(3);
  });

  it('are paused by one server for no other one in its IPv6 network', () => {
    const paused = policies.serverKeys('mx.example.com', '2001:db8::1');
    const isPaused = (host: string, address: string) =>
      keys(host, address).some((key) => paused.includes(key));
    expect(isPaused('mx.example.org', '2001:db8::2')).toBe(false);
    expect(isPaused('mx.example.org', '2001:DB8:0::0:1')).toBe(true);
  });
});

describe('the policy of an exchange', () => {
  const hourMs = 3_600_000;

  it('is that of the documented defaults', () => {
    expect(new ExchangePolicies(new ManualClock()).policyFor('mx.example.com')).toEqual({
      pacingKey: 'host:mx.example.com',
      maxConnections: 2,
      pipelining: true,
      tls: true,
      recipientsPerTransaction: 10,
      recipientsPerSession: 50,
      refusalsPerSession: 8,
    });
  });

  it('follows the options', () => {
    const options = {
      connectionsPerExchange: 3,
      recipientsPerTransaction: 4,
      recipientsPerSession: 5,
      refusalsPerSession: 6,
    };
    expect(new ExchangePolicies(new ManualClock(), options).policyFor('mx.example.com')).toMatchObject({
      maxConnections: 3,
      recipientsPerTransaction: 4,
      recipientsPerSession: 5,
      refusalsPerSession: 6,
    });
  });

  it('counts the connections to a provider with a limit of its own together, and those to others by host', () => {
    const policies = new ExchangePolicies(new ManualClock(), { connectionsPerExchange: 3 });
    expect(policies.policyFor('alt1.aspmx.l.google.com')).toMatchObject({
      pacingKey: 'provider:google-workspace',
      maxConnections: 4,
      recipientsPerTransaction: 1,
    });
    expect(policies.policyFor('mx1.pphosted.com')).toMatchObject({
      pacingKey: 'host:mx1.pphosted.com',
      maxConnections: 3,
      recipientsPerTransaction: 10,
    });
  });

  it.each([
    [{ kind: 'no-pipelining' }, { pipelining: false }],
    [{ kind: 'no-tls' }, { tls: false }],
    [{ kind: 'max-connections', count: 1 }, { maxConnections: 1 }],
    [{ kind: 'recipients-per-transaction', count: 2.9 }, { recipientsPerTransaction: 2 }],
    [{ kind: 'refusals-per-session', count: 3 }, { refusalsPerSession: 3 }],
    [{ kind: 'max-connections', count: 0 }, { maxConnections: 1 }],
    [{ kind: 'recipients-per-transaction', count: -1 }, { recipientsPerTransaction: 1 }],
    [{ kind: 'refusals-per-session', count: 0.5 }, { refusalsPerSession: 1 }],
    [{ kind: 'max-connections', count: 9 }, {}],
    [{ kind: 'recipients-per-transaction', count: 99 }, {}],
    [{ kind: 'refusals-per-session', count: 99 }, {}],
  ] as const)('becomes stricter by %o, and never less strict: %o', (lesson, change) => {
    const policies = new ExchangePolicies(new ManualClock());
    const before = policies.policyFor('mx.example.com');
    policies.learn('mx.example.com', lesson);
    expect(policies.policyFor('mx.example.com')).toEqual({ ...before, ...change });
    expect(policies.policyFor('mx.example.org')).toMatchObject({ pipelining: true, tls: true });
  });

  it('forgets all lessons of an exchange one hour after the first of them', () => {
    const clock = new ManualClock();
    const policies = new ExchangePolicies(clock);
    policies.learn('mx.example.com', { kind: 'no-tls' });
    clock.leap(hourMs - 1);
    policies.learn('mx.example.com', { kind: 'no-pipelining' });
    expect(policies.policyFor('mx.example.com')).toMatchObject({ tls: false, pipelining: false });
    clock.leap(1);
    expect(policies.policyFor('mx.example.com')).toMatchObject({ tls: true, pipelining: true });
    policies.learn('mx.example.com', { kind: 'no-pipelining' });
    expect(policies.policyFor('mx.example.com')).toMatchObject({ tls: true, pipelining: false });
    clock.leap(hourMs - 1);
    expect(policies.policyFor('mx.example.com')).toMatchObject({ pipelining: false });
  });
});

describe('the connections to a host', () => {
  it('are one until it has greeted, and again after an hour or a failure', () => {
    const clock = new ManualClock();
    const policies = new ExchangePolicies(clock);
    expect(policies.connectionsTo('mx.example.com')).toBe(1);
    policies.recordGreeting('mx.example.com', true);
    expect(policies.connectionsTo('mx.example.com')).toBe(2);
    expect(policies.connectionsTo('mx.example.org')).toBe(1);
    clock.leap(3_600_000 - 1);
    expect(policies.connectionsTo('mx.example.com')).toBe(2);
    clock.leap(1);
    expect(policies.connectionsTo('mx.example.com')).toBe(1);
    policies.recordGreeting('mx.example.com', true);
    policies.recordGreeting('mx.example.com', false);
    expect(policies.connectionsTo('mx.example.com')).toBe(1);
  });

  it('at one IP address are those of one exchange, for all of its names together', () => {
    const policies = new ExchangePolicies(new ManualClock(), { connectionsPerExchange: 3 });
    const host = { key: 'host:mx.example.com', scope: 'exchange', maxConnections: 3 };
    expect(policies.connectionLimits('mx.example.com', '192.0.2.1')).toEqual([
      host,
      { key: 'address:192.0.2.1', scope: 'address', maxConnections: 3 },
    ]);
    expect(policies.connectionLimits('mx.example.com', '127.0.0.1')).toEqual([host]);
  });

  it('at an IP address of a provider are as many as the provider allows, by whatever name', () => {
    const policies = new ExchangePolicies(new ManualClock());
    const limitBy = (host: string) => policies.connectionLimits(host, '192.0.2.1')[1]?.maxConnections;
    expect(limitBy('mx.example.com')).toBe(2);
    expect(limitBy('example-com.mail.protection.outlook.com')).toBe(10);
    expect(limitBy('mx.example.com')).toBe(10);
    expect(limitBy('aspmx.l.google.com')).toBe(10);
    expect(policies.connectionLimits('mx.example.com', '192.0.2.2')[1]?.maxConnections).toBe(2);
  });

  it('at one IP address are as few as the server there has once allowed, under all names, for an hour', () => {
    const clock = new ManualClock();
    const policies = new ExchangePolicies(clock, { connectionsPerExchange: 5 });
    const limitBy = (host: string, address = '192.0.2.1') =>
      policies.connectionLimits(host, address)[1]?.maxConnections;
    policies.learnAddressLimit('192.0.2.1', 3);
    expect([limitBy('mx.example.com'), limitBy('mx.example.org')]).toEqual([3, 3]);
    expect(limitBy('aspmx.l.google.com')).toBe(3);
    expect(limitBy('mx.example.com', '192.0.2.2')).toBe(5);
    clock.leap(3_600_000 - 1);
    policies.learnAddressLimit('192.0.2.1', 4);
    expect(limitBy('mx.example.com')).toBe(3);
    policies.learnAddressLimit('192.0.2.1', 0);
    expect(limitBy('mx.example.com')).toBe(1);
    clock.leap(1);
    expect(limitBy('mx.example.com')).toBe(5);
  });

  it('are never more because of what a server has allowed', () => {
    const policies = new ExchangePolicies(new ManualClock());
    policies.learnAddressLimit('192.0.2.1', 9);
    expect(policies.connectionLimits('mx.example.com', '192.0.2.1')[1]?.maxConnections).toBe(2);
  });

  it('at the other addresses of an IPv6 /64 are not fewer because of a server at one of them', () => {
    const policies = new ExchangePolicies(new ManualClock());
    policies.learnAddressLimit('2001:DB8::0:1', 1);
    const limitsAt = (address: string) =>
      policies.connectionLimits('mx.example.com', address).map(({ maxConnections }) => maxConnections);
    expect(limitsAt('2001:db8::1')).toEqual([2, 1, 2]);
    expect(limitsAt('2001:db8::2')).toEqual([2, 2, 2]);
  });

  it('at a loopback address are not fewer because of one of the servers there', () => {
    const policies = new ExchangePolicies(new ManualClock());
    policies.learnAddressLimit('127.0.0.1', 1);
    expect(policies.connectionLimits('mx.example.com', '127.0.0.1')).toEqual([
      { key: 'host:mx.example.com', scope: 'exchange', maxConnections: 2 },
    ]);
  });
});
