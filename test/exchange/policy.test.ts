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

  it.each(['::', '::2', '2001:db8::1'])('count by the network of %s too', (address) => {
    expect(keys('mx.example.com', address)).toHaveLength(2);
  });
});
