import { describe, expect, it } from 'vitest';
import { type NetOptions, netPorts, systemClock, systemRandom } from '../../adapters/net/index.ts';
import { InvalidArgument } from '../../src/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';

const validOptions: NetOptions = {
  helo: 'probe.example.com',
  mailFrom: 'probe@example.com',
  dns: ['127.0.0.1'],
};

async function findInvalidOption(options: Partial<NetOptions>): Promise<string | undefined> {
  try {
    await netPorts({ ...validOptions, ...options }).dns.close();
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    expect(error.message).toContain(error.parameter);
    return error.parameter;
  }
}

describe('netPorts', () => {
  it('returns every network port, with the clock and the randomness of the system', async () => {
    const ports = netPorts(validOptions);
    expect(ports.identity).toEqual({ helo: 'probe.example.com', mailFrom: 'probe@example.com' });
    expect(ports.clock).toBe(systemClock);
    expect(ports.random).toBe(systemRandom);
    expect('smtpPort' in ports).toBe(false);
    await ports.dns.close();
  });

  it('uses the clock, randomness and port of the options', async () => {
    const clock = new ManualClock();
    const random = { uuid: () => 'an id', next: () => 0.5 };
    const ports = netPorts({ ...validOptions, clock, random, smtpPort: 2525 });
    expect(ports).toMatchObject({ clock, random, smtpPort: 2525 });
    await ports.dns.close();
  });

  it('dials only globally reachable addresses unless private hosts are allowed', async () => {
    const ports = netPorts({ ...validOptions, clock: new ManualClock() });
    const target = { address: '127.0.0.1', port: 25 };
    await expect(ports.smtp.connect(target, { timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    await ports.dns.close();
  });

  it.each([
    'probe.example.com',
    'PROBE.Example.COM',
    'a.b',
    'xn--bcher-kva.example.com',
    '[192.0.2.1]',
    '[IPv6:2001:db8::1]',
  ])('accepts %s as helo', async (helo) => {
    expect(await findInvalidOption({ helo })).toBeUndefined();
  });

  it.each([
    '',
    'localhost',
    'probe.example.com.',
    '.example.com',
    'probe..example.com',
    '-probe.example.com',
    'probe_1.example.com',
    'bücher.example.com',
    'probe.example.com\r\nMAIL FROM:<x@example.com>',
    'probe.example.com ',
    '192.0.2.1',
    '[192.0.2.1',
    '[192.0.2.256]',
    '[2001:db8::1]',
    '[IPv6:fe80::1%eth0]',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(127)}com`,
  ])('refuses %j as helo', async (helo) => {
    expect(await findInvalidOption({ helo })).toBe('helo');
  });

  it.each(['probe@example.com', 'no-reply+probe@mail.example.com', "o'hara@example.com"])(
    'accepts %s as mailFrom',
    async (mailFrom) => {
      expect(await findInvalidOption({ mailFrom })).toBeUndefined();
    },
  );

  it.each([
    '',
    'probe',
    '@example.com',
    'probe@',
    'probe@localhost',
    'probe@@example.com',
    'a@b@example.com',
    '<probe@example.com>',
    'Probe <probe@example.com>',
    'probe@example.com\r\nRCPT TO:<x@example.com>',
    'probe@example.com\n',
    'pro be@example.com',
    '.probe@example.com',
    'probe.@example.com',
    'grüße@example.com',
    'probe@[192.0.2.1]',
    `${'a'.repeat(65)}@example.com`,
  ])('refuses %j as mailFrom', async (mailFrom) => {
    expect(await findInvalidOption({ mailFrom })).toBe('mailFrom');
  });

  it.each([0, 65_536, 2.5, -25, Number.NaN])('refuses %d as smtpPort', async (smtpPort) => {
    expect(await findInvalidOption({ smtpPort })).toBe('smtpPort');
  });
});
