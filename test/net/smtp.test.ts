import { describe, expect, it } from 'vitest';
import { createSmtpTransport } from '../../adapters/net/index.ts';
import { createSmtpChannelTransport } from '../../adapters/smtp-channel/index.ts';
import { ScriptedServer } from '../../contract/smtp/scripted-server.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { SmtpTransport } from '../../src/ports/smtp-transport.ts';
import type { DialTable } from '../../src/smtp/dial-target.ts';
import { isGloballyReachable } from '../../src/special-purpose-addresses.ts';
import { ManualClock } from '../support/manual-clock.ts';

type Create = (options: { clock: Clock; dialTable?: DialTable; localAddress?: string }) => SmtpTransport;

const transports: readonly (readonly [name: string, create: Create])[] = [
  ['createSmtpTransport', createSmtpTransport],
  [
    'createSmtpChannelTransport',
    (options) => createSmtpChannelTransport({ ...options, isAllowed: isGloballyReachable }),
  ],
];
const longWait = { timeoutMs: 10_000 };

describe.each(transports)('%s', (_name, create) => {
  it('dials the entry of the dial table, for any port and without the guard', async () => {
    const server = await ScriptedServer.start();
    const dialTable = new Map([
      ['203.0.113.7', server.target],
      ['2001:db8::25', server.target],
    ]);
    const smtp = create({ clock: new ManualClock(), dialTable });
    for (const address of dialTable.keys()) {
      const connection = await smtp.connect({ address, port: 25 }, longWait);
      (await server.accept()).write('220 ready\r\n');
      expect(await connection.receive(longWait)).toEqual({ code: 220, lines: ['ready'] });
      connection.close();
    }
    await server.stop();
  });

  it('applies the guard to addresses that are not in the dial table', async () => {
    const server = await ScriptedServer.start();
    const smtp = create({ clock: new ManualClock(), dialTable: new Map([['203.0.113.7', server.target]]) });
    await expect(smtp.connect(server.target, longWait)).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    await expect(smtp.connect({ address: '10.0.0.1', port: 25 }, longWait)).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    expect(server.peers).toEqual([]);
    await server.stop();
  });

  it('does not resolve a host name in a dial table', async () => {
    const dialTable = new Map([['203.0.113.7', { address: 'localhost', port: 25 }]]);
    const smtp = create({ clock: new ManualClock(), dialTable });
    await expect(smtp.connect({ address: '203.0.113.7', port: 25 }, longWait)).rejects.toMatchObject({
      code: 'invalid_argument',
      parameter: 'address',
    });
  });

  it('names the requested address in errors, not the entry of the dial table', async () => {
    const server = await ScriptedServer.start();
    const dialTable = new Map([['203.0.113.7', server.target]]);
    await server.stop();
    const smtp = create({ clock: new ManualClock(), dialTable });
    await expect(smtp.connect({ address: '203.0.113.7', port: 25 }, longWait)).rejects.toMatchObject({
      code: 'connection_refused',
      message: expect.stringContaining('203.0.113.7 port 25'),
    });
  });

  it('connects from the local address', async () => {
    const server = await ScriptedServer.start();
    const dialTable = new Map([['203.0.113.7', server.target]]);
    // On macOS, no other loopback address can be used without set-up.
    const localAddress = process.platform === 'darwin' ? '127.0.0.1' : '127.0.0.2';
    const smtp = create({ clock: new ManualClock(), dialTable, localAddress });
    const connection = await smtp.connect({ address: '203.0.113.7', port: 25 }, longWait);
    expect((await server.accept()).address).toBe(localAddress);
    expect(connection.localAddress).toBe(localAddress);
    connection.close();
    await server.stop();
  });

  it('fails for the egress if the local address is not one of this machine', async () => {
    const server = await ScriptedServer.start();
    const dialTable = new Map([['203.0.113.7', server.target]]);
    const smtp = create({ clock: new ManualClock(), dialTable, localAddress: '192.0.2.1' });
    await expect(smtp.connect({ address: '203.0.113.7', port: 25 }, longWait)).rejects.toMatchObject({
      code: 'egress_failed',
    });
    await server.stop();
  });

  it('has no route to an address of the other IP version than the local address', async () => {
    const smtp = create({ clock: new ManualClock(), localAddress: '127.0.0.1' });
    await expect(smtp.connect({ address: '2a00:1450::1', port: 25 }, longWait)).rejects.toMatchObject({
      code: 'no_route',
    });
  });

  it('refuses a local address that is not an IP address', () => {
    expect(() => create({ clock: new ManualClock(), localAddress: 'eth0' })).toThrow(/localAddress/);
  });
});
