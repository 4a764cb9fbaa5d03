import { connect } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import type { SandboxDomain, SandboxExchange } from '../../../adapters/sandbox/world.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { clientOf, type RawClient, startExchange } from './raw-client.ts';

let clock: ManualClock;
let sandbox: Sandbox;
let client: RawClient;
/** Bytes that `arrived` has looked at. */
let consumed: number;

beforeEach(() => {
  clock = new ManualClock();
  consumed = 0;
});

async function meet(exchange: SandboxExchange, domain: SandboxDomain = {}): Promise<void> {
  sandbox = await startExchange(exchange, domain, { clock });
  client = await clientOf(sandbox);
  await until(() => sandbox.statistics.totals.connections === 1);
}

/** Sends without waiting for replies; resolves when the server has read it. */
async function deliver(...lines: readonly string[]): Promise<void> {
  const before = sandbox.statistics.totals.commands;
  client.send(...lines);
  await until(() => sandbox.statistics.totals.commands === before + lines.length);
}

/** The codes of the replies since the last call, once all that was sent has come. */
async function arrived(): Promise<string[]> {
  await until(() => consumed + client.received.length === sandbox.statistics.totals.bytesOut);
  const codes = client.received.split('\r\n').filter((line) => /^\d{3} /.test(line));
  consumed += client.received.length;
  client.received = '';
  return codes.map((line) => line.slice(0, 3));
}

describe('latency', () => {
  test('delays each reply from its command, and answers pipelined commands together', async () => {
    await meet({ replyDelayMs: 100, greetingDelayMs: 250 });
    await clock.advance(249);
    expect(await arrived()).toEqual([]);
    await clock.advance(1);
    expect(await arrived()).toEqual(['220']);
    await deliver('EHLO probe.example.net');
    await clock.advance(100);
    expect(await arrived()).toEqual(['250']);
    await deliver('MAIL FROM:<probe@example.net>', 'RCPT TO:<ann@example.com>', 'RCPT TO:<bob@example.com>');
    await clock.advance(99);
    expect(await arrived()).toEqual([]);
    await clock.advance(1);
    expect(await arrived()).toEqual(['250', '250', '250']);
  });

  test('delays each command on its own, even while another one waits', async () => {
    await meet({ replyDelayMs: 100 });
    expect(await arrived()).toEqual(['220']);
    await deliver('NOOP');
    await clock.advance(60);
    await deliver('NOOP');
    await clock.advance(40);
    expect(await arrived()).toEqual(['250']);
    await clock.advance(59);
    expect(await arrived()).toEqual([]);
    await clock.advance(1);
    expect(await arrived()).toEqual(['250']);
  });

  test('defaults to that of the sandbox', async () => {
    sandbox = await startSandbox(
      { domains: {}, exchanges: { 'mx1.example.com': {}, 'mx2.example.com': { greetingDelayMs: 0 } } },
      { clock, greetingDelayMs: 50, replyDelayMs: 20 },
    );
    onTestFinished(() => sandbox.close());
    client = await clientOf(sandbox, 'mx1.example.com');
    const prompt = await clientOf(sandbox, 'mx2.example.com');
    expect(await prompt.reply()).toMatch(/^220 /);
    await until(() => sandbox.statistics.exchanges.get('mx1.example.com')?.connections === 1);
    await clock.advance(50);
    expect(await client.reply()).toMatch(/^220 /);
  });
});

describe('a tarpit', () => {
  test('delays every reply, one after another', async () => {
    await meet({ tarpitMs: 1_000 });
    await clock.advance(1_000);
    expect(await arrived()).toEqual(['220']);
    await deliver('EHLO probe.example.net');
    await clock.advance(1_000);
    expect(await arrived()).toEqual(['250']);
    await deliver('MAIL FROM:<probe@example.net>', 'RCPT TO:<ann@example.com>', 'RCPT TO:<bob@example.com>');
    await clock.advance(1_000);
    expect(await arrived()).toEqual(['250']);
    await clock.advance(1_000);
    expect(await arrived()).toEqual(['250']);
    await clock.advance(1_000);
    expect(await arrived()).toEqual(['250']);
  });
});

describe('a server that was asked about too many unknown recipients', () => {
  test('delays every further reply, positive ones too', async () => {
    await meet({ softRefusals: { count: 2, delayMs: 1_000 } });
    await deliver('EHLO probe.example.net');
    await deliver('MAIL FROM:<probe@example.net>', 'RCPT TO:<no1@example.com>', 'RCPT TO:<no2@example.com>');
    expect(await arrived()).toEqual(['220', '250', '250', '550']);
    await clock.advance(1_000);
    expect(await arrived()).toEqual(['550']);
    await deliver('RCPT TO:<ann@example.com>', 'QUIT');
    await clock.advance(999);
    expect(await arrived()).toEqual([]);
    await clock.advance(1);
    expect(await arrived()).toEqual(['250']);
    await clock.advance(1_000);
    expect(await arrived()).toEqual(['221']);
  });
});

describe('a greeting in several lines', () => {
  const greeting = { lines: ['220-mx.example.com ESMTP', '220 mx.example.com ready'], pauseMs: 6_000 };

  test('pauses between them', async () => {
    await meet({ greeting });
    await until(() => client.received !== '');
    expect(client.received).toBe('220-mx.example.com ESMTP\r\n');
    await clock.advance(5_999);
    expect(client.received).toBe('220-mx.example.com ESMTP\r\n');
    await clock.advance(1);
    expect(await client.reply()).toBe('220-mx.example.com ESMTP\n220 mx.example.com ready');
  });

  test('a client that sends before its end is counted, and answered after it', async () => {
    await meet({ greeting });
    await deliver('EHLO probe.example.net');
    expect(sandbox.statistics.violations.map(({ kind }) => kind)).toEqual(['early-command']);
    await clock.advance(6_000);
    expect((await client.replies(2)).map((reply) => reply.slice(0, 3))).toEqual(['220', '250']);
  });
});

describe('greylisting', () => {
  const ask = async (localPart: string, sender = 'probe@example.net') => {
    await client.ask('RSET');
    await client.ask(`MAIL FROM:<${sender}>`);
    return client.ask(`RCPT TO:<${localPart}@example.com>`);
  };

  test('accepts a sender and recipient once enough time has passed since the first attempt', async () => {
    await meet({ greylistMs: 300_000, idleTimeoutMs: 1_000_000 });
    await client.begin();
    expect(await ask('ann')).toMatch(/^450 4\.2\.0 .*Greylisted/);
    await clock.advance(299_999);
    expect(await ask('ann')).toMatch(/^450 /);
    await clock.advance(1);
    expect(await ask('ann')).toMatch(/^250 /);
  });

  test('starts again for another recipient and for another sender', async () => {
    await meet({ greylistMs: 300_000, idleTimeoutMs: 1_000_000 });
    await client.begin();
    await ask('ann');
    await clock.advance(300_000);
    expect(await ask('bob')).toMatch(/^450 /);
    expect(await ask('ann', 'other@example.net')).toMatch(/^450 /);
    expect(await ask('ann')).toMatch(/^250 /);
  });

  test('comes before the user table by default', async () => {
    await meet({ greylistMs: 300_000, idleTimeoutMs: 1_000_000 });
    await client.begin();
    expect(await ask('nobody')).toMatch(/^450 /);
    await clock.advance(300_000);
    expect(await ask('nobody')).toMatch(/^550 /);
  });

  test('may come after it: missing recipients are refused at once', async () => {
    await meet({ greylistMs: 300_000, greylists: 'existing' });
    await client.begin();
    expect(await ask('nobody')).toMatch(/^550 /);
    expect(await ask('ann')).toMatch(/^450 /);
  });

  test('may apply to a single mailbox', async () => {
    await meet({}, { mailboxes: { ann: { greylistMs: 60_000 }, bob: 'accepts' } });
    await client.begin();
    expect(await ask('ann')).toMatch(/^450 /);
    expect(await ask('bob')).toMatch(/^250 /);
    await clock.advance(60_000);
    expect(await ask('ann')).toMatch(/^250 /);
  });
});

describe('an idle connection', () => {
  test('is closed with 421 after the idle timeout', async () => {
    await meet({ idleTimeoutMs: 10_000 });
    await client.reply();
    await clock.advance(6_000);
    await client.ask('NOOP');
    await clock.advance(9_999);
    await client.ask('NOOP');
    await clock.advance(10_000);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 /);
    await client.end();
  });

  test('is destroyed a second later if the client never closes', async () => {
    await meet({ idleTimeoutMs: 10_000 });
    const { address, port } = sandbox.endpointOf('mx.example.com');
    const stubborn = connect({ host: address, port, allowHalfOpen: true }).resume();
    let ended = false;
    stubborn.on('end', () => {
      ended = true;
    });
    await until(() => sandbox.statistics.totals.open === 2);
    await clock.advance(10_000);
    await until(() => ended);
    expect(clock.pending).toBeGreaterThan(0);
    await clock.advance(1_000);
    await until(() => clock.pending === 0);
    stubborn.destroy();
  });
});
