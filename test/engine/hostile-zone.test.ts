import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { createEngine } from '../../src/engine.ts';
import { ConnectionError } from '../../src/errors.ts';
import type { Dns } from '../../src/ports/dns.ts';
import type { SmtpTransport } from '../../src/ports/smtp-transport.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneEgress } from '../support/one-egress.ts';

/** A domain with 1,000 exchanges, each with 1,000 addresses of each family; nobody listens on any of them. */
function startHostileZone(options: { noIPv6?: boolean } = {}) {
  const clock = new ManualClock();
  const questions: string[] = [];
  const dialled: string[] = [];
  const answer = <Data>(type: string, name: string, records: readonly Data[]) => {
    if (name.endsWith('.example.org')) questions.push(`${type} ${name}`);
    return Promise.resolve({ kind: 'records' as const, records, ttlSeconds: 60 });
  };
  const thousand = Array.from({ length: 1_000 }, (_, index) => index);
  const dns: Dns = {
    mx: (domain) =>
      answer(
        'MX',
        domain,
        thousand.map((index) => ({ preference: 10, exchange: `mx${index}.example.org` })),
      ),
    a: (host) =>
      answer(
        'A',
        host,
        thousand.map((index) => `203.0.113.${index % 256}`),
      ),
    aaaa: (host) =>
      answer(
        'AAAA',
        host,
        thousand.map((index) => `2001:db8::${index.toString(16)}`),
      ),
    close: async () => {},
  };
  const smtp: SmtpTransport = {
    connect: ({ address }) => {
      if (options.noIPv6 && address.includes(':'))
        return Promise.reject(new ConnectionError('no_route', 'No route.'));
      dialled.push(address);
      return Promise.reject(new ConnectionError('connection_refused', 'Refused.'));
    },
  };
  const engine = createEngine({
    ...memoryStores({ clock }),
    dns,
    egresses: oneEgress(smtp),
    clock,
    random: { next: () => 0.5, uuid: () => 'id' },
  });
  return { engine, questions, dialled };
}

describe('a domain that names 1,000 exchanges with 1,000 addresses each', () => {
  it('makes us ask about ten of them, and connect to two addresses of each', async () => {
    const { engine, questions, dialled } = startHostileZone();
    await engine.verify('ann@example.org').catch(() => {});
    expect(questions).toHaveLength(20);
    expect(new Set(questions).size).toBe(20);
    expect(dialled).toHaveLength(20);
    await engine.close();
  });

  it('has a second IPv4 address tried on a machine without IPv6', async () => {
    const { engine, dialled } = startHostileZone({ noIPv6: true });
    await engine.verify('ann@example.org').catch(() => {});
    expect(dialled).toEqual(Array.from({ length: 10 }, () => ['203.0.113.0', '203.0.113.1']).flat());
    await engine.close();
  });
});
