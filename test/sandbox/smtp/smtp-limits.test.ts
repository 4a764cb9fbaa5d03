import { describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import type { SandboxExchange } from '../../../adapters/sandbox/world.ts';
import { until } from '../../support/until.ts';
import { clientOf, type RawClient, startExchange } from './raw-client.ts';

let sandbox: Sandbox;

async function start(exchange: SandboxExchange): Promise<void> {
  sandbox = await startExchange({ softRefusals: false, ...exchange });
}

const rcpt = (localPart: string) => `RCPT TO:<${localPart}@example.com>`;
const codes = (replies: readonly string[]) => replies.map((reply) => reply.slice(0, 3));

describe('connections', () => {
  test('beyond the limit are greeted with 421, closed and counted', async () => {
    await start({ maxConnections: 2 });
    const [first, second, third] = [
      await clientOf(sandbox),
      await clientOf(sandbox),
      await clientOf(sandbox),
    ];
    expect(await first.reply()).toMatch(/^220 /);
    expect(await second.reply()).toMatch(/^220 /);
    expect(await third.reply()).toMatch(/^421 4\.7\.0 mx.example.com Error: too many connections from /);
    await third.end();
    expect(sandbox.statistics.totals).toMatchObject({ connections: 3, peakConnections: 3, violations: 1 });
    expect(sandbox.statistics.violations[0]).toMatchObject({ kind: 'too-many-connections', connection: 3 });
  });

  test('that close make room for others', async () => {
    await start({ maxConnections: 1 });
    const first = await clientOf(sandbox);
    await first.reply();
    await first.ask('QUIT');
    const second = await clientOf(sandbox);
    expect(await second.reply()).toMatch(/^220 /);
  });

  test('are counted for each exchange by itself', async () => {
    sandbox = await startSandbox({
      domains: {},
      exchanges: { 'mx1.example.com': { maxConnections: 1 }, 'mx2.example.com': { maxConnections: 1 } },
    });
    onTestFinished(() => sandbox.close());
    for (const host of ['mx1.example.com', 'mx2.example.com']) {
      const client = await clientOf(sandbox, host);
      expect(await client.reply()).toMatch(/^220 /);
    }
  });
});

describe('recipients of a transaction', () => {
  test('beyond the limit get 452, whether they exist or not, until RSET', async () => {
    await start({ maxRecipientsPerTransaction: 2 });
    const client = await (await clientOf(sandbox)).begin();
    client.send(rcpt('ann'), rcpt('bob'), rcpt('cat'), rcpt('nobody'));
    const replies = await client.replies(4);
    expect(codes(replies)).toEqual(['250', '250', '452', '452']);
    expect(replies[2]).toBe('452 4.5.3 Error: too many recipients');
    client.send('RSET', 'MAIL FROM:<probe@example.net>', rcpt('cat'));
    expect(codes(await client.replies(3))).toEqual(['250', '250', '250']);
  });

  test('that are refused do not count', async () => {
    await start({ maxRecipientsPerTransaction: 1 });
    const client = await (await clientOf(sandbox)).begin();
    client.send(rcpt('nobody'), rcpt('nobody'), rcpt('ann'));
    expect(codes(await client.replies(3))).toEqual(['550', '550', '250']);
  });

  test('a server may say 552 instead', async () => {
    await start({
      maxRecipientsPerTransaction: 1,
      texts: { tooManyRecipients: '552 5.5.3 Too many recipients' },
    });
    const client = await (await clientOf(sandbox)).begin();
    client.send(rcpt('ann'), rcpt('bob'));
    expect(await client.replies(2)).toEqual(['250 2.1.5 Ok', '552 5.5.3 Too many recipients']);
  });
});

describe('refusals', () => {
  test('at the limit lead to a 421 that answers no command, and pipelined commands after it get no reply', async () => {
    await start({ maxRefusals: 3 });
    const client = await (await clientOf(sandbox)).begin();
    client.send(rcpt('no1'), rcpt('no2'), rcpt('no3'), rcpt('ann'), rcpt('bob'));
    expect(codes(await client.replies(4))).toEqual(['550', '550', '550', '421']);
    await client.end();
    expect(client.received).toBe('');
    expect(client.error).toBeUndefined();
    expect(sandbox.statistics.totals).toMatchObject({ recipients: 3, refused: 3 });
  });

  test('are still counted after RSET', async () => {
    await start({ maxRefusals: 2 });
    const client = await (await clientOf(sandbox)).begin();
    await client.ask(rcpt('no1'));
    await client.ask('RSET');
    await client.ask('MAIL FROM:<probe@example.net>');
    client.send(rcpt('no2'));
    expect(codes(await client.replies(2))).toEqual(['550', '421']);
    await client.end();
  });

  test('are counted for each connection by itself', async () => {
    await start({ maxRefusals: 2 });
    for (const client of [await clientOf(sandbox), await clientOf(sandbox)]) {
      await client.begin();
      expect(await client.ask(rcpt('no1'))).toMatch(/^550 /);
      expect(await client.ask(rcpt('ann'))).toMatch(/^250 /);
    }
  });

  test('end the connection after 20 by default', async () => {
    await start({});
    const client = await (await clientOf(sandbox)).begin();
    client.send(...Array.from({ length: 25 }, (_, index) => rcpt(`no${index}`)));
    const replies = codes(await client.replies(21));
    expect(replies).toEqual([...Array.from({ length: 20 }, () => '550'), '421']);
    await client.end();
  });
});

describe('commands that send no mail', () => {
  const say = async (client: RawClient, line: string, times: number) => {
    const replies: string[] = [];
    while (replies.length < times) replies.push(await client.ask(line));
    return replies;
  };

  test('beyond the limit get 554 and the end of the connection; the first RSET is free', async () => {
    await start({ maxNonMailCommands: 10 });
    const client = await (await clientOf(sandbox)).begin();
    expect(codes(await say(client, 'RSET', 11))).toEqual(Array(11).fill('250'));
    expect(await client.ask('RSET')).toBe('554 Too many nonmail commands');
    await client.end();
    expect(sandbox.statistics.totals).toMatchObject({ resets: 12, drops: 1 });
  });

  test('are NOOP, and a second EHLO or HELO', async () => {
    await start({ maxNonMailCommands: 3 });
    const client = await clientOf(sandbox);
    await client.hello();
    await client.ask('HELO probe.example.net');
    await client.ask('EHLO probe.example.net');
    expect(await client.ask('NOOP')).toMatch(/^250 /);
    expect(await client.ask('NOOP')).toMatch(/^554 /);
  });

  test('are neither recipients, nor what STARTTLS takes', async () => {
    await start({ maxNonMailCommands: 0, startTls: 'offered' });
    const client = await clientOf(sandbox);
    await client.hello();
    await client.ask('STARTTLS');
    await client.startTls();
    await client.ask('EHLO probe.example.net');
    await client.ask('MAIL FROM:<probe@example.net>');
    expect(codes(await say(client, rcpt('ann'), 5))).toEqual(Array(5).fill('250'));
    expect(await client.ask('RSET')).toMatch(/^250 /);
    expect(await client.ask('RSET')).toMatch(/^554 /);
  });

  test('are not limited by default', async () => {
    await start({});
    const client = await (await clientOf(sandbox)).begin();
    expect(codes(await say(client, 'RSET', 50))).toEqual(Array(50).fill('250'));
  });
});

test('a client that never waits for replies is served in order, for as long as it sends', async () => {
  await start({});
  const client = await clientOf(sandbox);
  await client.reply();
  const count = 20_000;
  client.sendBytes('NOOP\r\n'.repeat(count));
  await until(() => client.received.length === '250 2.0.0 Ok\r\n'.length * count);
  expect(sandbox.statistics.totals.commands).toBe(count);
});
