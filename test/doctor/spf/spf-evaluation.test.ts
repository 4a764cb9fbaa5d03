import { describe, expect, it } from 'vitest';
import type { Zone } from '../../../adapters/sandbox/dns/zone.ts';
import { evaluateSpf, type SpfQuestion } from '../../../src/doctor/spf/spf-evaluation.ts';
import { dnsOver, serveZone } from '../../support/served-dns.ts';

const sender = { domain: 'example.com', sender: 'Probe.Team@example.com', helo: 'mail.example.net' };

/** Evaluates over real DNS sockets. `zone`: what there is besides the record of example.com. */
async function evaluate(record: string, ip: string, zone: Zone = {}, question: Partial<SpfQuestion> = {}) {
  const server = await serveZone({ 'example.com': { txt: [record] }, ...zone });
  const { dns } = dnsOver([server.address]);
  return evaluateSpf({ ...sender, ip, ...question }, dns);
}

/** Names that exist, none of which leads to the address that is asked about. */
function otherHosts(count: number): Zone {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`h${index}.example.com`, { a: ['198.51.100.1'] }]),
  );
}

describe('an address in a network', () => {
  it.each([
    ['v=spf1 ip4:192.0.2.1 -all', '192.0.2.1', 'pass', 'ip4:192.0.2.1'],
    ['v=spf1 ip4:192.0.2.1 -all', '192.0.2.2', 'fail', '-all'],
    ['v=spf1 ip4:192.0.2.0/24 -all', '192.0.2.255', 'pass', 'ip4:192.0.2.0/24'],
    ['v=spf1 ip4:192.0.2.0/25 -all', '192.0.2.255', 'fail', '-all'],
    ['v=spf1 ip4:0.0.0.0/0 -all', '2001:db8::1', 'fail', '-all'],
    ['v=spf1 ip6:2001:db8::/32 -all', '2001:db8:ffff::1', 'pass', 'ip6:2001:db8::/32'],
    ['v=spf1 ip6:2001:db8::/48 -all', '2001:db8:1::1', 'fail', '-all'],
    ['v=spf1 ip4:192.0.2.1 -all', '::ffff:192.0.2.1', 'pass', 'ip4:192.0.2.1'],
    ['v=spf1 ip4:192.0.2.1 -all', '2002:c000:201::1', 'fail', '-all'],
    ['V=SPF1 IP4:192.0.2.1 -ALL', '192.0.2.1', 'pass', 'IP4:192.0.2.1'],
  ])('%s from %s: %s', async (record, ip, result, term) => {
    expect(await evaluate(record, ip)).toEqual({ result, term, problem: null });
  });

  it.each([
    ['all', 'pass'],
    ['+all', 'pass'],
    ['-all', 'fail'],
    ['~all', 'softfail'],
    ['?all', 'neutral'],
  ])('is decided by the qualifier of %s: %s', async (term, result) => {
    expect(await evaluate(`v=spf1 ${term}`, '192.0.2.1')).toMatchObject({ result, term });
  });

  it('is neutral where no term matches', async () => {
    expect(await evaluate('v=spf1 -ip4:198.51.100.1', '192.0.2.1')).toMatchObject({
      result: 'neutral',
      term: null,
    });
  });
});

describe('an address of a host', () => {
  const hosts: Zone = {
    'mail.example.org': { a: ['198.51.100.1', '192.0.2.1'], aaaa: ['2001:db8::1'] },
    'example.org': { mx: [[10, 'mx.example.org'] as const, [20, 'mail.example.org'] as const] },
    'mx.example.org': { a: ['198.51.100.2'] },
  };

  it.each([
    ['a:mail.example.org', '192.0.2.1', 'pass'],
    ['a:mail.example.org', '2001:db8::1', 'pass'],
    ['a:mail.example.org', '192.0.2.2', 'fail'],
    ['a:mail.example.org/24', '192.0.2.2', 'pass'],
    ['a:mail.example.org/24//64', '2001:db8::2', 'pass'],
    ['a:mail.example.org//64', '192.0.2.2', 'fail'],
    ['mx:example.org', '192.0.2.1', 'pass'],
    ['mx:example.org', '198.51.100.2', 'pass'],
    ['mx:example.org/24', '198.51.100.99', 'pass'],
    ['mx:example.org', '192.0.2.2', 'fail'],
    ['exists:mail.example.org', '192.0.2.2', 'pass'],
    ['exists:missing.example.org', '192.0.2.2', 'fail'],
  ])('%s from %s: %s', async (term, ip, result) => {
    expect(await evaluate(`v=spf1 ${term} -all`, ip, hosts)).toMatchObject({ result });
  });

  it('is that of the domain itself where the term names none', async () => {
    const zone: Zone = { 'example.com': { txt: ['v=spf1 a/24 -all'], a: ['192.0.2.1'] } };
    expect(await evaluate('', '192.0.2.7', zone)).toMatchObject({ result: 'pass', term: 'a/24' });
  });

  it('is validated for ptr: the name leads back to the address', async () => {
    const reverse = (ptr: string[]): Zone => ({
      '1.2.0.192.in-addr.arpa': { ptr },
      'mail.example.com': { a: ['192.0.2.1'] },
      'false.example.com': { a: ['198.51.100.1'] },
      'mail.example.net': { a: ['192.0.2.1'] },
    });
    const record = 'v=spf1 ptr -all';
    const results = [];
    for (const names of [['mail.example.com'], ['false.example.com'], ['mail.example.net'], []])
      results.push((await evaluate(record, '192.0.2.1', reverse(names))).result);
    expect(results).toEqual(['pass', 'fail', 'fail', 'fail']);
  });
});

describe('the record of another domain', () => {
  const others: Zone = {
    'pass.example.net': { txt: ['v=spf1 ip4:192.0.2.1 -all'] },
    'loop.example.net': { txt: ['v=spf1 include:loop.example.net'] },
    'wrong.example.net': { txt: ['v=spf1 ip4:nonsense'] },
    'none.example.net': { txt: ['google-site-verification=1'] },
    'down.example.net': { answer: 'server-failure' },
  };

  it.each([
    ['include:pass.example.net ~all', '192.0.2.1', 'pass'],
    ['include:pass.example.net ~all', '192.0.2.2', 'softfail'],
    ['-include:pass.example.net', '192.0.2.1', 'fail'],
    ['include:none.example.net', '192.0.2.1', 'permerror'],
    ['include:wrong.example.net', '192.0.2.1', 'permerror'],
    ['include:loop.example.net', '192.0.2.1', 'permerror'],
    ['include:down.example.net', '192.0.2.1', 'temperror'],
    ['redirect=pass.example.net', '192.0.2.1', 'pass'],
    ['redirect=pass.example.net', '192.0.2.2', 'fail'],
    ['?all redirect=pass.example.net', '192.0.2.2', 'neutral'],
    ['redirect=none.example.net', '192.0.2.1', 'permerror'],
  ])('%s from %s: %s', async (terms, ip, result) => {
    expect(await evaluate(`v=spf1 ${terms}`, ip, others)).toMatchObject({ result });
  });
});

describe('macros', () => {
  it.each([
    ['%{i}', '192.0.2.1'],
    ['%{ir}', '1.2.0.192'],
    ['%{i2}', '2.1'],
    ['%{i1r}', '192'],
    ['%{d}', 'example.com'],
    ['%{d1}', 'com'],
    ['%{o}', 'example.com'],
    ['%{l}', 'probe.team'],
    ['%{l1}', 'team'],
    ['%{lr-}', 'probe.team'],
    ['%{S}', 'probe.team%40example.com'],
    ['%{h}', 'mail.example.net'],
    ['%{v}', 'in-addr'],
    ['%{p}', 'unknown'],
    ['a%%b%-c', 'a%b%20c'],
  ])('%s becomes %s', async (macro, value) => {
    const zone: Zone = { [`${value}.m.example.org`]: { a: ['127.0.0.2'] } };
    const outcome = await evaluate(`v=spf1 exists:${macro}.m.example.org -all`, '192.0.2.1', zone);
    expect(outcome.result).toBe('pass');
  });

  it('write an IPv6 address as nibbles', async () => {
    const name = `${['2001', '0db8', ...new Array<string>(5).fill('0000'), '0001'].join('').split('').join('.')}`;
    const zone: Zone = { [`${name}.ip6.m.example.org`]: { a: ['127.0.0.2'] } };
    const outcome = await evaluate('v=spf1 exists:%{i}.%{v}.m.example.org -all', '2001:db8::1', zone);
    expect(outcome.result).toBe('pass');
  });

  it('name the validated host, that of the domain first', async () => {
    const zone: Zone = {
      '1.2.0.192.in-addr.arpa': { ptr: ['mail.example.net', 'mail.example.com'] },
      'mail.example.net': { a: ['192.0.2.1'] },
      'mail.example.com': { a: ['192.0.2.1'] },
      'mail.example.com.m.example.org': { a: ['127.0.0.2'] },
    };
    const outcome = await evaluate('v=spf1 exists:%{p}.m.example.org -all', '192.0.2.1', zone);
    expect(outcome.result).toBe('pass');
  });

  it('make names that are too long shorter from the left', async () => {
    const name = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.org`;
    const zone: Zone = { [`${'x'.repeat(40)}.${name}`]: { a: ['127.0.0.2'] } };
    const record = `v=spf1 exists:${'y'.repeat(60)}.${'x'.repeat(40)}.${name} -all`;
    expect(await evaluate(record, '192.0.2.1', zone)).toMatchObject({ result: 'pass' });
  });
});

describe('a wrong record', () => {
  it.each([
    'foo',
    'al',
    'all:example.com',
    'all/8',
    'include',
    'include:',
    'include:example',
    'include:example.com/24',
    'a:',
    'a:192.0.2.1',
    'a/33',
    'a/024',
    'a//129',
    'mx:example.com/a',
    'exists:',
    'ptr:',
    'ip4',
    'ip4:192.0.2',
    'ip4:192.0.2.1/33',
    'ip4:2001:db8::1',
    'ip6:192.0.2.1',
    'ip6:2001:db8::1/129',
    'redirect=',
    'redirect=a.example.com redirect=b.example.com',
    'exp=a.example.com exp=b.example.com',
    'exists:%{i.example.com',
    'exists:%i.example.com',
    'exists:%{x}.example.com',
    'exists:%{c}.example.com',
    'exists:%{d0}.example.com',
    'foo=%{bar',
    'ip4:192.0.2.1\u00e9',
  ])('has the error %s, even after a term that matches', async (term) => {
    const { dns } = dnsOver(['127.0.0.1:1']);
    const records = [`v=spf1 ip4:192.0.2.1 ${term} -all`];
    dns.txt = async () => ({ kind: 'records', records, ttlSeconds: 60 });
    const outcome = await evaluateSpf({ ...sender, ip: '192.0.2.1' }, dns);
    expect(outcome).toMatchObject({ result: 'permerror', term: null, problem: expect.any(String) });
  });

  it('may have unknown modifiers, spaces and an explanation', async () => {
    const record = 'v=spf1   foo=bar  ip4:192.0.2.1 exp=why.example.com -all ';
    expect(await evaluate(record, '192.0.2.1')).toMatchObject({ result: 'pass' });
  });

  it('is one of several', async () => {
    const zone: Zone = { 'example.com': { txt: ['v=spf1 +all', 'v=spf1 -all'] } };
    expect(await evaluate('', '192.0.2.1', zone)).toMatchObject({
      result: 'permerror',
      problem: 'example.com has several SPF records',
    });
  });
});

describe('no record', () => {
  it.each<[string, Zone]>([
    ['no such domain', { 'example.com': { answer: 'no-domain' } }],
    ['no text', { 'example.com': { a: ['192.0.2.1'] } }],
    ['other texts only', { 'example.com': { txt: ['v=spf10 -all', 'v=spf2.0/pra -all', 'spf1'] } }],
  ])('is found if there is %s', async (_why, zone) => {
    expect(await evaluate('', '192.0.2.1', zone)).toEqual({ result: 'none', term: null, problem: null });
  });

  it('is asked for at a name that is no domain', async () => {
    for (const domain of ['localhost', 'a..example.com', `${'a'.repeat(64)}.example.com`, '[192.0.2.1]'])
      expect(await evaluate('v=spf1 +all', '192.0.2.1', {}, { domain })).toMatchObject({ result: 'none' });
  });

  it('is the answer if DNS fails', async () => {
    const outcome = await evaluate('', '192.0.2.1', { 'example.com': { answer: 'refused' } });
    expect(outcome).toMatchObject({
      result: 'temperror',
      problem: expect.stringContaining('DNS failed for the TXT records of example.com'),
    });
  });
});

describe('the limits of an evaluation', () => {
  const terms = (count: number) =>
    Array.from({ length: count }, (_, index) => `a:h${index}.example.com`).join(' ');

  it('allow ten terms that ask DNS', async () => {
    const hosts = otherHosts(11);
    expect(await evaluate(`v=spf1 ${terms(10)} +all`, '192.0.2.1', hosts)).toMatchObject({ result: 'pass' });
    expect(await evaluate(`v=spf1 ${terms(11)} +all`, '192.0.2.1', hosts)).toMatchObject({
      result: 'permerror',
      problem: 'more than 10 terms ask DNS, the last of them "a:h10.example.com"',
    });
  });

  it('count the terms of included records, and redirects', async () => {
    const zone: Zone = {
      ...otherHosts(9),
      'nine.example.net': { txt: [`v=spf1 ${terms(9)} ?all`] },
      'all.example.net': { txt: ['v=spf1 +all'] },
    };
    const record = (end: string) => `v=spf1 include:nine.example.net ${end}`;
    expect(await evaluate(record('+all'), '192.0.2.1', zone)).toMatchObject({ result: 'pass' });
    expect(await evaluate(record('redirect=all.example.net'), '192.0.2.1', zone)).toMatchObject({
      result: 'permerror',
    });
  });

  it('allow two names that do not exist', async () => {
    const missing = (count: number) =>
      Array.from({ length: count }, (_, index) => `a:missing${index}.example.com`).join(' ');
    expect(await evaluate(`v=spf1 ${missing(2)} +all`, '192.0.2.1')).toMatchObject({ result: 'pass' });
    expect(await evaluate(`v=spf1 ${missing(3)} +all`, '192.0.2.1')).toMatchObject({
      result: 'permerror',
      problem: 'more than 2 names do not exist, the last of them missing2.example.com',
    });
  });

  it('allow ten exchanges, and look at ten names of an address', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `h${index}.example.com`);
    const mx = (count: number): Zone => ({
      ...otherHosts(count),
      'example.net': { mx: names(count).map((name, index) => [index, name] as const) },
    });
    const record = 'v=spf1 mx:example.net +all';
    expect(await evaluate(record, '192.0.2.1', mx(10))).toMatchObject({ result: 'pass', term: '+all' });
    expect(await evaluate(record, '192.0.2.1', mx(11))).toMatchObject({ result: 'permerror' });
    const eleven: Zone = {
      ...otherHosts(10),
      '1.2.0.192.in-addr.arpa': { ptr: [...names(10), 'mail.example.com'] },
      'mail.example.com': { a: ['192.0.2.1'] },
    };
    expect(await evaluate('v=spf1 ptr -all', '192.0.2.1', eleven)).toMatchObject({ result: 'fail' });
  });
});

it('an evaluation ends with the reason of the signal', async () => {
  const server = await serveZone({ 'example.com': { answer: 'silent' } });
  const { dns } = dnsOver([server.address]);
  const leaving = new AbortController();
  const outcome = evaluateSpf({ ...sender, ip: '192.0.2.1' }, dns, leaving.signal);
  const reason = new Error('gone');
  leaving.abort(reason);
  await expect(outcome).rejects.toBe(reason);
});
