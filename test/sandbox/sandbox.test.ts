import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  networkOf,
  type Sandbox,
  type SandboxNetwork,
  startSandbox,
} from '../../adapters/sandbox/sandbox.ts';
import type { SandboxWorld } from '../../adapters/sandbox/world.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { resolveMxRecords } from '../support/mx-records.ts';
import { until } from '../support/until.ts';
import { clientOf } from './smtp/raw-client.ts';

let sandbox: Sandbox;

afterEach(() => sandbox.close());

async function start(world: SandboxWorld): Promise<Resolver> {
  sandbox = await startSandbox(world);
  return resolverOf(sandbox.network);
}

function resolverOf(network: SandboxNetwork): Resolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers(network.dns);
  return resolver;
}

describe('DNS of a world', () => {
  test('names the exchanges of a domain in order of preference, at addresses of the benchmark range', async () => {
    const resolver = await start({
      domains: { 'example.com': { mx: ['mx1.example.com', 'mx2.example.com'] } },
      exchanges: { 'mx1.example.com': {}, 'mx2.example.com': {} },
    });
    expect(await resolveMxRecords(resolver, 'example.com')).toEqual([
      { priority: 10, exchange: 'mx1.example.com' },
      { priority: 20, exchange: 'mx2.example.com' },
    ]);
    const [address] = await resolver.resolve4('mx1.example.com');
    expect(address).toMatch(/^198\.1[89]\./);
    expect(sandbox.network.dialTable.get(address!)).toEqual(sandbox.endpointOf('mx1.example.com'));
  });

  test('distinguishes a null MX, an implicit MX, an empty domain and a missing one', async () => {
    const resolver = await start({
      domains: {
        'null.example.com': { mx: 'null' },
        'implicit.example.com': { mx: 'implicit' },
        'empty.example.com': {},
      },
      exchanges: { 'implicit.example.com': {} },
    });
    expect(await resolveMxRecords(resolver, 'null.example.com')).toEqual([{ priority: 0, exchange: '' }]);
    await expect(resolver.resolveMx('implicit.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(await resolver.resolve4('implicit.example.com')).toHaveLength(1);
    await expect(resolver.resolveMx('empty.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolveMx('missing.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test('fails where the world says so', async () => {
    const resolver = await start({
      domains: { 'a.example.com': { dns: 'server-failure' }, 'b.example.com': { dns: 'refused' } },
      exchanges: {},
    });
    await expect(resolver.resolveMx('a.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    await expect(resolver.resolveMx('b.example.com')).rejects.toMatchObject({ code: 'EREFUSED' });
    expect(sandbox.statistics.dnsQuestions).toBeGreaterThanOrEqual(2);
    expect(sandbox.questionCount('a.example.com', 'MX')).toBeGreaterThanOrEqual(1);
  });

  test('writes internationalised names as A-labels', async () => {
    const resolver = await start({
      domains: { 'bücher.example.com': { mx: ['post.bücher.example.com'] } },
      exchanges: { 'post.bücher.example.com': {} },
    });
    const [mx] = await resolver.resolveMx('xn--bcher-kva.example.com');
    expect(mx?.exchange).toBe('post.xn--bcher-kva.example.com');
    expect(await resolver.resolve4(mx!.exchange)).toHaveLength(1);
  });

  test('gives an exchange IPv6 addresses, or dead ones first, where asked to', async () => {
    const resolver = await start({
      domains: {},
      exchanges: {
        'six.example.com': { ip: '6' },
        'both.example.com': { ip: 'both' },
        'second.example.com': { deadAddresses: 1 },
      },
    });
    const [six] = await resolver.resolve6('six.example.com');
    expect(sandbox.network.dialTable.get(six!)).toEqual(sandbox.endpointOf('six.example.com'));
    await expect(resolver.resolve4('six.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(await resolver.resolve4('both.example.com')).toHaveLength(1);
    expect(await resolver.resolve6('both.example.com')).toHaveLength(1);
    const [dead, live] = (await resolver.resolve4('second.example.com')).map((address) =>
      sandbox.network.dialTable.get(address),
    );
    expect(live).toEqual(sandbox.endpointOf('second.example.com'));
    expect(dead?.port).not.toBe(live?.port);
  });

  test('may be added to and changed while it runs', async () => {
    const resolver = await start({
      domains: { 'example.com': { mx: ['mail.example.com'], mailboxes: ['ann'] } },
      exchanges: { 'mx.example.com': {} },
      zone: { 'mail.example.com': { cname: 'mx.example.com' } },
    });
    expect(await resolver.resolve4('mail.example.com')).toEqual(await resolver.resolve4('mx.example.com'));
    sandbox.patchZone({ 'mx.example.com': { a: ['198.19.255.1'] } });
    expect(await resolver.resolve4('mail.example.com')).toEqual(['198.19.255.1']);
  });

  test('an exchange takes mail for a domain that reaches it through an alias', async () => {
    await start({
      domains: { 'example.com': { mx: ['mail.example.com'], mailboxes: ['ann'] } },
      exchanges: { 'mx.example.com': {} },
      zone: { 'mail.example.com': { cname: 'mx.example.com' } },
    });
    const client = await (await clientOf(sandbox)).begin();
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^250 /);
  });

  test('the identity that goes with it is set up as a sender should be', async () => {
    const resolver = await start({ domains: {}, exchanges: {} });
    const { helo, mailFrom } = sandbox.network;
    const [address = ''] = await resolver.resolve4(helo);
    expect(await resolver.reverse(address)).toEqual([helo]);
    expect(await resolver.resolveMx(mailFrom.split('@')[1]!)).toHaveLength(1);
    expect(await resolver.resolveTxt(helo)).toEqual([['v=spf1 a -all']]);
  });

  test('its block lists have their test entry, and not the client', async () => {
    const resolver = await start({ domains: {}, exchanges: {} });
    expect(await resolver.resolve4('2.0.0.127.zen.spamhaus.org')).toEqual(['127.0.0.2']);
    await expect(resolver.resolve4('25.2.0.192.zen.spamhaus.org')).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });

  test('a greeting may state the time by its clock', async () => {
    const clock = new ManualClock(Date.UTC(2025, 2, 4, 9, 12, 44));
    const exchanges = { 'mx.example.com': { greeting: '220 {host} ready at {date}' } };
    sandbox = await startSandbox({ domains: {}, exchanges }, { clock });
    const client = await clientOf(sandbox);
    expect(await client.reply()).toBe('220 mx.example.com ready at Tue, 04 Mar 2025 09:12:44 +0000');
  });
});

describe('a world that contradicts itself', () => {
  test.each<[string, SandboxWorld, RegExp]>([
    [
      'names an exchange that it lacks',
      { domains: { 'example.com': { mx: ['mx.example.com'] } }, exchanges: {} },
      /Add "mx\.example\.com" to `exchanges`/,
    ],
    [
      'makes a domain its own exchange that is none',
      { domains: { 'example.com': { mx: 'implicit' } }, exchanges: {} },
      /Add "example\.com" to `exchanges`/,
    ],
    [
      'has mailboxes that no exchange serves',
      { domains: { 'example.com': { mailboxes: ['ann'] } }, exchanges: {} },
      /Give the domain "example\.com" an `mx`/,
    ],
    [
      'has an impossible zone',
      { domains: {}, exchanges: {}, zone: { 'a.example.com': { a: ['1.2.3'] } } },
      /1\.2\.3/,
    ],
  ])('is refused when it %s', async (_, world, message) => {
    await expect(startSandbox(world)).rejects.toThrow(message);
    sandbox = await startSandbox({ domains: {}, exchanges: {} });
  });

  test('says so when asked for an exchange that does not exist', async () => {
    await start({ domains: {}, exchanges: {} });
    expect(() => sandbox.endpointOf('mx.example.com')).toThrow(/"mx\.example\.com" is none/);
  });
});

describe('statistics', () => {
  test('count what went over the wire, for each exchange and in all', async () => {
    await start({
      domains: {
        'example.com': { mx: ['mx1.example.com'], mailboxes: ['ann'] },
        'example.org': { mx: ['mx2.example.org'], mailboxes: ['bob'] },
      },
      exchanges: { 'mx1.example.com': {}, 'mx2.example.org': {} },
    });
    const first = await (await clientOf(sandbox, 'mx1.example.com')).begin();
    first.send('RCPT TO:<Ann@example.com>', 'RCPT TO:<nobody@example.com>', 'RCPT TO:<ann@example.com>');
    await first.replies(3);
    const second = await (await clientOf(sandbox, 'mx2.example.org')).begin();
    await second.ask('RCPT TO:<bob@example.org>');

    const { statistics } = sandbox;
    expect(statistics.exchanges.get('mx1.example.com')).toMatchObject({
      connections: 1,
      commands: 5,
      recipients: 3,
      refused: 1,
      transactions: 1,
      roundTrips: 4,
    });
    expect(statistics.totals).toMatchObject({
      connections: 2,
      open: 2,
      peakConnections: 2,
      commands: 8,
      recipients: 4,
      refused: 1,
      transactions: 2,
      violations: 0,
    });
    expect([...statistics.recipients]).toEqual([
      ['ann@example.com', 2],
      ['nobody@example.com', 1],
      ['bob@example.org', 1],
    ]);
    expect(statistics.totals.bytesIn).toBeGreaterThan(0);
    expect(statistics.totals.bytesOut).toBeGreaterThan(statistics.totals.bytesIn);

    first.close();
    second.close();
    await until(() => statistics.totals.open === 0);
    expect(statistics.totals.peakConnections).toBe(2);
  });
});

describe('a description', () => {
  test('survives JSON and gives the same network', async () => {
    await start({ domains: {}, exchanges: { 'mx.example.com': {} } });
    expect(networkOf(JSON.parse(JSON.stringify(sandbox.describe())))).toEqual(sandbox.network);
  });
});

describe('a large world', () => {
  test('with 2,000 domains on 250 exchanges serves every domain at its own exchange', async () => {
    const hosts = Array.from({ length: 250 }, (_, index) => `mx${index}.example.net`);
    const resolver = await start({
      domains: Object.fromEntries(
        Array.from({ length: 2_000 }, (_, index) => [
          `company${index}.example.com`,
          { mx: [hosts[index % hosts.length]!], mailboxes: ['ann'] },
        ]),
      ),
      exchanges: Object.fromEntries(hosts.map((host) => [host, {}])),
    });
    expect(new Set(hosts.map((host) => sandbox.endpointOf(host).port)).size).toBe(250);
    const [mx] = await resolver.resolveMx('company1777.example.com');
    expect(mx?.exchange).toBe('mx27.example.net');
    const client = await (await clientOf(sandbox, 'mx27.example.net')).begin();
    expect(await client.ask('RCPT TO:<ann@company1777.example.com>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<ann@company1778.example.com>')).toMatch(/^554 /);
  });
});

describe('a canary of the engine', () => {
  const canary = 'gmail-smtp-in.l.google.com';

  test('is reachable in every world', async () => {
    const resolver = await start({ domains: {}, exchanges: {} });
    expect(await resolver.resolve4(canary)).toHaveLength(1);
    const client = await clientOf(sandbox, canary);
    expect(await client.reply()).toMatch(/^220 /);
  });

  test('is as the world describes it', async () => {
    await start({ domains: {}, exchanges: { 'GMAIL-smtp-in.l.google.com': { greeting: '554 No' } } });
    const client = await clientOf(sandbox, canary);
    expect(await client.reply()).toMatch(/^554 No/);
    await sandbox.close();
    const resolver = await start({ domains: {}, exchanges: {}, zone: { [canary]: { a: ['192.0.2.1'] } } });
    expect(await resolver.resolve4(canary)).toEqual(['192.0.2.1']);
  });
});

describe('closing', () => {
  test('ends connections, frees ports and cancels timers', async () => {
    const clock = new ManualClock();
    sandbox = await startSandbox(
      {
        domains: {},
        exchanges: {
          'mx.example.com': {},
          'slow.example.com': { tarpitMs: 1_000 },
          'dead.example.com': { refusesConnections: true },
          'endless.example.com': { fault: 'endless-lines' },
          'tls.example.com': { startTls: 'offered' },
        },
      },
      { clock },
    );
    const clients = [];
    for (const host of ['mx.example.com', 'slow.example.com', 'endless.example.com', 'tls.example.com']) {
      clients.push(await clientOf(sandbox, host));
    }
    const [plain, , endless, secure] = clients;
    await secure!.reply();
    await secure!.ask('EHLO probe.example.net');
    await secure!.ask('STARTTLS');
    await secure!.startTls();
    await plain!.reply();
    await until(() => endless!.received !== '' && clock.pending > 0);
    const { port, address } = sandbox.endpointOf('mx.example.com');

    await sandbox.close();
    await Promise.all(clients.map((client) => client.end()));
    expect(clock.pending).toBe(0);
    expect(sandbox.statistics.totals.open).toBe(0);
    const refused = await new Promise((resolve) => {
      connect(port, address).on('error', resolve).on('connect', resolve);
    });
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('leaves nothing behind, and nothing of it keeps a process alive before', async () => {
    const kinds = ['TCPServerWrap', 'TCPSocketWrap', 'UDPWrap', 'TLSWrap'];
    const handles = () => process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind));
    await until(() => handles().length === 0);
    const worldlet = await startSandbox({
      domains: {},
      exchanges: { 'mx.example.com': { refusesConnections: true }, 'mx2.example.com': {} },
    });
    sandbox = worldlet;
    const client = await clientOf(worldlet, 'mx2.example.com');
    await client.reply();
    // That of the client.
    expect(handles()).toEqual(['TCPSocketWrap']);
    const { port } = worldlet.endpointOf('mx2.example.com');
    await worldlet.close();
    await client.end();
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await until(() => handles().length === 0);
  });

  test('twice is harmless, and so is leaving the block of `await using`', async () => {
    const { port } = await (async () => {
      await using inner = await startSandbox({ domains: {}, exchanges: { 'mx.example.com': {} } });
      sandbox = inner;
      return inner.endpointOf('mx.example.com');
    })();
    expect(port).toBeGreaterThan(0);
    await expect(clientOf(sandbox)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await sandbox.close();
  });
});
