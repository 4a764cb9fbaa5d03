import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import type { SandboxWorld } from '../../../adapters/sandbox/world.ts';
import { clientOf, type RawClient } from './raw-client.ts';

const world: SandboxWorld = {
  domains: {
    'example.com': {
      mx: ['mx.example.com'],
      mailboxes: { ann: 'accepts', 'john doe': 'accepts', full: 'full', off: 'disabled' },
    },
    'bücher.example.org': { mx: ['mx.example.com'], mailboxes: ['clara'] },
    'elsewhere.example.net': { mx: ['mx.elsewhere.example.net'], mailboxes: ['ann'] },
  },
  exchanges: { 'mx.example.com': {}, 'mx.elsewhere.example.net': {} },
};

let sandbox: Sandbox;
let client: RawClient;

beforeEach(async () => {
  sandbox = await startSandbox(world);
  client = await clientOf(sandbox);
});

afterEach(() => sandbox.close());

describe('an exchange without any settings', () => {
  test('greets, lists its extensions, accepts a recipient and says goodbye', async () => {
    expect(await client.reply()).toBe('220 mx.example.com ESMTP Postfix');
    expect(await client.ask('EHLO probe.example.net')).toBe(
      '250-mx.example.com\n250-PIPELINING\n250-SIZE 10240000\n250-VRFY\n250-ENHANCEDSTATUSCODES\n250 8BITMIME',
    );
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toBe('250 2.1.0 Ok');
    expect(await client.ask('RCPT TO:<ann@example.com>')).toBe('250 2.1.5 Ok');
    expect(await client.ask('QUIT')).toBe('221 2.0.0 Bye');
    await client.end();
  });

  test.each([
    ['who is unknown', 'nobody@example.com', /^550 5\.1\.1 <nobody@example.com>: .*User unknown/],
    ['whose mailbox is full', 'full@example.com', /^452 4\.2\.2 <full@example.com>: /],
    ['whose mailbox is disabled', 'off@example.com', /^550 5\.2\.1 <off@example.com>: /],
    ['at a domain that it does not serve', 'ann@elsewhere.example.net', /^554 5\.7\.1 .*Relay access denied/],
    ['at a domain that does not exist', 'ann@nowhere.example.net', /^554 5\.7\.1 .*Relay access denied/],
  ])('refuses a recipient %s', async (_, address, reply) => {
    await client.begin();
    expect(await client.ask(`RCPT TO:<${address}>`)).toMatch(reply);
  });

  test.each([
    ['ANN@Example.COM'],
    ['"ann"@example.com'],
    ['"john doe"@example.com'],
    ['"john\\ doe"@example.com'],
    ['clara@xn--bcher-kva.example.org'],
  ])('knows %s for one of its mailboxes', async (address) => {
    await client.begin();
    expect(await client.ask(`RCPT TO:<${address}>`)).toBe('250 2.1.5 Ok');
  });

  test.each([
    ['RCPT TO:ann@example.com'],
    ['RCPT TO:<ann>'],
    ['RCPT TO:<ann@example.com'],
    ['RCPT TO:<>'],
    ['RCPT ann@example.com'],
  ])('finds the syntax of %s wrong', async (command) => {
    await client.begin();
    expect(await client.ask(command)).toMatch(/^501 5\.1\.3 /);
  });

  test('answers pipelined commands in order and in one write', async () => {
    await client.hello();
    client.send(
      'MAIL FROM:<probe@example.net>',
      'RCPT TO:<ann@example.com>',
      'RCPT TO:<nobody@example.com>',
      'RSET',
    );
    const replies = await client.replies(4);
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '550', '250']);
    expect(sandbox.statistics.totals.roundTrips).toBe(3);
    expect(sandbox.statistics.violations).toEqual([]);
  });

  test('reads commands however they are split into packets', async () => {
    await client.reply();
    for (const byte of 'EHLO probe.example.net\r\n') client.sendBytes(byte);
    expect(await client.reply()).toMatch(/^250-mx.example.com/);
  });
});

describe('the order of commands', () => {
  test('MAIL before EHLO is refused', async () => {
    await client.reply();
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toBe('503 5.5.1 Error: send HELO/EHLO first');
  });

  test('RCPT before MAIL is refused', async () => {
    await client.hello();
    expect(await client.ask('RCPT TO:<ann@example.com>')).toBe('503 5.5.1 Error: need MAIL command');
  });

  test('MAIL within a transaction is refused', async () => {
    await client.begin();
    expect(await client.ask('MAIL FROM:<other@example.net>')).toBe('503 5.5.1 Error: nested MAIL command');
  });

  test('RSET ends the transaction', async () => {
    await client.begin();
    expect(await client.ask('RSET')).toBe('250 2.0.0 Ok');
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^503 /);
    expect(await client.ask('MAIL FROM:<other@example.net>')).toMatch(/^250 /);
  });

  test('a second EHLO ends the transaction', async () => {
    await client.begin();
    expect(await client.ask('EHLO probe.example.net')).toMatch(/^250-/);
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^503 /);
  });

  test('HELO opens a session without extensions', async () => {
    await client.reply();
    expect(await client.ask('HELO probe.example.net')).toBe('250 mx.example.com');
    expect(await client.ask('MAIL FROM:<probe@example.net> SIZE=100')).toMatch(/^555 /);
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toMatch(/^250 /);
  });

  test('NOOP changes nothing', async () => {
    await client.begin();
    expect(await client.ask('NOOP')).toBe('250 2.0.0 Ok');
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^250 /);
  });

  test('the null sender is a sender', async () => {
    await client.hello();
    expect(await client.ask('MAIL FROM:<>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^250 /);
  });

  test.each([['EHLO'], ['MAIL probe@example.net'], ['MAIL FROM:probe@example.net'], ['RSET now']])(
    'finds the syntax of %s wrong',
    async (command) => {
      await client.reply();
      if (!command.startsWith('EHLO')) await client.ask('EHLO probe.example.net');
      expect(await client.ask(command)).toMatch(/^501 /);
    },
  );

  test.each([['HELP me'], ['AUTH PLAIN'], ['GET / HTTP/1.1'], ['']])(
    'does not know the command "%s"',
    async (line) => {
      await client.reply();
      expect(await client.ask(line)).toMatch(/^502 /);
    },
  );

  test('unknown parameters of MAIL and RCPT are refused', async () => {
    await client.hello();
    expect(await client.ask('MAIL FROM:<probe@example.net> HOLDFOR=1')).toMatch(/^555 /);
    expect(await client.ask('MAIL FROM:<probe@example.net> SIZE=1000 BODY=8BITMIME')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<ann@example.com> NOTIFY=NEVER')).toMatch(/^555 /);
  });
});

describe('what a prober must not do', () => {
  const kinds = () => sandbox.statistics.violations.map((violation) => violation.kind);

  test('a message is accepted, discarded, and counted as a violation', async () => {
    await client.begin();
    await client.ask('RCPT TO:<ann@example.com>');
    expect(await client.ask('DATA')).toMatch(/^354 /);
    expect(await client.ask('Subject: hello\r\n\r\nQUIT\r\n..\r\n.')).toBe('250 2.0.0 Ok: discarded');
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^503 /);
    expect(kinds()).toEqual(['data']);
  });

  test('DATA without recipients is refused, and counted as well', async () => {
    await client.begin();
    expect(await client.ask('DATA')).toMatch(/^503 /);
    expect(kinds()).toEqual(['data']);
  });

  test('VRFY and EXPN reveal nothing and are counted', async () => {
    await client.reply();
    expect(await client.ask('VRFY ann')).toMatch(/^252 /);
    expect(await client.ask('EXPN staff')).toMatch(/^502 /);
    expect(kinds()).toEqual(['vrfy', 'vrfy']);
  });

  test('pipelining after a command that must end a group is counted', async () => {
    await client.reply();
    client.send('EHLO probe.example.net', 'MAIL FROM:<probe@example.net>');
    await client.replies(2);
    expect(sandbox.statistics.violations).toEqual([
      {
        kind: 'pipelining',
        exchange: 'mx.example.com',
        connection: 1,
        line: 'MAIL FROM:<probe@example.net>',
      },
    ]);
  });

  test('pipelining after HELO is counted', async () => {
    await client.reply();
    await client.ask('HELO probe.example.net');
    client.send('MAIL FROM:<probe@example.net>', 'RCPT TO:<ann@example.com>');
    expect((await client.replies(2)).map((reply) => reply.slice(0, 3))).toEqual(['250', '250']);
    expect(kinds()).toEqual(['pipelining']);
  });

  test('a line that ends without CR is executed and counted', async () => {
    await client.reply();
    client.sendBytes('NOOP\n');
    expect(await client.reply()).toMatch(/^250 /);
    expect(kinds()).toEqual(['bare-line-feed']);
  });

  test('an overlong line is refused once, counted once, and the next line is read', async () => {
    await client.reply();
    client.sendBytes('X'.repeat(3_000_000));
    expect(await client.reply()).toMatch(/^500 5\.5\.2 /);
    client.sendBytes(`${'X'.repeat(10_000)}\r\n`);
    expect(await client.ask('NOOP')).toMatch(/^250 /);
    expect(kinds()).toEqual(['line-too-long']);
    expect(sandbox.statistics.violations[0]?.line).toHaveLength(200);
  });
});
