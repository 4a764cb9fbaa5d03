import { describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import type { SandboxExchange, SandboxStage } from '../../../adapters/sandbox/world.ts';
import { until } from '../../support/until.ts';
import { clientOf, type RawClient, startExchange } from './raw-client.ts';

let sandbox: Sandbox;
let client: RawClient;

async function meet(exchange: SandboxExchange): Promise<void> {
  sandbox = await startExchange(exchange);
  client = await clientOf(sandbox);
}

const dialogue: readonly (readonly [SandboxStage, string])[] = [
  ['hello', 'EHLO probe.example.net'],
  ['mail', 'MAIL FROM:<probe@example.net>'],
  ['rcpt', 'RCPT TO:<ann@example.com>'],
  ['reset', 'RSET'],
  ['quit', 'QUIT'],
];

/** Goes through the dialogue up to the stage, whose reply is not waited for. */
async function reach(stage: SandboxStage): Promise<void> {
  if (stage === 'greeting') return;
  await client.reply();
  for (const [reached, line] of dialogue) {
    if (reached === stage) {
      client.send(line);
      return;
    }
    await client.ask(line);
  }
}

describe.each(['greeting', 'hello', 'mail', 'rcpt', 'reset', 'quit'] as const)('at %s', (stage) => {
  test('a server may hang up', async () => {
    await meet({ fault: 'closes', faultAt: stage });
    await reach(stage);
    await client.end();
    expect(client.received).toBe('');
    expect(client.error).toBeUndefined();
  });

  test('a server may hang up in the middle of its reply', async () => {
    await meet({ fault: 'cuts', faultAt: stage });
    await reach(stage);
    await client.end();
    expect(client.received).toHaveLength(7);
  });

  test('a server may reset the connection', async () => {
    await meet({ fault: 'resets', faultAt: stage });
    await reach(stage);
    await client.end();
    expect(client.error).toBe('ECONNRESET');
  });

  test('a server may send a reply with endless lines', async () => {
    await meet({ fault: 'endless-lines', faultAt: stage });
    await reach(stage);
    await until(() => client.received.length > 1_000_000);
    expect(client.received).toMatch(/^(\d{3})-[^\r\n]*\r\n(\1-[^\r\n]*\r\n)+/);
    expect(client.received).not.toMatch(/^\d{3} /m);
  });

  test('a server may send a line that never ends', async () => {
    await meet({ fault: 'endless-line', faultAt: stage });
    await reach(stage);
    await until(() => client.received.length > 1_000_000);
    expect(client.received).not.toContain('\n');
  });

  test('a server may send bytes that are not SMTP', async () => {
    await meet({ fault: 'garbage', faultAt: stage });
    await reach(stage);
    await until(() => client.received.includes('\r\n'));
    expect(client.received).not.toMatch(/^\d{3}/);
  });

  test('a server may fall silent and ignore all further input', async () => {
    await meet({ fault: 'silent', faultAt: stage });
    await reach(stage);
    const before = sandbox.statistics.totals.bytesIn;
    client.send('NOOP');
    await until(() => sandbox.statistics.totals.bytesIn > before);
    expect(client.received).toBe('');
    expect(client.ended).toBe(false);
  });
});

test('replies of a stage may be sent twice', async () => {
  await meet({ doubles: 'rcpt' });
  await client.begin();
  client.send('RCPT TO:<ann@example.com>', 'NOOP');
  expect(await client.replies(3)).toEqual(['250 2.1.5 Ok', '250 2.1.5 Ok', '250 2.0.0 Ok']);
});

test('replies of a stage may be lost', async () => {
  await meet({ loses: 'rcpt' });
  await client.begin();
  client.send('RCPT TO:<ann@example.com>', 'RSET');
  expect(await client.reply()).toBe('250 2.0.0 Ok');
});

test('a client that stops reading an endless reply stops the server from sending', async () => {
  await meet({ fault: 'endless-lines' });
  await until(() => client.received.length > 100_000);
  client.pause();
  let before = -1;
  // Several looks at a counter that stands still: what the system buffers is full.
  for (let still = 0; still < 2_000; ) {
    const { bytesOut } = sandbox.statistics.totals;
    still = bytesOut === before ? still + 1 : 0;
    before = bytesOut;
    await until(() => true);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(before).toBeLessThan(64_000_000);
});

test('connections to an exchange that does not listen are refused', async () => {
  sandbox = await startSandbox({
    domains: {},
    exchanges: { 'mx1.example.com': { refusesConnections: true }, 'mx2.example.com': {} },
  });
  onTestFinished(() => sandbox.close());
  client = await clientOf(sandbox, 'mx2.example.com');
  for (let attempt = 1; attempt <= 3; attempt++) {
    await expect(clientOf(sandbox, 'mx1.example.com')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
  expect(sandbox.statistics.exchanges.get('mx1.example.com')?.connections).toBe(0);
});
