import { describe, expect, it } from 'vitest';
import { netPorts } from '../../adapters/net/index.ts';
import { startSandbox, type ZoneRecords } from '../../adapters/sandbox/index.ts';
import { diagnose } from '../../src/index.ts';
import { ManualClock } from '../support/manual-clock.ts';
import {
  examineSandbox,
  exchangeOverIPv6,
  goodExchanges,
  helo,
  reverseOfSeen,
  reverseOfSeenOverIPv6,
  seen,
  seenOverIPv6,
} from './examined-sandbox.ts';

const [google = '', outlook = ''] = Object.keys(goodExchanges);
const googleExchange = goodExchanges[google]!;

/** The DNS of an egress that is set up as it should be for IPv6 as well. */
const zoneWithIPv6 = {
  [helo]: {
    a: [seen],
    aaaa: [seenOverIPv6],
    mx: [[10, helo] as const],
    txt: ['v=spf1 a -all'],
  },
  [reverseOfSeenOverIPv6]: { ptr: [helo] },
};

describe('outgoing port 25 over IPv4', () => {
  it('is open if the exchanges greet us', async () => {
    const { first } = await examineSandbox();
    expect(first('outgoing_smtp')).toMatchObject({
      severity: 'ok',
      egress: helo,
      ipVersion: 4,
      exchanges: [
        { host: google, outcome: 'greeted', detail: expect.stringMatching(/^220 mx\.google\.com ESMTP/) },
        { host: outlook, outcome: 'greeted' },
      ],
    });
  });

  it('is warned of if one exchange cannot be reached, or refuses us', async () => {
    for (const [outlookExchange, outcome, detail] of [
      [{ refusesConnections: true }, 'unreachable', /refuses connections/],
      [{ blocks: 'greeting' }, 'refused', /^554 5\.7\.1 Service unavailable; Client host \[192\.0\.2\.25\]/],
      [{ replies: { hello: '550 5.7.1 Helo command rejected' } }, 'refused', /^550 5\.7\.1 Helo command/],
    ] as const) {
      const { first, complaints } = await examineSandbox({
        exchanges: { [google]: googleExchange, [outlook]: outlookExchange },
      });
      expect(complaints).toContain('outgoing_smtp warning');
      const { exchanges, summary } = first('outgoing_smtp');
      expect(exchanges[1]).toMatchObject({ outcome, detail: expect.stringMatching(detail) });
      expect(summary).toContain(
        `only ${google} accepted the connection. ${outlook}: ${exchanges[1]?.detail}`,
      );
    }
  });

  it('fails if no exchange can be reached, and says what to ask for', async () => {
    const refusing = { refusesConnections: true };
    const { first } = await examineSandbox({ exchanges: { [google]: refusing, [outlook]: refusing } });
    expect(first('outgoing_smtp')).toMatchObject({
      severity: 'failure',
      meaning: expect.stringContaining('ServiceUnavailable'),
      advice: expect.stringContaining('open outgoing TCP port 25'),
    });
  });

  it('fails if every exchange refuses us', async () => {
    const blocking = { blocks: 'greeting' } as const;
    const { first } = await examineSandbox({ exchanges: { [google]: blocking, [outlook]: blocking } });
    expect(first('outgoing_smtp')).toMatchObject({
      severity: 'failure',
      summary: expect.stringMatching(/no mail server takes us\..*blocked using zen\.spamhaus\.org/),
      meaning: expect.stringContaining('blocked'),
    });
  });

  it('fails if no exchange is found in DNS', async () => {
    const { first } = await examineSandbox({ options: { canaries: ['missing.example.org'] } });
    expect(first('outgoing_smtp')).toMatchObject({
      severity: 'failure',
      exchanges: [{ host: 'missing.example.org', address: null, outcome: 'unresolved' }],
    });
    const zone = { 'broken.example.org': { answer: 'server-failure' } } as const;
    const broken = await examineSandbox({ zone, options: { canaries: ['broken.example.org'] } });
    expect(broken.first('outgoing_smtp').exchanges[0]?.detail).toMatch(/DNS failed .*SERVFAIL/);
  });

  it('fails if the exchanges are silent, after half a minute', async () => {
    const silent = { fault: 'silent' } as const;
    await using sandbox = await startSandbox({ domains: {}, exchanges: { [google]: silent } });
    const clock = new ManualClock();
    const ports = netPorts({ ...sandbox.network, clock });
    let findings: Awaited<ReturnType<typeof diagnose>> | undefined;
    void diagnose(ports, { canaries: [google] }).then((found) => {
      findings = found;
    });
    const startedAt = clock.now();
    while (findings === undefined) await clock.advance(100);
    await ports.dns.close();
    expect(clock.now() - startedAt).toBeLessThan(40_000);
    const [finding] = findings.filter(({ check }) => check === 'outgoing_smtp');
    expect(finding).toMatchObject({ severity: 'failure', exchanges: [{ outcome: 'unreachable' }] });
    expect(clock.pending).toBe(0);
  });

  it('tries a second address of an exchange, and no third', async () => {
    const { first } = await examineSandbox({
      exchanges: { [google]: { ...googleExchange, deadAddresses: 1 } },
    });
    expect(first('outgoing_smtp').severity).toBe('ok');
    const third = await examineSandbox({ exchanges: { [google]: { ...googleExchange, deadAddresses: 2 } } });
    expect(third.first('outgoing_smtp').severity).toBe('failure');
  });

  it('is not known if no exchange is named', async () => {
    const { all } = await examineSandbox({ options: { canaries: [] } });
    expect(all('outgoing_smtp').map(({ severity }) => severity)).toEqual(['warning', 'ok']);
  });

  it('shows a long reply only in part', async () => {
    const blocking = { blocks: 'greeting', texts: { blocked: `554 ${'no '.repeat(500)}` } } as const;
    const { first } = await examineSandbox({ exchanges: { [google]: blocking } });
    expect(first('outgoing_smtp').exchanges[0]?.detail).toHaveLength(300);
  });
});

describe('outgoing port 25 over IPv6', () => {
  it('is examined with everything that depends on the address', async () => {
    const { all, complaints, findings } = await examineSandbox({
      exchanges: { ...goodExchanges, 'mx6.example.net': exchangeOverIPv6 },
      zone: zoneWithIPv6,
      options: { canaries: [google, 'mx6.example.net'] },
    });
    // The second exchange has no IPv4 address, and the first one states no time.
    expect(complaints).toEqual(['outgoing_smtp warning', 'clock warning']);
    expect(all('outgoing_smtp')[1]).toMatchObject({ ipVersion: 6, severity: 'ok' });
    expect(all('address_seen')).toMatchObject([
      { addresses: [{ address: seen }, { address: seenOverIPv6, source: 'exchange' }] },
    ]);
    const onIPv6 = findings.filter((finding) => 'address' in finding && finding.address === seenOverIPv6);
    expect(onIPv6.map(({ check, severity }) => `${check} ${severity}`)).toEqual([
      'reverse_name ok',
      'generic_name ok',
      'helo ok',
      'spf ok',
      ...['block_list ok', 'block_list ok', 'block_list ok'],
    ]);
  });

  it('is warned of if it is closed, or exchanges refuse us', async () => {
    for (const [changes, summary] of [
      [{ refusesConnections: true }, /cannot be reached over IPv6/],
      [{ blocks: 'greeting' }, /Over IPv6, mail servers refuse us/],
    ] as const) {
      const { all } = await examineSandbox({
        exchanges: { ...goodExchanges, 'mx6.example.net': { ip: '6', ...changes } },
      });
      expect(all('outgoing_smtp')[1]).toMatchObject({
        ipVersion: 6,
        severity: 'warning',
        summary: expect.stringMatching(summary),
      });
    }
  });

  it('is not missed on a machine without IPv6', async () => {
    const exchanges = { ...goodExchanges, 'mx6.example.net': exchangeOverIPv6 };
    const { all } = await examineSandbox({ exchanges, withoutRouteTo: 6 });
    expect(all('outgoing_smtp')[1]).toMatchObject({
      severity: 'ok',
      summary: 'This machine has no IPv6.',
      exchanges: [{}, {}, { outcome: 'no_route' }],
    });
  });

  it('does, with a warning, where there is no IPv4', async () => {
    const exchanges = { [google]: googleExchange, 'mx6.example.net': exchangeOverIPv6 };
    const { all } = await examineSandbox({ exchanges, withoutRouteTo: 4 });
    expect(all('outgoing_smtp')).toMatchObject([
      { severity: 'warning', summary: 'This egress has no IPv4.' },
      { severity: 'ok' },
    ]);
    const alone = await examineSandbox({ exchanges: { [google]: googleExchange }, withoutRouteTo: 4 });
    expect(alone.first('outgoing_smtp').severity).toBe('failure');
  });

  it('is not tried from an IPv4 address, nor IPv4 from an IPv6 address', async () => {
    const localAddress = '127.0.0.1';
    const { all } = await examineSandbox({ net: { localAddress } });
    expect(all('outgoing_smtp').map(({ ipVersion }) => ipVersion)).toEqual([4]);
    const six = await examineSandbox({ net: { localAddress: '2001:db8::25' } });
    expect(six.all('outgoing_smtp').map(({ ipVersion }) => ipVersion)).toEqual([6]);
  });
});

describe('the address that servers see', () => {
  it('is what they say', async () => {
    const { first } = await examineSandbox();
    expect(first('address_seen')).toMatchObject({
      severity: 'ok',
      addresses: [{ address: seen, source: 'exchange' }],
      summary: 'Mail servers see 192.0.2.25 (translated from 127.0.0.1).',
    });
  });

  it('is warned of if they say different ones; each is examined', async () => {
    const other = { texts: { hello: '250 mx.example.net Hello [192.0.2.26]' } };
    const { first, all } = await examineSandbox({
      exchanges: { [google]: googleExchange, [outlook]: other },
    });
    expect(first('address_seen')).toMatchObject({
      severity: 'warning',
      summary: expect.stringContaining('192.0.2.25, 192.0.2.26'),
      meaning: expect.stringContaining('greylisted'),
    });
    expect(all('reverse_name').map(({ address }) => address)).toEqual([seen, '192.0.2.26']);
  });

  it('is taken to be that of HELO if nobody says it and this machine has a private one', async () => {
    const { first, all } = await examineSandbox({ exchanges: { 'mx.example.net': {} } });
    expect(first('address_seen')).toMatchObject({
      severity: 'warning',
      addresses: [{ address: seen, source: 'helo' }],
    });
    expect(all('reverse_name')).toMatchObject([{ address: seen, severity: 'ok' }]);
  });

  it('is the one that is configured, not confirmed, while no mail server greets us', async () => {
    const net = { localAddress: '203.0.113.9' };
    const { first } = await examineSandbox({ net });
    expect(first('outgoing_smtp').severity).toBe('failure');
    expect(first('address_seen')).toMatchObject({
      severity: 'warning',
      addresses: [{ address: '203.0.113.9', source: 'configured' }],
      summary: '203.0.113.9 is configured, not confirmed: no mail server answered.',
    });
    expect(first('reverse_name')).toMatchObject({ address: '203.0.113.9', severity: 'failure' });
  });

  it('is not known if HELO leads nowhere either; then nothing is found out about it', async () => {
    const { first, all } = await examineSandbox({
      exchanges: { 'mx.example.net': {} },
      net: { helo: 'missing.example.org' },
    });
    expect(first('address_seen')).toMatchObject({ severity: 'warning', addresses: [] });
    expect([...all('reverse_name'), ...all('spf'), ...all('block_list'), ...all('helo')]).toEqual([]);
  });
});

describe('the name of the address', () => {
  it('fails if there is none, or it does not lead back', async () => {
    const cases: readonly (readonly [ZoneRecords, string[], RegExp])[] = [
      [{}, [], /has no name: there is no PTR record/],
      [{ answer: 'no-domain' }, [], /has no name/],
      [{ ptr: ['missing.example.net'] }, ['missing.example.net'], /no such name leads back/],
    ];
    for (const [records, names, summary] of cases) {
      const { first } = await examineSandbox({ zone: { [reverseOfSeen]: records } });
      expect(first('reverse_name')).toMatchObject({
        severity: 'failure',
        address: seen,
        names,
        confirmed: [],
        summary: expect.stringMatching(summary),
        advice: expect.stringContaining(`set its PTR record to ${helo}`),
      });
    }
  });

  it('is right if one of several leads back', async () => {
    const zone = { [reverseOfSeen]: { ptr: ['missing.example.net', helo] } };
    const { first, complaints } = await examineSandbox({ zone });
    expect(first('reverse_name')).toMatchObject({ names: ['missing.example.net', helo], confirmed: [helo] });
    expect(complaints).toEqual([]);
  });

  it('is warned of if it cannot be looked up', async () => {
    const { first } = await examineSandbox({ zone: { [reverseOfSeen]: { answer: 'server-failure' } } });
    expect(first('reverse_name')).toMatchObject({
      severity: 'warning',
      summary: expect.stringContaining('SERVFAIL'),
    });
  });

  it('is warned of if it looks like that of a home connection', async () => {
    const name = '25-2-0-192.dyn.example.net';
    const zone = { [reverseOfSeen]: { ptr: [name] }, [name]: { a: [seen] } };
    const { first } = await examineSandbox({ zone });
    expect(first('generic_name')).toMatchObject({
      severity: 'warning',
      name,
      summary: expect.stringContaining('"25-2-0-192"'),
    });
  });
});

describe('the name in EHLO', () => {
  const sender = { mx: [[10, 'mx.google.example.net'] as const], txt: [`v=spf1 ip4:${seen} -all`] };

  it('fails if it does not exist', async () => {
    const { first } = await examineSandbox({ net: { helo: 'missing.example.org' } });
    expect(first('helo')).toMatchObject({
      severity: 'failure',
      helo: 'missing.example.org',
      advice: expect.stringContaining(`A record missing.example.org with ${seen}`),
    });
  });

  it('is warned of if it leads elsewhere, or differs from the name of the address', async () => {
    const elsewhere = await examineSandbox({ zone: { [helo]: { ...sender, a: ['192.0.2.99'] } } });
    expect(elsewhere.first('helo')).toMatchObject({
      severity: 'warning',
      summary: expect.stringContaining('leads to 192.0.2.99, but not to 192.0.2.25'),
    });
    const named = await examineSandbox({
      zone: { [reverseOfSeen]: { ptr: ['host.example.net'] }, 'host.example.net': { a: [seen] } },
    });
    expect(named.first('helo')).toMatchObject({
      severity: 'warning',
      meaning: expect.stringContaining('GMX'),
    });
  });

  it('is warned of if it cannot be looked up', async () => {
    const zone = { 'broken.example.org': { answer: 'server-failure' } } as const;
    const { first } = await examineSandbox({ zone, net: { helo: 'broken.example.org' } });
    expect(first('helo')).toMatchObject({
      severity: 'warning',
      summary: expect.stringContaining('SERVFAIL'),
    });
  });

  it('is warned of if it is an address, and fails if it is another one', async () => {
    const right = await examineSandbox({ net: { helo: `[${seen}]` } });
    expect(right.first('helo')).toMatchObject({ severity: 'warning', helo: `[${seen}]` });
    const wrong = await examineSandbox({ net: { helo: '[192.0.2.99]' } });
    expect(wrong.first('helo')).toMatchObject({ severity: 'failure' });
    const ofIPv6 = await examineSandbox({ net: { helo: `[IPv6:${seenOverIPv6}]` } });
    expect(ofIPv6.first('helo')).toMatchObject({ severity: 'failure' });
  });
});

describe('SPF', () => {
  const record = (text: string): ZoneRecords => ({
    a: [seen],
    mx: [[10, helo]],
    txt: [text],
  });

  it.each([
    ['v=spf1 mx -all', 'pass', 'ok', undefined],
    ['no record', 'none', 'warning', `"v=spf1 ip4:${seen} -all"`],
    ['v=spf1 ?all', 'neutral', 'warning', `Add "ip4:${seen}"`],
    ['v=spf1 ~all', 'softfail', 'warning', `Add "ip4:${seen}"`],
    ['v=spf1 -all', 'fail', 'failure', `Add "ip4:${seen}"`],
    ['v=spf1 ipv4:192.0.2.0/24 -all', 'permerror', 'failure', 'Correct the record'],
    ['v=spf1 include:broken.example.org -all', 'temperror', 'warning', 'Try again later'],
  ])('%s: %s, which is %s', async (text, result, severity, advice) => {
    const zone = { [helo]: record(text), 'broken.example.org': { answer: 'server-failure' } } as const;
    const { first, complaints } = await examineSandbox({ zone });
    const finding = first('spf');
    expect(finding).toMatchObject({ domain: helo, address: seen, result, severity });
    if (advice === undefined) expect(complaints).toEqual([]);
    else expect(finding.advice).toContain(advice);
  });
});

describe('block lists', () => {
  const ofSeen = '25.2.0.192';
  const testEntry = '2.0.0.127';

  it('fail if the address is on one that many servers use, and say why', async () => {
    const zone = { [`${ofSeen}.zen.spamhaus.org`]: { a: ['127.0.0.4', '127.0.0.10'] } };
    const { all, complaints } = await examineSandbox({ zone });
    expect(complaints).toEqual(['block_list failure']);
    expect(all('block_list')[0]).toMatchObject({
      list: 'zen.spamhaus.org',
      listed: true,
      codes: ['127.0.0.4', '127.0.0.10'],
      summary: expect.stringMatching(/XBL, a hijacked machine; PBL/),
      advice: expect.stringContaining('https://check.spamhaus.org'),
    });
  });

  it('are warned of if the address is on one that few servers use', async () => {
    const zone = { [`${ofSeen}.psbl.surriel.com`]: { a: ['127.0.0.2'] } };
    const { all } = await examineSandbox({ zone });
    expect(all('block_list')[2]).toMatchObject({ severity: 'warning', listed: true });
  });

  it.each([
    ['a public resolver is refused', { a: ['127.255.255.254'] }, /public resolvers/],
    ['there were too many questions', { a: ['127.255.255.255'] }, /too often/],
    ['the zone is misspelled', { a: ['127.255.255.252'] }, /misspelled/],
    ['the list refuses for another reason', { a: ['127.255.255.1'] }, /127\.255\.255\.1/],
    ['the answer is no listing', { a: ['203.0.113.80'] }, /203\.0\.113\.80/],
    ['DNS fails', { answer: 'server-failure' }, /SERVFAIL/],
  ] as const)('cannot tell if %s, for the address or for the test entry', async (_why, records, problem) => {
    for (const name of [ofSeen, testEntry]) {
      const { all } = await examineSandbox({ zone: { [`${name}.zen.spamhaus.org`]: records } });
      expect(all('block_list')[0]).toMatchObject({
        severity: 'warning',
        listed: null,
        summary: expect.stringMatching(problem),
        advice: expect.stringContaining('--block-lists'),
      });
    }
  });

  it('cannot tell if they have no test entry, or list every address', async () => {
    const silent = await examineSandbox({ zone: { [`${testEntry}.bl.spamcop.net`]: {} } });
    expect(silent.all('block_list')[1]).toMatchObject({
      listed: null,
      summary: expect.stringMatching(/test entry/),
    });
    const everything = {
      '1.0.0.127.bl.spamcop.net': { a: ['127.0.0.2'] },
      [`${ofSeen}.bl.spamcop.net`]: { a: ['127.0.0.2'] },
    };
    const givenUp = await examineSandbox({ zone: everything });
    expect(givenUp.all('block_list')[1]).toMatchObject({
      listed: null,
      summary: expect.stringMatching(/lists every address/),
    });
  });

  it('are those that the host chooses', async () => {
    const zone = {
      [`${testEntry}.lists.example.org`]: { a: ['127.0.0.2'] },
      [`${ofSeen}.lists.example.org`]: { a: ['127.0.0.7'] },
    };
    const { all, sandbox } = await examineSandbox({ zone, options: { blockLists: ['lists.example.org'] } });
    expect(all('block_list')).toMatchObject([
      { list: 'lists.example.org', listed: true, severity: 'warning', codes: ['127.0.0.7'] },
    ]);
    expect(sandbox.questionCount(`${testEntry}.zen.spamhaus.org`)).toBe(0);
    const none = await examineSandbox({ options: { blockLists: [] } });
    expect(none.all('block_list')).toEqual([]);
  });

  it('are asked with the key of a customer, which is not shown', async () => {
    const zone = {
      [`${testEntry}.s3cretkey.zen.dq.spamhaus.net`]: { a: ['127.0.0.2'] },
      [`${ofSeen}.s3cretkey.zen.dq.spamhaus.net`]: { a: ['127.0.0.3'] },
    };
    const blockLists = ['s3cretkey.zen.dq.spamhaus.net'];
    const { all, findings } = await examineSandbox({ zone, options: { blockLists } });
    expect(all('block_list')).toMatchObject([
      { list: 'zen.dq.spamhaus.net', severity: 'failure', summary: expect.stringContaining('CSS') },
    ]);
    expect(JSON.stringify(findings)).not.toContain('s3cretkey');
  });

  it('are asked about an IPv6 address by its nibbles', async () => {
    const nibbles = reverseOfSeenOverIPv6.replace('.ip6.arpa', '');
    const { all } = await examineSandbox({
      exchanges: { 'mx6.example.net': exchangeOverIPv6 },
      zone: { [`${nibbles}.zen.spamhaus.org`]: { a: ['127.0.0.3'] } },
    });
    expect(all('block_list')[0]).toMatchObject({ address: seenOverIPv6, listed: true });
  });
});
