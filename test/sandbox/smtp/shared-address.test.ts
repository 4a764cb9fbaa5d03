import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createDns } from '../../../adapters/net/index.ts';
import { type Sandbox, startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import type { SandboxExchange } from '../../../adapters/sandbox/world.ts';
import { until } from '../../support/until.ts';
import { clientOf } from './raw-client.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const hosts = ['one.mail.example.net', 'two.mail.example.net'];

/** Two customers, each with a name of its own for the same server. */
async function start(exchange: SandboxExchange = {}): Promise<void> {
  sandbox = await startSandbox({
    domains: {
      'example.com': { mx: ['one.mail.example.net'], mailboxes: ['ann'] },
      'example.org': { mx: ['two.mail.example.net'], mailboxes: ['bob'] },
    },
    exchanges: Object.fromEntries(hosts.map((host) => [host, { address: 'frontend', ...exchange }])),
  });
}

describe('exchanges at one address', () => {
  test('have one IP address and one server, which takes mail for the domains of all', async () => {
    await start();
    const dns = createDns({ servers: sandbox.network.dns });
    const [first, second] = await Promise.all(hosts.map((host) => dns.a(host)));
    expect(first).toMatchObject({ kind: 'records', records: [expect.any(String)] });
    expect(second).toEqual(first);
    await dns.close();
    expect(sandbox.endpointOf(hosts[1]!)).toEqual(sandbox.endpointOf(hosts[0]!));
    const client = await (await clientOf(sandbox, hosts[0])).begin();
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<bob@example.org>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<ann@example.org>')).toMatch(/^550 /);
  });

  test('have their traffic counted together', async () => {
    await start();
    const clients = await Promise.all(hosts.map((host) => clientOf(sandbox, host)));
    for (const client of clients) await client.reply();
    const { statistics } = sandbox;
    expect(statistics.addresses.get('frontend')).toMatchObject({ connections: 2, peakConnections: 2 });
    for (const host of hosts) {
      expect(statistics.exchanges.get(host)).toBe(statistics.addresses.get('frontend'));
      expect(sandbox.countsOf(host, '192.0.2.25')).toMatchObject({ connections: 2 });
    }
    expect(statistics.totals.connections).toBe(2);
  });

  test('limit the connections of a client together', async () => {
    await start({ maxConnectionsPerClient: 1 });
    const first = await clientOf(sandbox, hosts[0]);
    expect(await first.reply()).toMatch(/^220 /);
    const second = await clientOf(sandbox, hosts[1]);
    expect(await second.reply()).toMatch(/^421 /);
    first.close();
    second.close();
  });

  test('cannot differ', async () => {
    await start();
    const exchanges = {
      [hosts[0]!]: { address: 'frontend' },
      [hosts[1]!]: { address: 'frontend', echo: false },
    };
    await expect(startSandbox({ domains: {}, exchanges })).rejects.toThrow(
      'Give "two.mail.example.net" the settings of "one.mail.example.net"',
    );
  });
});

describe('silent addresses', () => {
  test('come before the others, and connections to them hang', async () => {
    sandbox = await startSandbox({
      domains: {},
      exchanges: { 'mx.example.com': { silentAddresses: 1, deadAddresses: 1 } },
    });
    const dns = createDns({ servers: sandbox.network.dns });
    const answer = await dns.a('mx.example.com');
    await dns.close();
    const addresses = answer.kind === 'records' ? answer.records : [];
    const [silent, refusing, live] = addresses.map((address) => sandbox.network.dialTable.get(address));
    expect(live).toEqual(sandbox.endpointOf('mx.example.com'));
    expect(new Set([silent?.port, refusing?.port, live?.port]).size).toBe(3);
    const socket = connect({ host: silent!.address, port: silent!.port });
    const seen: string[] = [];
    for (const event of ['connect', 'error', 'close']) socket.on(event, () => seen.push(event));
    // A live server greets in the meantime, and a refusing port refuses.
    const client = await clientOf(sandbox, 'mx.example.com');
    expect(await client.reply()).toMatch(/^220 /);
    expect(seen).toEqual([]);
    socket.destroy();
  });

  test('are silent for as many connections as there are', async () => {
    sandbox = await startSandbox({ domains: {}, exchanges: { 'mx.example.com': { silentAddresses: 1 } } });
    const [target] = sandbox.network.dialTable.values();
    const sockets = Array.from({ length: 30 }, () => connect({ host: target!.address, port: target!.port }));
    let settled = 0;
    for (const socket of sockets)
      for (const event of ['connect', 'error']) socket.on(event, () => (settled += 1));
    const client = await clientOf(sandbox, 'mx.example.com');
    expect(await client.reply()).toMatch(/^220 /);
    expect(settled).toBe(0);
    for (const socket of sockets) socket.destroy();
  });
});

describe('drops', () => {
  test.each<[string, SandboxExchange, string | undefined, number]>([
    ['a hang-up instead of a reply', { fault: 'closes', faultAt: 'hello' }, 'EHLO probe.example.net', 1],
    ['a reset instead of a reply', { fault: 'resets', faultAt: 'hello' }, 'EHLO probe.example.net', 1],
    ['a greeting with 421', { maxConnections: 0 }, undefined, 1],
    ['a hang-up after QUIT', {}, 'QUIT', 0],
  ])('count %s, or not', async (_, exchange, line, drops) => {
    sandbox = await startSandbox({ domains: {}, exchanges: { 'mx.example.com': exchange } });
    const client = await clientOf(sandbox);
    await client.reply();
    if (line !== undefined) client.send(line);
    await client.end();
    await until(() => sandbox.statistics.totals.open === 0);
    expect(sandbox.statistics.totals).toMatchObject({ connections: 1, drops });
  });

  test('do not count clients that leave', async () => {
    sandbox = await startSandbox({ domains: {}, exchanges: { 'mx.example.com': {} } });
    const client = await clientOf(sandbox);
    await client.reply();
    client.close();
    await until(() => sandbox.statistics.totals.open === 0);
    expect(sandbox.statistics.totals.drops).toBe(0);
  });
});
