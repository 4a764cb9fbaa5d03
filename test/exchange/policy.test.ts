import { describe, expect, it } from 'vitest';
import { ExchangePolicies } from '../../src/exchange/policy.ts';
import { providers } from '../../src/exchange/providers.ts';
import { ManualClock } from '../support/manual-clock.ts';

describe('the policy of an exchange', () => {
  const hourMs = 3_600_000;

  it('is that of the documented defaults', () => {
    expect(new ExchangePolicies(new ManualClock()).policyFor('mx.example.com')).toEqual({
      countedAs: 'host:mx.example.com',
      connections: { start: 2, ceiling: 4, fixed: 2, acceptedPerStep: 50 },
      pipelining: true,
      tls: true,
      recipientsPerTransaction: 10,
      recipientsPerSession: 50,
      refusalsPerSession: 8,
      resetsPerSession: 10,
    });
  });

  it('follows the options', () => {
    const options = {
      connectionsPerExchange: 3,
      tuning: { recipientsPerTransaction: 4, recipientsPerSession: 5, refusalsPerSession: 6 },
    };
    expect(new ExchangePolicies(new ManualClock(), options).policyFor('mx.example.com')).toMatchObject({
      connections: { start: 3, ceiling: 3 },
      recipientsPerTransaction: 4,
      recipientsPerSession: 5,
      refusalsPerSession: 6,
    });
  });

  it('counts the connections to a provider with a limit of its own together, and those to others by host', () => {
    const policies = new ExchangePolicies(new ManualClock(), { connectionsPerExchange: 3 });
    expect(policies.policyFor('alt1.aspmx.l.google.com')).toMatchObject({
      countedAs: 'provider:google-workspace',
      connections: { start: 3, ceiling: 20 },
      recipientsPerTransaction: 1,
      resetsPerSession: Number.POSITIVE_INFINITY,
    });
    expect(policies.policyFor('mx1.pphosted.com')).toMatchObject({
      countedAs: 'host:mx1.pphosted.com',
      connections: { start: 3, ceiling: 3 },
      recipientsPerTransaction: 10,
    });
  });

  it('has numbers of connections that never change, with a fixed pace', () => {
    const policies = new ExchangePolicies(new ManualClock(), { pace: 'fixed' });
    const connections = (host: string) => policies.policyFor(host).connections;
    expect(connections('mx.example.com')).toEqual({ start: 2, ceiling: 2 });
    expect(connections('aspmx.l.google.com')).toEqual({ start: 4, ceiling: 4 });
  });

  it('has the connections that are set for a provider, which is then counted as one, whatever the pace', () => {
    for (const pace of ['adaptive', 'fixed'] as const) {
      const connectionsPerProvider = { gmail: 7, proofpoint: 3 };
      const policies = new ExchangePolicies(new ManualClock(), { pace, connectionsPerProvider });
      expect(policies.policyFor('gmail-smtp-in.l.google.com')).toMatchObject({
        countedAs: 'provider:gmail',
        connections: { start: 7, ceiling: 7 },
      });
      expect(policies.policyFor('mx1.pphosted.com')).toMatchObject({
        countedAs: 'provider:proofpoint',
        connections: { start: 3, ceiling: 3 },
      });
    }
  });

  it('refuses connections for a provider that nobody knows', () => {
    const create = () => new ExchangePolicies(new ManualClock(), { connectionsPerProvider: { gmial: 7 } });
    expect(create).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        parameter: 'connectionsPerProvider',
        message:
          'There is no provider with the id gmial. Use ids such as gmail, google-workspace or microsoft-365.',
      }),
    );
  });

  it('has the same connections by what they are counted as', () => {
    const policies = new ExchangePolicies(new ManualClock(), { connectionsPerProvider: { mimecast: 7 } });
    for (const host of [
      'mx.example.com',
      'mx1.pphosted.com',
      'aspmx.l.google.com',
      'eu-smtp-inbound-1.mimecast.com',
    ]) {
      const { countedAs, connections } = policies.policyFor(host);
      expect(policies.connectionsCountedAs(countedAs)).toEqual(connections);
    }
    expect(policies.connectionsCountedAs('provider:mimecast')).toEqual({ start: 7, ceiling: 7 });
    for (const countedAs of ['provider:proofpoint', 'provider:gone', 'host:google-workspace'])
      expect(policies.connectionsCountedAs(countedAs)).toEqual(policies.usualConnections);
  });

  it('is that of other exchanges at a provider without a limit of its own, with a fixed pace too', () => {
    const policies = new ExchangePolicies(new ManualClock(), { pace: 'fixed' });
    expect(policies.policyFor('mx1.pphosted.com')).toMatchObject({
      countedAs: 'host:mx1.pphosted.com',
      connections: { start: 2, ceiling: 2 },
    });
  });

  const boundsById = new Map(providers.map(({ id, connections }) => [id, connections]));

  it.each([...boundsById].flatMap(([id, bounds]) => (bounds === undefined ? [] : [{ id, ...bounds }])))(
    'of $id begins with no more connections than a fixed pace has, which are no more than it has at most',
    ({ start, fixed, ceiling }) => {
      expect(start).toBeGreaterThanOrEqual(1);
      expect(fixed).toBeGreaterThanOrEqual(start);
      expect(ceiling).toBeGreaterThanOrEqual(fixed);
    },
  );

  it.each([
    ['gmail', 20],
    ['google-workspace', 20],
    ['microsoft-365', 30],
    ['outlook-com', 20],
    ['yahoo', 5],
    ['aol', 5],
    ['icloud', 10],
    ['comcast', 25],
    ['orange', 2],
    ['qq', 4],
    ['tencent-exmail', 4],
    ['t-online', 1],
  ])('of %s allows %i connections at most', (id, most) => {
    expect(boundsById.get(id)?.ceiling).toBe(most);
  });

  it.each([
    ['mx01.mail.icloud.com', 5],
    ['163mx01.mxmail.netease.com', 7],
    ['mx3.qq.com', 8],
    ['mxbiz1.qq.com', 8],
    ['mx1.kpnmail.nl', 10],
    ['d1.ess.barracudanetworks.com', 15],
    ['mx-eu.mail.am0.yahoodns.net', 20],
    ['mx00.gmx.net', 20],
    ['aspmx.l.google.com', 50],
  ])('of %s allows %i recipients a session', (host, most) => {
    expect(new ExchangePolicies(new ManualClock()).policyFor(host).recipientsPerSession).toBe(most);
  });

  it.each([
    [{ pipelining: false }, { pipelining: false }],
    [{ tls: false }, { tls: false }],
    [{ recipientsPerTransaction: 2.9 }, { recipientsPerTransaction: 2 }],
    [{ refusalsPerSession: 3 }, { refusalsPerSession: 3 }],
    [{ recipientsPerTransaction: -1 }, { recipientsPerTransaction: 1 }],
    [{ refusalsPerSession: 0.5 }, { refusalsPerSession: 1 }],
    [{ recipientsPerTransaction: 99 }, {}],
    [{ refusalsPerSession: 99 }, {}],
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
    policies.learn('mx.example.com', { tls: false });
    clock.leap(hourMs - 1);
    policies.learn('mx.example.com', { pipelining: false });
    expect(policies.policyFor('mx.example.com')).toMatchObject({ tls: false, pipelining: false });
    clock.leap(1);
    expect(policies.policyFor('mx.example.com')).toMatchObject({ tls: true, pipelining: true });
    policies.learn('mx.example.com', { pipelining: false });
    expect(policies.policyFor('mx.example.com')).toMatchObject({ tls: true, pipelining: false });
    clock.leap(hourMs - 1);
    expect(policies.policyFor('mx.example.com')).toMatchObject({ pipelining: false });
  });

  it('forgets after an hour what a host has shown of itself', () => {
    const clock = new ManualClock();
    const policies = new ExchangePolicies(clock);
    policies.knownOf('mx.example.com').answersGroups = true;
    clock.leap(hourMs - 1);
    expect(policies.knownOf('mx.example.com').answersGroups).toBe(true);
    clock.leap(1);
    expect(policies.knownOf('mx.example.com').answersGroups).toBe(false);
  });
});
