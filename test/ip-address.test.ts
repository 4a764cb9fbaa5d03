import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress, ipVersionOf, octetsOf, reverseLabels } from '../src/ip-address.ts';
import { isInNetwork, isPrivateAddress } from '../src/ip-network.ts';
import { forAll, times } from './support/values/for-all.ts';

const anyAddress = fc.oneof(fc.ipV4(), fc.ipV6());

describe('the version of an IP address', () => {
  it.each([
    ['192.0.2.1', 4],
    ['255.255.255.255', 4],
    ['2001:db8::25', 6],
    ['::', 6],
    ['::ffff:192.0.2.1', 6],
    ['1:2:3:4:5:6:7::', 6],
    ['256.0.0.1', undefined],
    ['192.0.02.1', undefined],
    ['192.0.2', undefined],
    ['0x7f.1', undefined],
    ['1::2::3', undefined],
    ['1:2:3:4:5:6:7', undefined],
    ['1:2:3:4:5:6:7:8::', undefined],
    ['fe80::1%eth0', undefined],
    [':1', undefined],
    ['', undefined],
  ])('of %j is %s', (text, version) => {
    expect(ipVersionOf(text)).toBe(version);
  });

  it('is the same that Node.js finds, for any text', () => {
    const character = fc.constantFrom(...'0123456789abcdefF:.:.%g ');
    const text = fc.string({ unit: character, maxLength: 20 });
    times(2_000).forAll(fc.oneof(anyAddress, text), (candidate) => {
      fc.pre(!candidate.includes('%'));
      expect(ipVersionOf(candidate) ?? 0).toBe(isIP(candidate));
    });
  });
});

describe('the octets of an IP address', () => {
  it('lead back to it', () => {
    forAll(anyAddress, (address) => {
      const octets = octetsOf(address);
      const hextets = octets.map((octet, index) =>
        index % 2 === 0 ? octet * 256 + (octets[index + 1] ?? 0) : 0,
      );
      const text =
        octets.length === 4
          ? octets.join('.')
          : hextets
              .filter((_, index) => index % 2 === 0)
              .map((hextet) => hextet.toString(16))
              .join(':');
      expect(canonicalAddress(text)).toBe(canonicalAddress(address));
    });
  });

  it.each([
    ['192.0.2.25', '25.2.0.192'],
    ['2001:db8::25', `5.2.${'0.'.repeat(22)}8.b.d.0.1.0.0.2`],
  ])('of %s in reverse are %s', (address, labels) => {
    expect(reverseLabels(address)).toBe(labels);
  });
});

describe('a network', () => {
  it('has the same addresses as for Node.js', () => {
    const version = fc.constantFrom(4 as const, 6 as const);
    const sample = version.chain((ip) => {
      const address = ip === 4 ? fc.ipV4() : fc.ipV6();
      return fc.tuple(address, address, fc.nat({ max: ip === 4 ? 32 : 128 }), fc.boolean());
    });
    forAll(sample, ([network, other, length, near]) => {
      const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
      const list = new BlockList();
      list.addSubnet(network, length, family);
      const address = near ? network : other;
      expect(isInNetwork(address, network, length)).toBe(list.check(address, family));
    });
  });

  it('has no addresses of the other version', () => {
    expect(isInNetwork('192.0.2.1', '::', 0)).toBe(false);
    expect(isInNetwork('2001:db8::1', '0.0.0.0', 0)).toBe(false);
  });

  it.each([
    ['10.1.2.3', true],
    ['172.31.255.255', true],
    ['172.32.0.0', false],
    ['100.127.0.1', true],
    ['127.0.0.1', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['::1', true],
    ['203.0.113.5', false],
    ['2001:db8::25', false],
  ])('of private use has %s: %s', (address, isPrivate) => {
    expect(isPrivateAddress(address)).toBe(isPrivate);
  });
});
