import { describe, expect, it } from 'vitest';
import {
  type EgressOptions,
  type NetOptions,
  netPorts,
  systemClock,
  systemRandom,
} from '../../adapters/net/index.ts';
import { InvalidArgument } from '../../src/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';

const validOptions: NetOptions & EgressOptions = {
  helo: 'probe.example.com',
  mailFrom: 'probe@example.com',
  dns: ['127.0.0.1'],
};

async function findInvalidOption(options: object): Promise<string | undefined> {
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
    expect(ports.egresses).toMatchObject([
      { name: 'probe.example.com', identity: { helo: 'probe.example.com', mailFrom: 'probe@example.com' } },
    ]);
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

  it('says from which local address an egress connects, for a diagnosis', async () => {
    const ports = netPorts({ ...validOptions, localAddress: '192.0.2.10' });
    expect(ports.egresses).toMatchObject([{ localAddress: '192.0.2.10' }]);
    await ports.dns.close();
  });

  it('dials only globally reachable addresses unless private hosts are allowed', async () => {
    const ports = netPorts({ ...validOptions, clock: new ManualClock() });
    const target = { address: '127.0.0.1', port: 25 };
    await expect(ports.egresses[0]!.smtp.connect(target, { timeoutMs: 1_000 })).rejects.toMatchObject({
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

describe('the egresses of netPorts', () => {
  const identity = { helo: 'probe.example.com', mailFrom: 'probe@example.com' };
  const dns = ['127.0.0.1'];

  it('are named after their way out, unless they have a name', async () => {
    const egresses = [
      { ...identity, helo: 'Probe.Example.COM' },
      { ...identity, localAddress: '192.0.2.1' },
      { ...identity, localAddress: '2001:DB8::1' },
      { ...identity, socks5: 'socks5://me:secret@Proxy.example.com' },
      { ...identity, socks5: 'socks5://[2001:db8::2]:1081' },
      { ...identity, socks5: 'socks5://session%201:secret@proxy.example.com' },
      { ...identity, localAddress: '10.0.0.4' },
      { ...identity, localAddress: '2001:0DB8:0::2' },
      { ...identity, localAddress: '192.0.2.2', name: 'second' },
    ];
    const ports = netPorts({ egresses, dns });
    expect(ports.egresses.map(({ name }) => name)).toEqual(
      `
      probe.example.com 192.0.2.1 2001:db8::1 me@proxy.example.com:1080 [2001:db8::2]:1081
      session%201@proxy.example.com:1080 probe.example.com[10.0.0.4] 2001:db8::2 second
    `
        .trim()
        .split(/\s+/),
    );
    expect(ports.egresses.map(({ identity: { helo } }) => helo)).toEqual(egresses.map(({ helo }) => helo));
    await ports.dns.close();
  });

  it('may be one, described by the options themselves', async () => {
    const ports = netPorts({ ...identity, localAddress: '127.0.0.2', dns });
    expect(ports.egresses.map(({ name }) => name)).toEqual(['127.0.0.2']);
    await ports.dns.close();
  });

  const one = { ...identity, localAddress: '192.0.2.1' };
  it.each([
    ['none', { egresses: [] }, 'egresses'],
    ['both forms', { ...identity, egresses: [one] }, 'egresses'],
    ['a proxy beside a list', { socks5: 'socks5://proxy.example.com', egresses: [one] }, 'egresses'],
    ['two of one name', { egresses: [one, { ...identity, name: '192.0.2.1' }] }, 'egresses'],
    ['one local address under two names', { egresses: [one, { ...one, name: 'two' }] }, 'egresses'],
    [
      'one local address in two notations',
      {
        egresses: [
          { ...identity, localAddress: '2001:db8::1' },
          { ...identity, localAddress: '2001:0DB8:0::1', name: 'two' },
        ],
      },
      'egresses',
    ],
    [
      'one proxy under two names',
      {
        egresses: [
          { ...identity, socks5: 'socks5://me:secret@proxy.example.com' },
          { ...identity, socks5: 'socks5://me:other@PROXY.example.com:1080', name: 'two' },
        ],
      },
      'egresses',
    ],
    [
      'two whose address the system chooses, under different names',
      { egresses: [identity, { ...identity, helo: 'other.example.com' }] },
      'egresses',
    ],
    ['no address in particular', { ...identity, localAddress: '0.0.0.0' }, 'localAddress'],
    ['no IPv6 address in particular', { ...identity, localAddress: '0::0' }, 'localAddress'],
    [
      'names that differ in case only',
      { egresses: [identity, { ...identity, helo: 'PROBE.example.com' }] },
      'egresses',
    ],
    [
      'two ways out',
      { egresses: [{ ...one, socks5: 'socks5://proxy.example.com' }] },
      'egresses[0].localAddress',
    ],
    [
      'an address that is none',
      { egresses: [one, { ...identity, localAddress: 'eth0' }] },
      'egresses[1].localAddress',
    ],
    ['a proxy that is no URL', { egresses: [{ ...identity, socks5: 'proxy:1080' }] }, 'egresses[0].socks5'],
    ['a bad name', { egresses: [{ ...identity, name: 'two words' }] }, 'egresses[0].name'],
    ['no sender', { egresses: [{ helo: 'probe.example.com', mailFrom: 'probe' }] }, 'egresses[0].mailFrom'],
  ])('are refused: %s', (_, options, parameter) => {
    let error: unknown;
    try {
      netPorts({ ...options, dns } as NetOptions);
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(InvalidArgument);
    expect(error).toMatchObject({ parameter });
    for (const name of parameter.split('.')) expect((error as Error).message).toContain(name);
    expect((error as Error).message).not.toContain('secret');
  });

  it('reach addresses of their own IP version only', async () => {
    const egresses = [
      { ...identity, localAddress: '127.0.0.2' },
      { ...identity, localAddress: '::1' },
    ];
    const ports = netPorts({ egresses, dns, clock: new ManualClock() });
    const dial = (index: number, address: string) =>
      ports.egresses[index]?.smtp.connect({ address, port: 25 }, { timeoutMs: 1_000 });
    await expect(dial(0, '2a00::1')).rejects.toMatchObject({ code: 'no_route' });
    await expect(dial(1, '8.8.8.8')).rejects.toMatchObject({ code: 'no_route' });
    await ports.dns.close();
  });
});
