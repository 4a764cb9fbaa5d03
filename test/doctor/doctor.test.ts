import { describe, expect, it } from 'vitest';
import { netPorts } from '../../adapters/net/index.ts';
import { startDnsServer, startSandbox } from '../../adapters/sandbox/index.ts';
import { InvalidArgument } from '../../src/errors.ts';
import { type DoctorFinding, diagnose, worstSeverity } from '../../src/index.ts';
import { closedPort } from '../support/closed-port.ts';
import { until } from '../support/until.ts';
import { examineSandbox, goodExchanges, helo } from './examined-sandbox.ts';

describe('an examination', () => {
  it('finds nothing wrong where everything is as it should be, and says so for each check', async () => {
    const { findings, complaints } = await examineSandbox();
    expect(complaints).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      ...['resolver', 'resolver', 'resolver'],
      ...['outgoing_smtp', 'outgoing_smtp', 'address_seen', 'sender_domain'],
      ...['reverse_name', 'generic_name', 'helo', 'spf', 'block_list', 'block_list', 'block_list', 'clock'],
    ]);
    for (const finding of findings) {
      expect(finding.summary).toMatch(/\.$/);
      expect(finding.meaning).toMatch(/\.$/);
      expect(finding.advice).toBeNull();
    }
  });

  it('tells each finding once, as soon as it is known: the resolvers before what has to be asked of them', async () => {
    const told: DoctorFinding[] = [];
    const { findings } = await examineSandbox({
      options: { onFinding: (finding) => void told.push(finding) },
    });
    expect(new Set(told)).toEqual(new Set(findings));
    expect(told).toHaveLength(findings.length);
    const checks = told.map(({ check }) => check);
    expect(checks[0]).toBe('resolver');
    expect(checks.at(-1)).toBe('clock');
    expect(checks.indexOf('outgoing_smtp')).toBeLessThan(checks.indexOf('reverse_name'));
  });

  it('ends with what its listener throws', async () => {
    const onFinding = () => {
      throw new Error('The listener is broken.');
    };
    await expect(examineSandbox({ options: { onFinding } })).rejects.toThrow('The listener is broken.');
  });

  it('asks each exchange once, about nobody, and says goodbye', async () => {
    const lines: string[] = [];
    const log = ({ from, line }: { from: string; line: string }) => {
      if (from === 'client') lines.push(line);
    };
    const { sandbox } = await examineSandbox({ sandbox: { log } });
    expect(lines).toHaveLength(4);
    expect(new Set(lines)).toEqual(new Set([`EHLO ${helo}`, 'QUIT']));
    const { totals, violations } = sandbox.statistics;
    expect(totals).toMatchObject({ connections: 2, recipients: 0, open: 0 });
    expect(violations).toEqual([]);
  });

  it('connects to two large providers unless others are named', async () => {
    const large = ['gmail-smtp-in.l.google.com', 'outlook-com.olc.protection.outlook.com'];
    const exchanges = Object.fromEntries(large.map((host) => [host, {}]));
    await using sandbox = await startSandbox({ domains: {}, exchanges });
    const ports = netPorts(sandbox.network);
    const findings = await diagnose(ports);
    await ports.dns.close();
    const contacted = findings.flatMap((finding) =>
      finding.check === 'outgoing_smtp' && finding.ipVersion === 4 ? finding.exchanges : [],
    );
    expect(contacted.map(({ host, outcome }) => [host, outcome])).toEqual(
      large.map((host) => [host, 'greeted']),
    );
  });

  it('examines each of several egresses', async () => {
    const sandbox = await startSandbox({ domains: {}, exchanges: goodExchanges });
    const [first, second] = ['one', 'two'].map((name) => {
      const [egress] = netPorts(sandbox.network).egresses;
      return { ...egress!, name };
    });
    await sandbox.close();
    const mailFrom = 'probe@nowhere.example.org';
    const other = { ...second!, identity: { ...second!.identity, mailFrom } };
    const { all } = await examineSandbox({ ports: { egresses: [first!, other] } });
    expect(all('sender_domain')).toMatchObject([
      { egress: 'one', domain: helo, severity: 'ok' },
      { egress: 'two', domain: 'nowhere.example.org', severity: 'failure' },
    ]);
  });

  it('leaves out what needs egresses if there are none', async () => {
    const { findings, sandbox } = await examineSandbox({ ports: { egresses: [] } });
    expect(findings.map(({ check }) => check)).toEqual(['resolver', 'resolver', 'resolver', 'clock']);
    expect(sandbox.statistics.totals.connections).toBe(0);
  });

  it('ends with the reason of the signal, and leaves no connection open', async () => {
    const exchanges = { 'mx.example.org': { fault: 'silent' } } as const;
    await using sandbox = await startSandbox({ domains: {}, exchanges });
    const ports = netPorts(sandbox.network);
    const leaving = new AbortController();
    const examined = diagnose(ports, { canaries: ['mx.example.org'], signal: leaving.signal });
    await until(() => sandbox.statistics.totals.connections === 1);
    const reason = new Error('gone');
    leaving.abort(reason);
    await expect(examined).rejects.toBe(reason);
    await until(() => sandbox.statistics.totals.open === 0);
    await expect(diagnose(ports, { signal: leaving.signal })).rejects.toBe(reason);
    await ports.dns.close();
  });

  it.each([-1, Number.NaN])('refuses %d as minFreeBytes', async (minFreeBytes) => {
    await expect(examineSandbox({ options: { minFreeBytes } })).rejects.toThrow(InvalidArgument);
  });
});

describe('the resolvers', () => {
  it('fail if the only one does not answer; then no egress is examined', async () => {
    const dns = [`127.0.0.1:${await closedPort()}`];
    const { findings, first, sandbox } = await examineSandbox({ net: { dns } });
    expect(findings.map(({ check, severity }) => [check, severity])).toEqual([
      ['resolver', 'failure'],
      ['clock', 'warning'],
    ]);
    expect(first('resolver')).toMatchObject({
      resolver: dns[0],
      aspect: 'answers',
      summary: `The resolver ${dns[0]} does not answer (ECONNREFUSED).`,
    });
    expect(sandbox.statistics.totals.connections).toBe(0);
  });

  it('fail if none of several answers', async () => {
    const dns = [`127.0.0.1:${await closedPort()}`, `127.0.0.1:${await closedPort()}`];
    const { all } = await examineSandbox({ net: { dns } });
    expect(all('resolver').map(({ resolver, severity }) => [resolver, severity])).toEqual(
      dns.map((address) => [address, 'failure']),
    );
  });

  it('are warned of if one of several does not answer', async () => {
    await using sandbox = await startSandbox({ domains: {}, exchanges: goodExchanges });
    const dns = [`127.0.0.1:${await closedPort()}`, ...sandbox.network.dns];
    const { all } = await examineSandbox({ net: { dns, dialTable: sandbox.network.dialTable } });
    expect(all('resolver').map(({ aspect, severity }) => [aspect, severity])).toEqual([
      ['answers', 'warning'],
      ['answers', 'ok'],
      ['tcp', 'ok'],
      ['nxdomain', 'ok'],
    ]);
    expect(all('outgoing_smtp')[0]?.severity).toBe('ok');
  });

  it('fail if the only one refuses to resolve', async () => {
    const { first } = await examineSandbox({ zone: { 'a.root-servers.net': { answer: 'refused' } } });
    expect(first('resolver')).toMatchObject({ severity: 'failure', aspect: 'answers' });
  });

  it.each([
    ['names without addresses', { 'a.root-servers.net': { answer: 'no-domain' } }, 'a.root-servers.net'],
    ['large domains without MX', { 'gmail.com': {} }, 'gmail.com'],
  ] as const)('fail if they deny %s that exist; then no egress is examined', async (_what, zone, name) => {
    const { all, first, sandbox } = await examineSandbox({ zone });
    expect(all('resolver')).toHaveLength(1);
    expect(first('resolver')).toMatchObject({
      aspect: 'answers',
      severity: 'failure',
      summary: expect.stringContaining(`denies names that exist: ${name}.`),
      meaning: expect.stringContaining('would become invalid'),
    });
    expect(sandbox.statistics.totals.connections).toBe(0);
  });

  it('fail if one of several denies everything, because it may be asked first', async () => {
    await using sandbox = await startSandbox({ domains: {}, exchanges: goodExchanges });
    await using denying = await startDnsServer({});
    const dns = [denying.address, ...sandbox.network.dns];
    const { all } = await examineSandbox({ net: { dns, dialTable: sandbox.network.dialTable } });
    expect(all('resolver').map(({ aspect, severity }) => [aspect, severity])).toEqual([
      ['answers', 'failure'],
      ['answers', 'ok'],
      ['tcp', 'ok'],
      ['nxdomain', 'ok'],
    ]);
  });

  it('are warned of without TCP', async () => {
    const { all, complaints } = await examineSandbox({ sandbox: { dnsServer: { tcp: false } } });
    expect(complaints).toEqual(['resolver warning']);
    expect(all('resolver')[1]).toMatchObject({
      aspect: 'tcp',
      meaning: expect.stringContaining('dns_error'),
      advice: expect.stringContaining('TCP port 53'),
    });
  });

  it('fail if they invent addresses for names that do not exist', async () => {
    const { all } = await examineSandbox({ sandbox: { dnsServer: { nxdomainAddress: '192.0.2.80' } } });
    expect(all('resolver')[2]).toMatchObject({
      aspect: 'nxdomain',
      severity: 'failure',
      summary: expect.stringContaining('invents 192.0.2.80'),
    });
    for (const list of all('block_list')) expect(list).toMatchObject({ severity: 'warning', listed: null });
  });

  it('are warned of if they fail for names that do not exist', async () => {
    const random = { uuid: () => 'missing', next: () => 0 };
    const zone = { 'mailproof-missing.com': { answer: 'server-failure' } } as const;
    const { all, complaints } = await examineSandbox({ zone, ports: { random } });
    expect(complaints).toEqual(['resolver warning']);
    expect(all('resolver')[2]).toMatchObject({
      aspect: 'nxdomain',
      summary: expect.stringContaining('SERVFAIL'),
    });
  });
});

describe("the domain of the sender's address", () => {
  it.each([
    ['does not exist', 'missing.example.org', {}],
    ['takes no mail', 'null.example.org', { mx: [[0, '.'] as const] }],
    ['has neither MX nor address records', 'empty.example.org', { txt: ['nothing'] }],
    [
      'names exchanges without an address',
      'lost.example.org',
      { mx: [[10, 'mx.lost.example.org'] as const] },
    ],
    ['is reserved', 'mail.invalid', {}],
  ])('fails if it %s', async (_what, domain, records) => {
    const zone = Object.keys(records).length === 0 ? {} : { [domain]: records };
    const { first } = await examineSandbox({ zone, net: { mailFrom: `probe@${domain}` } });
    expect(first('sender_domain')).toMatchObject({
      severity: 'failure',
      domain,
      summary: expect.stringContaining(domain),
      advice: expect.any(String),
    });
  });

  it('is right without MX records if it has an address, over either IP version', async () => {
    for (const records of [{ a: ['192.0.2.1'] }, { aaaa: ['2001:db8::1'] }]) {
      const zone = { 'plain.example.org': records };
      const { first } = await examineSandbox({ zone, net: { mailFrom: 'probe@plain.example.org' } });
      expect(first('sender_domain').severity).toBe('ok');
    }
  });

  it('is warned of if it cannot be looked up', async () => {
    const zone = { 'broken.example.org': { answer: 'server-failure' } } as const;
    const { first } = await examineSandbox({ zone, net: { mailFrom: 'probe@broken.example.org' } });
    expect(first('sender_domain')).toMatchObject({
      severity: 'warning',
      summary: expect.stringContaining('SERVFAIL'),
    });
  });
});

it('the gravest severity counts', () => {
  const of = (...severities: DoctorFinding['severity'][]) =>
    worstSeverity(severities.map((severity) => ({ severity })));
  expect(of()).toBe('ok');
  expect(of('ok', 'ok')).toBe('ok');
  expect(of('ok', 'warning', 'ok')).toBe('warning');
  expect(of('warning', 'failure', 'ok')).toBe('failure');
});
