import { describe, expect, it } from 'vitest';
import { isGloballyReachable } from '../../adapters/net/guard.ts';
import { createSmtpTransport } from '../../adapters/net/index.ts';
import { createSmtpChannelTransport } from '../../adapters/smtp-channel/index.ts';
import { ScriptedServer } from '../../contract/smtp/scripted-server.ts';
import type { Clock, SmtpTransport } from '../../src/ports.ts';
import type { DialTable } from '../../src/smtp/dial-target.ts';
import { ManualClock } from '../support/manual-clock.ts';

type Create = (options: { clock: Clock; dialTable?: DialTable; localAddress?: string }) => SmtpTransport;

const transports: readonly (readonly [name: string, create: Create])[] = [
  ['createSmtpTransport', createSmtpTransport],
  [
    'createSmtpChannelTransport',
    (options) => createSmtpChannelTransport({ ...options, isAllowed: isGloballyReachable }),
  ],
];
const patience = { timeoutMs: 10_000 };

describe.each(transports)('%s', (_name, create) => {
  it('dials what the dial table says, whatever the port and without asking the guard', async () => {
    const server = await ScriptedServer.start();
    const dialTable = new Map([
      ['203.0.113.7', server.target],
      ['2001:db8::25', server.target],
    ]);
    const smtp = create({ clock: new ManualClock(), dialTable });
    for (const address of dialTable.keys()) {
      const connection = await smtp.connect({ address, port: 25 }, patience);
      (await server.accept()).say('220 ready\r\n');
      expect(await connection.receive(patience)).toEqual({ code: 220, lines: ['ready'] });
      connection.close();
    }
    await server.stop();
  });

  it('keeps the guard on for everything that the dial table does not name', async () => {
    const server = await ScriptedServer.start();
    const smtp = create({ clock: new ManualClock(), dialTable: new Map([['203.0.113.7', server.target]]) });
    await expect(smtp.connect(server.target, patience)).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    await expect(smtp.connect({ address: '10.0.0.1', port: 25 }, patience)).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    expect(server.peers).toEqual([]);
    await server.stop();
  });

  it('does not resolve a name that a dial table leads to', async () => {
    const dialTable = new Map([['203.0.113.7', { address: 'localhost', port: 25 }]]);
    const smtp = create({ clock: new ManualClock(), dialTable });
    await expect(smtp.connect({ address: '203.0.113.7', port: 25 }, patience)).rejects.toMatchObject({
      code: 'invalid_argument',
      parameter: 'address',
    });
  });

  it('says which address refused, and not the one that the dial table led to', async () => {
    const server = await ScriptedServer.start();
    const dialTable = new Map([['203.0.113.7', server.target]]);
    await server.stop();
    const smtp = create({ clock: new ManualClock(), dialTable });
    await expect(smtp.connect({ address: '203.0.113.7', port: 25 }, patience)).rejects.toMatchObject({
      code: 'connection_refused',
      message: expect.stringContaining('203.0.113.7 port 25'),
    });
  });

  it('connects from the local address that it is given', async () => {
    const server = await ScriptedServer.start();
    const dialTable = new Map([['203.0.113.7', server.target]]);
    const smtp = create({ clock: new ManualClock(), dialTable, localAddress: '127.0.0.1' });
    const connection = await smtp.connect({ address: '203.0.113.7', port: 25 }, patience);
    connection.close();
    await server.stop();
  });

  it('fails with connection_failed where the local address is not ours', async () => {
    const server = await ScriptedServer.start();
    const dialTable = new Map([['203.0.113.7', server.target]]);
    const smtp = create({ clock: new ManualClock(), dialTable, localAddress: '192.0.2.1' });
    await expect(smtp.connect({ address: '203.0.113.7', port: 25 }, patience)).rejects.toMatchObject({
      code: 'connection_failed',
    });
    await server.stop();
  });

  it('refuses a local address that is none', () => {
    expect(() => create({ clock: new ManualClock(), localAddress: 'eth0' })).toThrow(/localAddress/);
  });
});
