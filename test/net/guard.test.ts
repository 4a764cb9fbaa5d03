import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGloballyReachable } from '../../src/special-purpose-addresses.ts';
import { forAll } from '../support/values/for-all.ts';

/** First and last address of each refused block, and its neighbours if they are globally reachable. */
const edges = [
  // block, inside, outside
  ['0.0.0.0/8', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['100.64.0.0/10', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['127.0.0.0/8', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['Azure’s own address', ['168.63.129.16'], ['168.63.129.15', '168.63.129.17']],
  ['Alibaba Cloud’s own address', ['100.100.100.200'], []],
  [
    '169.254.0.0/16',
    ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
    ['169.253.255.255', '169.255.0.0'],
  ],
  ['172.16.0.0/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['192.0.0.0/24', ['192.0.0.0', '192.0.0.9', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['192.0.2.0/24', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
  ['192.88.99.0/24', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
  ['192.168.0.0/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['198.18.0.0/15', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['198.51.100.0/24', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['203.0.113.0/24', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['224.0.0.0/4', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
  ['240.0.0.0/4', ['240.0.0.0', '255.255.255.255'], []],
  ['::/128', ['::', '0:0:0:0:0:0:0:0', '::0.0.0.0'], []],
  ['::1/128', ['::1', '0000:0000:0000:0000:0000:0000:0000:0001'], []],
  ['IPv4-compatible', ['::8.8.8.8', '::7f00:1'], []],
  ['64:ff9b:1::/48', ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:1::8.8.8.8'], []],
  ['100::/64', ['100::', '100::ffff:ffff:ffff:ffff'], []],
  ['below global unicast', ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], ['2000::']],
  ['2001::/23', ['2001::', '2001:0:4136:e378::1', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'], ['2001:200::']],
  [
    '2001:db8::/32',
    ['2001:db8::', '2001:DB8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db7:ffff::', '2001:db9::'],
  ],
  ['3fff::/20', ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'], ['3ffe:ffff::', '3fff:1000::']],
  ['above global unicast', ['4000::'], ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['5f00::/16', ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['fc00::/7', ['fc00::', 'fd00:ec2::254', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['fe80::/10', ['fe80::', 'fe80::1', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['fec0::/10', ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], []],
  ['ff00::/8', ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], []],
] as const;

const embedding = ['::ffff:', '::FFFF:', '0:0:0:0:0:ffff:', '64:ff9b::', '64:ff9b:0:0:0:0:'];

describe('isGloballyReachable', () => {
  it.each(edges)('refuses exactly %s', (_block, inside, outside) => {
    expect(inside.filter(isGloballyReachable)).toEqual([]);
    expect(outside.filter((address) => !isGloballyReachable(address))).toEqual([]);
  });

  it.each('8.8.8.8 1.1.1.1 93.184.216.34 223.255.255.255 2606:4700:4700::1111 2a00:1450:4001::1a'.split(' '))(
    'accepts %s',
    (address) => expect(isGloballyReachable(address)).toBe(true),
  );

  it.each(embedding)('checks the IPv4 address embedded in %s<IPv4>', (prefix) => {
    const results = ['8.8.8.8', '127.0.0.1', '168.63.129.16', '169.254.169.254', '0.0.0.0'].map((inner) =>
      isGloballyReachable(prefix + inner),
    );
    expect(results).toEqual([true, false, false, false, false]);
  });

  it('checks embedded addresses in hexadecimal', () => {
    expect(isGloballyReachable('::ffff:808:808')).toBe(true);
    expect(isGloballyReachable('::ffff:7f00:1')).toBe(false);
    expect(isGloballyReachable('64:ff9b::808:808')).toBe(true);
    expect(isGloballyReachable('64:ff9b::a00:1')).toBe(false);
    expect(isGloballyReachable('2002:808:808::1')).toBe(true);
    expect(isGloballyReachable('2002:7f00:1::1')).toBe(false);
    expect(isGloballyReachable('2002:c0a8:101::')).toBe(false);
    expect(isGloballyReachable('2002::')).toBe(false);
    expect(isGloballyReachable('2002:a9fe:a9fe:1:2:3:4:5')).toBe(false);
  });

  it.each([
    '',
    ' ',
    'localhost',
    'mail.example.com',
    '8.8.8',
    '8.8.8.8.8',
    '8.8.8.256',
    '8.8.8.8 ',
    ' 8.8.8.8',
    '8.8.8.8:25',
    '8.8.8.8/32',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '[2606:4700:4700::1111]',
    '2606:4700:4700::1111%eth0',
    'fe80::1%eth0',
    '2606:4700:4700:::1111',
    '::ffff:8.8.8.8.8',
    '8.8.8.8\u0000',
    '８.8.8.8',
  ])('refuses %j, which is no IP address in standard notation', (text) => {
    expect(isGloballyReachable(text)).toBe(false);
  });

  it('is false for text that is not an address, and never throws', () => {
    forAll(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.domain()), (text) => {
      fc.pre(!/^[0-9a-fA-F:.]+$/.test(text));
      expect(isGloballyReachable(text)).toBe(false);
    });
  });

  it('gives the same result for an IPv4 address and its mapped, translated and 6to4 forms', () => {
    forAll(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      const forms = [`::ffff:${address}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`];
      const results = forms.map(isGloballyReachable);
      expect(results).toEqual(forms.map(() => isGloballyReachable(address)));
    });
  });

  it('gives the same result for an IPv6 address in any notation', () => {
    forAll(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (hextets) => {
      const full = hextets.map((hextet) => hextet.toString(16).padStart(4, '0').toUpperCase()).join(':');
      const canonical = new URL(`http://[${full}]`).hostname.slice(1, -1);
      expect(isGloballyReachable(full)).toBe(isGloballyReachable(canonical));
    });
  });

  it('refuses every IPv6 address outside 2000::/3 that embeds no IPv4 address', () => {
    forAll(fc.ipV6(), (address) => {
      const first = Number.parseInt(
        new URL(`http://[${address}]`).hostname.slice(1).split(':')[0] || '0',
        16,
      );
      fc.pre(first >> 13 !== 1 && first !== 0 && first !== 0x64);
      expect(isGloballyReachable(address)).toBe(false);
    });
  });
});
