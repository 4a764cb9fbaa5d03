import { describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import type { SandboxLogEntry } from '../../../adapters/sandbox/smtp/session-context.ts';
import type { SandboxExchange } from '../../../adapters/sandbox/world.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { clientOf, type RawClient, startExchange } from './raw-client.ts';

interface Running {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  readonly log: readonly SandboxLogEntry[];
  /** Connects from an address. */
  from(address: string): Promise<RawClient>;
}

async function start(exchange: SandboxExchange): Promise<Running> {
  const clock = new ManualClock();
  const log: SandboxLogEntry[] = [];
  const sandbox = await startExchange(exchange, {}, { clock, log: (entry) => log.push(entry) });
  const from = (address: string) => clientOf(sandbox, 'mx.example.com', address);
  return { sandbox, clock, log, from };
}

const ann = 'RCPT TO:<ann@example.com>';

describe('clients of different addresses', () => {
  test('are named and counted each for itself', async () => {
    const { sandbox, log, from } = await start({ echo: true });
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.2'])
      await (await (await from(address)).begin()).ask(ann);
    const countsOf = (client: string) => sandbox.countsOf('mx.example.com', client);
    expect(countsOf('192.0.2.25')).toMatchObject({ connections: 1, recipients: 1 });
    expect(countsOf('127.0.0.2')).toMatchObject({ connections: 2, peakConnections: 2, recipients: 2 });
    expect(countsOf('127.0.0.3')).toMatchObject({ connections: 0 });
    expect(sandbox.statistics.totals).toMatchObject({ connections: 3, recipients: 3 });
    expect(new Set(log.map(({ client }) => client))).toEqual(new Set(['192.0.2.25', '127.0.0.2']));
    expect(() => sandbox.countsOf('mx.example.org', '127.0.0.2')).toThrow(/mx\.example\.org/);
  });

  test('have their connections limited each for itself', async () => {
    const { sandbox, from } = await start({
      maxConnectionsPerClient: 2,
      clients: { '127.0.0.3': { maxConnectionsPerClient: 1 } },
    });
    const greetingOf = async (address: string) => (await (await from(address)).reply()).slice(0, 3);
    expect([await greetingOf('127.0.0.2'), await greetingOf('127.0.0.2')]).toEqual(['220', '220']);
    expect(await greetingOf('127.0.0.2')).toBe('421');
    expect([await greetingOf('127.0.0.3'), await greetingOf('127.0.0.3')]).toEqual(['220', '421']);
    expect(sandbox.statistics.totals.violations).toBe(2);
  });

  test('make room for themselves alone when they leave', async () => {
    const { sandbox, from } = await start({ maxConnectionsPerClient: 1 });
    const first = await from('127.0.0.2');
    await first.reply();
    await (await from('127.0.0.3')).reply();
    first.close();
    await until(() => sandbox.countsOf('mx.example.com', '127.0.0.2').open === 0);
    expect(await (await from('127.0.0.2')).reply()).toMatch(/^220 /);
    expect(await (await from('127.0.0.3')).reply()).toMatch(/^421 /);
  });

  test('have their connections to exchanges with one count limited together', async () => {
    const exchange = { maxConnectionsPerClient: 2, connectionsCountedAs: 'provider' };
    const hosts = ['mx1.example.com', 'mx2.example.com'];
    const exchanges = Object.fromEntries(hosts.map((host) => [host, exchange]));
    const sandbox = await startSandbox({ domains: { 'example.com': { mx: hosts } }, exchanges });
    onTestFinished(() => sandbox.close());
    const greetings: string[] = [];
    for (const [address, host] of [
      ['127.0.0.2', 'mx1.example.com'],
      ['127.0.0.2', 'mx2.example.com'],
      ['127.0.0.2', 'mx1.example.com'],
      ['127.0.0.3', 'mx1.example.com'],
    ] as const) {
      const client = await clientOf(sandbox, host, address);
      greetings.push((await client.reply()).slice(0, 3));
    }
    expect(greetings).toEqual(['220', '220', '421', '220']);
  });

  test('are blocked each for itself, by their address', async () => {
    const { from } = await start({
      clients: { '127.0.0.2': { blocks: 'mail' }, '192.0.2.25': { blocks: 'greeting' } },
    });
    const blocked = await from('127.0.0.2');
    await blocked.reply();
    await blocked.ask('EHLO probe.example.net');
    expect(await blocked.ask('MAIL FROM:<probe@example.net>')).toMatch(/^554 .*\[127\.0\.0\.2\]/);
    expect(await (await from('127.0.0.1')).reply()).toMatch(/^554 .*\[192\.0\.2\.25\]/);
    expect(await (await (await from('127.0.0.3')).begin()).ask(ann)).toMatch(/^250 /);
  });

  test('are greylisted by their /24', async () => {
    const { clock, from } = await start({ greylistMs: 60_000 });
    const codeOf = async (address: string) =>
      (await (await (await from(address)).begin()).ask(ann)).slice(0, 3);
    expect(await codeOf('127.0.0.2')).toBe('450');
    clock.leap(60_000);
    expect([await codeOf('127.0.1.2'), await codeOf('127.0.0.9')]).toEqual(['450', '250']);
  });
});
