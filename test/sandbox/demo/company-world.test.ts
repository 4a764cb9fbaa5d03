import { describe, expect, test } from 'vitest';
import { companyWorld } from '../../../adapters/sandbox/demo/company-world.ts';
import { startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import { clientOf } from '../smtp/raw-client.ts';

const count = <Item>(items: readonly Item[], holds: (item: Item) => boolean) => items.filter(holds).length;

describe('a world of companies', () => {
  const options = { domains: 20, addressesPerDomain: 50, missingShare: 0.5, catchAllDomains: 2 };

  test('has the requested addresses, half of them missing, and two catch-all domains', () => {
    const { world, addresses } = companyWorld(options);
    expect(Object.keys(world.domains)).toHaveLength(20);
    expect(Object.keys(world.exchanges)).toHaveLength(20);
    expect(new Set(addresses.map(({ email }) => email)).size).toBe(1_000);
    expect(count(addresses, ({ substatus }) => substatus === 'catch_all')).toBe(100);
    expect(count(addresses, ({ substatus }) => substatus === 'deliverable')).toBe(450);
    expect(count(addresses, ({ substatus }) => substatus === 'mailbox_not_found')).toBe(450);
  });

  test('is the same for the same seed, and different for another', () => {
    expect(companyWorld({ ...options, seed: 7 })).toEqual(companyWorld({ ...options, seed: 7 }));
    expect(companyWorld({ ...options, seed: 8 })).not.toEqual(companyWorld({ ...options, seed: 7 }));
  });

  test('mixes the domains', () => {
    const { addresses } = companyWorld(options);
    const domains = new Set(addresses.slice(0, 40).map(({ email }) => email.split('@')[1]));
    expect(domains.size).toBeGreaterThan(10);
  });

  test('may share its exchanges, which all have the given settings', () => {
    const { world } = companyWorld({
      domains: 100,
      addressesPerDomain: 2,
      exchanges: 10,
      exchange: { maxRefusals: 6 },
    });
    expect(Object.values(world.exchanges)).toEqual(Array.from({ length: 10 }, () => ({ maxRefusals: 6 })));
    const domainsAt = Object.values(world.domains).flatMap(({ mx }) => mx ?? []);
    for (const host of Object.keys(world.exchanges)) expect(count(domainsAt, (mx) => mx === host)).toBe(10);
  });

  test('may have addresses at stuck servers instead of others', () => {
    const { world, addresses } = companyWorld({ ...options, stuckAddresses: 40 });
    expect(addresses).toHaveLength(1_000);
    expect(count(addresses, ({ status }) => status === 'unknown')).toBe(40);
    const faults = Object.values(world.exchanges).map(({ fault, tarpitMs }) => fault ?? tarpitMs);
    expect(faults).toEqual(expect.arrayContaining(['silent', 'endless-lines', 20_000]));
  });

  test('has names for 2,000 domains with 50 people each', () => {
    const { world, addresses } = companyWorld({ domains: 2_000, addressesPerDomain: 50, exchanges: 250 });
    expect(new Set(addresses.map(({ email }) => email)).size).toBe(100_000);
    expect(Object.keys(world.exchanges)).toHaveLength(250);
  });

  test('rejects more domains than it has names for', () => {
    expect(() => companyWorld({ domains: 1_000_000, addressesPerDomain: 1 })).toThrow(/domains at most/);
  });

  test('its servers agree with its addresses', async () => {
    const { world, addresses } = companyWorld({
      ...options,
      domains: 3,
      addressesPerDomain: 8,
      catchAllDomains: 1,
    });
    await using sandbox = await startSandbox(world);
    for (const { email, status } of addresses) {
      const domain = email.split('@')[1]!;
      const client = await (await clientOf(sandbox, world.domains[domain]!.mx![0])).begin();
      const reply = await client.ask(`RCPT TO:<${email}>`);
      expect(`${email} ${reply.slice(0, 3)}`).toBe(`${email} ${status === 'invalid' ? 550 : 250}`);
      client.close();
    }
  });
});
