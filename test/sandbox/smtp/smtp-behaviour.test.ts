import { describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import { providerTexts } from '../../../adapters/sandbox/smtp/provider-texts.ts';
import type { SandboxLogEntry } from '../../../adapters/sandbox/smtp/session-context.ts';
import type { SandboxDomain, SandboxExchange } from '../../../adapters/sandbox/world.ts';
import { clientOf, type RawClient, startExchange } from './raw-client.ts';

let sandbox: Sandbox;

async function meet(exchange: SandboxExchange, domain?: SandboxDomain): Promise<RawClient> {
  sandbox = await startExchange(exchange, domain);
  return clientOf(sandbox);
}

describe('extensions', () => {
  test('without PIPELINING, a client that pipelines is counted and served', async () => {
    const client = await meet({ pipelining: false });
    expect(await client.hello()).not.toContain('PIPELINING');
    client.send('MAIL FROM:<probe@example.net>', 'RCPT TO:<ann@example.com>', 'RCPT TO:<bob@example.com>');
    expect((await client.replies(3)).map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '250']);
    expect(sandbox.statistics.totals.violations).toBe(2);
  });

  test('a server may disconnect a client that pipelines without an offer', async () => {
    const client = await meet({ pipelining: false, hangsUpAfterPipelining: true, texts: providerTexts.exim });
    await client.hello();
    client.send('MAIL FROM:<probe@example.net>', 'RCPT TO:<ann@example.com>', 'RCPT TO:<bob@example.com>');
    expect(await client.replies(2)).toEqual(['250 OK', '554 SMTP synchronization error']);
    await client.end();
    expect(client.received).toBe('');
  });

  test('a server may drop what is pipelined although it offers it', async () => {
    const client = await meet({ dropsPipelinedInput: true });
    expect(await client.hello()).toContain('PIPELINING');
    client.send('MAIL FROM:<probe@example.net>', 'RCPT TO:<ann@example.com>', 'RCPT TO:<bob@example.com>');
    expect(await client.reply()).toMatch(/^250 2\.1\.0 /);
    expect(await client.ask('RCPT TO:<bob@example.com>')).toMatch(/^250 2\.1\.5 /);
    expect(sandbox.statistics.totals.recipients).toBe(1);
  });

  test('PIPELINING may be offered from the second connection on', async () => {
    const of = await startExchange({ pipelining: 'from-second-connection' });
    const offers = [];
    for (let connection = 1; connection <= 2; connection++) {
      const client = await clientOf(of);
      offers.push((await client.hello()).includes('PIPELINING'));
    }
    expect(offers).toEqual([false, true]);
  });

  test('PIPELINING counts as offered if the reply to EHLO lists it', async () => {
    const client = await meet({ replies: { hello: '250 mx.example.com at your service' } });
    await client.hello();
    client.send('MAIL FROM:<probe@example.net>', 'RCPT TO:<ann@example.com>');
    await client.replies(2);
    expect(sandbox.statistics.violations.map(({ kind }) => kind)).toEqual(['pipelining']);
  });

  test('a server that knows HELO only answers EHLO with 502', async () => {
    const client = await meet({ ehlo: false });
    expect(await client.hello()).toMatch(/^502 /);
    expect(await client.ask('HELO probe.example.net')).toMatch(/^250 /);
  });

  test('an international address is accepted where SMTPUTF8 is offered', async () => {
    const client = await meet({ smtpUtf8: true });
    expect(await client.hello()).toContain('SMTPUTF8');
    await client.ask('MAIL FROM:<probe@example.net> SMTPUTF8');
    expect(await client.ask('RCPT TO:<jörg@example.com>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<Jörg@example.com>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<jürgen@example.com>')).toMatch(/^550 /);
  });

  test('an international address without the SMTPUTF8 parameter is refused with 553 5.6.7', async () => {
    const client = await meet({ smtpUtf8: true });
    await client.begin();
    expect(await client.ask('RCPT TO:<jörg@example.com>')).toMatch(/^553 5\.6\.7 /);
  });

  test('the SMTPUTF8 parameter is refused where it is not offered', async () => {
    const client = await meet({});
    expect(await client.hello()).not.toContain('SMTPUTF8');
    expect(await client.ask('MAIL FROM:<probe@example.net> SMTPUTF8')).toMatch(/^555 /);
  });
});

describe('STARTTLS', () => {
  test('required: MAIL is refused until the session is encrypted', async () => {
    const client = await meet({ startTls: 'required' });
    expect(await client.hello()).toContain('STARTTLS');
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toMatch(/^530 5\.7\.0 /);
    expect(await client.ask('STARTTLS')).toMatch(/^220 /);
    await client.startTls();
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toMatch(/^503 /);
    expect(await client.ask('EHLO probe.example.net')).not.toContain('STARTTLS');
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^250 /);
    expect(await client.ask('QUIT')).toMatch(/^221 /);
    await client.end();
    expect(sandbox.statistics.violations).toEqual([]);
  });

  test('commands sent in plain text after STARTTLS are discarded and counted', async () => {
    const client = await meet({ startTls: 'offered' });
    await client.hello();
    client.send('STARTTLS', 'MAIL FROM:<injected@example.net>');
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    await client.ask('EHLO probe.example.net');
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^503 /);
    expect(sandbox.statistics.violations.map(({ kind }) => kind)).toEqual(['plaintext-after-starttls']);
  });

  test('broken: offered, answered with 454, and the session continues', async () => {
    const client = await meet({ startTls: 'broken' });
    expect(await client.hello()).toContain('STARTTLS');
    expect(await client.ask('STARTTLS')).toMatch(/^454 /);
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toMatch(/^250 /);
  });

  test('fails: answered with 220, but the handshake fails', async () => {
    const client = await meet({ startTls: 'fails' });
    await client.hello();
    expect(await client.ask('STARTTLS')).toMatch(/^220 /);
    await expect(client.startTls()).rejects.toThrow();
  });

  test('none: neither offered nor known', async () => {
    const client = await meet({});
    expect(await client.hello()).not.toContain('STARTTLS');
    expect(await client.ask('STARTTLS')).toMatch(/^502 /);
  });
});

describe('reply texts', () => {
  test('an exchange may send no enhanced codes and not repeat the address', async () => {
    const client = await meet({ enhancedCodes: false, echo: false });
    expect(await client.hello()).not.toContain('ENHANCEDSTATUSCODES');
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toBe('250 Ok');
    expect(await client.ask('RCPT TO:<nobody@example.com>')).toBe(
      '550 Recipient address rejected: User unknown in virtual mailbox table',
    );
  });

  test('a text that is undefined is that of Postfix', async () => {
    const client = await meet({ texts: { greeting: undefined } });
    expect(await client.reply()).toMatch(/ ESMTP Postfix$/);
  });

  test('a provider has reply texts of its own, over several lines', async () => {
    const client = await meet({ texts: providerTexts.google });
    expect(await client.reply()).toMatch(/^220 mx.google.com ESMTP /);
    await client.ask('EHLO probe.example.net');
    await client.ask('MAIL FROM:<probe@example.net>');
    const lines = (await client.ask('RCPT TO:<nobody@example.com>')).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.map((line) => line.slice(0, 10))).toEqual([
      '550-5.1.1 ',
      '550-5.1.1 ',
      '550-5.1.1 ',
      '550 5.1.1 ',
    ]);
  });

  test('a domain may have its own reply to unknown recipients', async () => {
    const client = await meet({}, { unknownReply: '550 5.7.1 {echo}No such user at {domain}, {sender}' });
    await client.begin();
    expect(await client.ask('RCPT TO:<Nobody@Example.com>')).toBe(
      '550 5.7.1 <Nobody@Example.com>: No such user at example.com, probe@example.net',
    );
  });

  test('a mailbox may have its own reply, or several one after another', async () => {
    const client = await meet(
      {},
      {
        mailboxes: {
          ann: { reply: '451 4.3.0 Later, {address}' },
          bob: { replies: ['450 4.1.1 unverified address', '450 4.1.1 still', '250 2.1.5 Ok'] },
        },
      },
    );
    await client.begin();
    expect(await client.ask('RCPT TO:<ann@example.com>')).toBe('451 4.3.0 Later, ann@example.com');
    const replies = [];
    for (let attempt = 1; attempt <= 4; attempt++)
      replies.push(await client.ask('RCPT TO:<bob@example.com>'));
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['450', '450', '250', '250']);
  });
});

describe('decisions', () => {
  test('a catch-all domain accepts unlisted recipients, and follows the script of listed ones', async () => {
    const client = await meet({}, { mailboxes: { max: 'full', gone: 'missing' }, catchAll: true });
    await client.begin();
    expect(await client.ask('RCPT TO:<anybody@example.com>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<max@example.com>')).toMatch(/^452 /);
    expect(await client.ask('RCPT TO:<gone@example.com>')).toMatch(/^550 /);
  });

  test('a server may accept everything, even for domains that are not its own', async () => {
    const client = await meet({ acceptsEverything: true });
    await client.begin();
    expect(await client.ask('RCPT TO:<nobody@example.com>')).toMatch(/^250 /);
    expect(await client.ask('RCPT TO:<nobody@elsewhere.example.net>')).toMatch(/^250 /);
  });

  test('a client blocked at the greeting may only say QUIT', async () => {
    const client = await meet({ blocks: 'greeting' });
    expect(await client.reply()).toMatch(/^554 5\.7\.1 .*blocked using zen.spamhaus.org/);
    expect(await client.ask('EHLO probe.example.net')).toMatch(/^503 /);
    expect(await client.ask('QUIT')).toMatch(/^221 /);
  });

  test.each(['hello', 'mail', 'rcpt'] as const)('a client may be blocked at %s', async (stage) => {
    const client = await meet({ blocks: stage });
    await client.reply();
    const replies = [
      await client.ask('EHLO probe.example.net'),
      await client.ask('MAIL FROM:<probe@example.net>'),
      await client.ask('RCPT TO:<ann@example.com>'),
    ];
    const blockedAt = replies.findIndex((reply) => reply.includes('blocked using'));
    expect(blockedAt).toBe(['hello', 'mail', 'rcpt'].indexOf(stage));
  });

  test('a stage may have one fixed reply, and the session follows its code', async () => {
    const client = await meet({ replies: { mail: '451 4.7.1 Not now, {sender}', quit: '' } });
    await client.hello();
    expect(await client.ask('MAIL FROM:<probe@example.net>')).toBe('451 4.7.1 Not now, probe@example.net');
    expect(await client.ask('RCPT TO:<ann@example.com>')).toMatch(/^503 /);
    client.send('QUIT');
    await client.end();
    expect(client.received).toBe('');
  });
});

describe('a reply hook', () => {
  test('may reply to some commands and leave the rest', async () => {
    const client = await meet({
      reply: ({ verb, mailbox }, session) =>
        verb === 'RCPT' && session.recipients.length === 1
          ? `550 5.1.1 no ${mailbox?.localPart} today`
          : undefined,
    });
    await client.begin();
    expect(await client.ask('RCPT TO:<ann@example.com>')).toBe('250 2.1.5 Ok');
    expect(await client.ask('RCPT TO:<bob@example.com>')).toBe('550 5.1.1 no bob today');
  });

  test('may replace the greeting', async () => {
    const client = await meet({
      reply: ({ verb }, session) =>
        verb === 'CONNECT' ? `220 ${session.exchange} number ${session.connection}` : undefined,
    });
    expect(await client.reply()).toBe('220 mx.example.com number 1');
  });

  test('sends text with CRLF byte for byte, and nothing for an empty text', async () => {
    const client = await meet({
      reply: ({ verb }) => (verb === 'NOOP' ? '250 one\r\n250 two\r\n' : verb === 'RSET' ? '' : undefined),
    });
    await client.reply();
    client.send('RSET', 'NOOP');
    expect(await client.replies(2)).toEqual(['250 one', '250 two']);
  });

  test('can end the connection after its reply', async () => {
    const client = await meet({
      reply: ({ verb }, session) => {
        if (verb !== 'RCPT') return undefined;
        session.hangUp();
        return '550 5.1.1 no, and goodbye';
      },
    });
    await client.begin();
    expect(await client.ask('RCPT TO:<ann@example.com>')).toBe('550 5.1.1 no, and goodbye');
    await client.end();
  });

  test('can reset the connection', async () => {
    const client = await meet({
      reply: ({ verb }, session) => {
        if (verb === 'MAIL') session.reset();
        return undefined;
      },
    });
    await client.hello();
    client.send('MAIL FROM:<probe@example.net>');
    await client.end();
    expect(client.error).toBe('ECONNRESET');
  });
});

test('the log receives every line of the dialogue', async () => {
  const entries: SandboxLogEntry[] = [];
  sandbox = await startSandbox(
    { domains: {}, exchanges: { 'mx.example.com': {} } },
    { log: (entry) => entries.push(entry) },
  );
  const client = await clientOf(sandbox);
  await client.reply();
  await client.ask('HELO probe.example.net');
  expect(entries.map(({ from, line }) => `${from}: ${line}`)).toEqual([
    'server: 220 mx.example.com ESMTP Postfix',
    'client: HELO probe.example.net',
    'server: 250 mx.example.com',
  ]);
  expect(entries[0]).toMatchObject({ exchange: 'mx.example.com', connection: 1 });
});
