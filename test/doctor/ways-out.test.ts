import { describe, expect, it, onTestFinished } from 'vitest';
import { findSeenAddresses, judgeAddressSeen } from '../../src/doctor/address-seen.ts';
import type { Contact } from '../../src/doctor/exchange-contact.ts';
import { judgeOutgoingSmtp } from '../../src/doctor/outgoing-smtp.ts';
import type { Egress } from '../../src/ports/index.ts';
import { startSocks5Server } from '../support/socks5-server.ts';
import { examineSandbox, exchangeOverIPv6, goodExchanges, seen } from './examined-sandbox.ts';

const at = { host: 'mx.example.net', address: '2001:db8::1' };
const reply = (code: number, line: string) => ({ code, lines: [line] });
const greeted: Contact = {
  ...at,
  kind: 'greeted',
  greeting: reply(220, 'ready'),
  hello: reply(250, 'hello'),
  greetedAt: 0,
  localAddress: '203.0.113.77',
};
const unreachable = (hasRoute: boolean): Contact => ({
  ...at,
  kind: 'unreachable',
  hasRoute,
  problem: 'It is away.',
});
const unresolved: Contact = { kind: 'unresolved', host: 'mx.example.org', problem: 'no address' };
const overIPv6 = (egress: Pick<Egress, 'localAddress' | 'proxy'>, ...contacts: readonly Contact[]) =>
  judgeOutgoingSmtp({ name: 'one', ...egress }, { ipVersion: 6, contacts, port: 25, canUseIPv6: true });

describe('an egress with IPv6 alone', () => {
  const egress = { localAddress: '2001:db8::25' };

  it('is warned of, because most servers have no IPv6', () => {
    const warning = {
      severity: 'warning',
      summary: expect.stringMatching(/^This egress has IPv6 only/),
      meaning: expect.stringContaining('servers without IPv6, which are most'),
    };
    expect(overIPv6(egress, greeted, unresolved)).toMatchObject(warning);
    expect(overIPv6(egress, unresolved)).toMatchObject(warning);
  });

  it('fails if no server greets it: there is no other way', () => {
    for (const contact of [unreachable(true), unreachable(false)])
      expect(overIPv6(egress, contact, unresolved)).toMatchObject({
        severity: 'failure',
        summary: 'No mail server can be reached over IPv6. mx.example.net: It is away.',
        meaning: expect.stringContaining('Nothing is asked through this egress'),
      });
    const refused: Contact = { ...at, kind: 'refused', reply: reply(554, 'Go away.') };
    expect(overIPv6(egress, refused)).toMatchObject({
      severity: 'failure',
      summary: expect.stringContaining('no mail server takes us'),
    });
  });
});

describe('an egress through a proxy', () => {
  const egress = { proxy: 'proxy.example.net:1080' };

  it('may be without IPv6, however the proxy says so', () => {
    for (const contact of [unreachable(true), unreachable(false)])
      expect(overIPv6(egress, contact)).toMatchObject({
        severity: 'ok',
        summary: expect.stringMatching(/^The proxy proxy\.example\.net:1080 /),
      });
    expect(overIPv6({}, unreachable(true)).severity).toBe('warning');
  });

  it('that reaches no server is a matter of its operator, on the port that was tried', () => {
    const contacts = { ipVersion: 4, contacts: [unreachable(true)], port: 2525, canUseIPv6: false } as const;
    expect(judgeOutgoingSmtp({ name: 'one', ...egress }, contacts)).toMatchObject({
      severity: 'failure',
      advice: expect.stringMatching(/^Ask the operator of the proxy proxy\.example\.net:1080 .*port 2525/),
    });
    expect(judgeOutgoingSmtp({ name: 'one' }, contacts).advice).toMatch(
      /provider of this machine.*port 2525/,
    );
  });

  it('is not seen at the address of our socket, which leads to the proxy only', () => {
    const proxied = { name: 'one', ...egress } as Egress;
    expect(findSeenAddresses([greeted], { name: 'one' } as Egress, [seen])).toEqual([
      { address: '203.0.113.77', source: 'socket' },
    ]);
    const addresses = findSeenAddresses([greeted], proxied, [seen]);
    expect(addresses).toEqual([{ address: seen, source: 'helo' }]);
    const { summary } = judgeAddressSeen(proxied, [greeted], addresses);
    expect(summary).toMatch(/sees through the proxy proxy\.example\.net:1080\./);
    expect(summary).not.toContain('this machine');
  });

  it('is examined through it, without a word about this machine', async () => {
    const proxy = await startSocks5Server();
    onTestFinished(() => proxy.kill());
    const exchanges = { ...goodExchanges, 'mx6.example.net': exchangeOverIPv6 };
    const { all, first } = await examineSandbox({
      exchanges,
      net: { socks5: proxy.url() },
      options: { canaries: Object.keys(goodExchanges) },
    });
    expect(first('outgoing_smtp')).toMatchObject({
      severity: 'ok',
      summary: expect.stringContaining(`is open over IPv4 through the proxy 127.0.0.1:${proxy.port}`),
    });
    expect(first('address_seen').summary).toBe(`Mail servers see ${seen}.`);
    expect(JSON.stringify([...all('outgoing_smtp'), ...all('address_seen')])).not.toContain('this machine');
  });
});
