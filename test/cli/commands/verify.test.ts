import { afterEach, describe, expect, it } from 'vitest';
import { Interruption } from '../../../adapters/cli/terminal.ts';
import {
  demoWorld,
  type Sandbox,
  type SandboxLogEntry,
  startSandbox,
} from '../../../adapters/sandbox/index.ts';
import { closedPort } from '../../support/closed-port.ts';
import { until } from '../../support/until.ts';
import type { FakeTerminalOptions } from '../fake-terminal.ts';
import { mailproof } from '../mailproof.ts';

const identity = ['--helo', 'probe.example.net', '--mail-from', 'bounces@example.net'];
const documentedFields = `
  email status explanation email_provider substatus mx_record is_domain_catch_all is_secure_email_gateway
  is_disposable is_role_account is_free confidence
`
  .trim()
  .split(/\s+/);

function verify(args: readonly string[], options: FakeTerminalOptions = {}) {
  return mailproof(['verify', ...args], options);
}

function addressWith(status: string): string {
  const found = demoWorld().addresses.find((address) => address.status === status);
  if (found === undefined) throw new Error(`The demo has no address that is ${status}.`);
  return found.email;
}

describe('mailproof verify on the simulated internet', () => {
  it('prints a card and exits with 0', async () => {
    const { code, stdout, stderr } = await verify(['ann.baker@bakery.example.com', '--sandbox']);
    expect(stdout).toMatch(/^ {2}address {8}ann\.baker@bakery\.example\.com$/m);
    expect(stdout).toMatch(/^ {2}status {9}safe$/m);
    expect(stdout).toMatch(/^ {2}substatus {6}deliverable$/m);
    expect(stdout).toMatch(/^ {2}exchange {7}mx1\.hosting\.example\.com$/m);
    expect(stdout).toMatch(/^ {2}catch-all {6}no$/m);
    expect(stdout).toMatch(/^ {2}duration {7}[\d.]+ m?s$/m);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('ignores the variables about the real internet, whatever they say', async () => {
    const env = Object.fromEntries(
      'HELO MAIL_FROM LOCAL_ADDRESS EGRESS DNS SMTP_PORT ALLOW_PRIVATE_HOSTS CANARIES'
        .split(' ')
        .map((name) => [`MAILPROOF_${name}`, 'no, this!']),
    );
    const args = ['ann.baker@bakery.example.com', '--sandbox', '--json'];
    const { code, stdout, stderr } = await verify(args, { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'safe' });
  });

  it('prints the verdicts of several addresses in their order', async () => {
    const emails = ['nobody@bakery.example.com', 'ann.baker@bakery.example.com'];
    const cards = await verify([...emails, '--sandbox', '--exit-code']);
    expect(cards.stdout).toMatch(/ nobody@bakery.* invalid\n.*\n\n.* ann\.baker@bakery.* safe\n/s);
    expect(cards.code).toBe(11);
    const { code, stdout } = await verify([...emails, '--sandbox', '--json']);
    const results = stdout.trimEnd().split('\n');
    expect(results.map((line) => JSON.parse(line).email)).toEqual(emails);
    expect(code).toBe(0);
  });

  it('prints the documented resource and nothing else with --json', async () => {
    const { code, stdout, stderr } = await verify(['nobody@bakery.example.com', '--sandbox', '--json']);
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
    const resource = JSON.parse(stdout);
    expect(Object.keys(resource).sort()).toEqual([...documentedFields].sort());
    expect(resource).toMatchObject({
      email: 'nobody@bakery.example.com',
      status: 'invalid',
      substatus: 'mailbox_not_found',
      mx_record: 'mx1.hosting.example.com',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('shows the dialogue on stderr with --trace, without changing stdout', async () => {
    const { stdout, stderr } = await verify(
      'ann.baker@bakery.example.com --sandbox --json --trace'.split(' '),
    );
    const lines = stderr.trimEnd().split('\n');
    expect(
      lines.every((line) => /^ *\d+\.\d{3} (DNS \*|[^ ]+@bakery\.example\.com \*|#\d+ [*<>]) /.test(line)),
    ).toBe(true);
    const inOrder = [
      / DNS \* MX bakery\.example\.com: 10 mx1\.hosting\.example\.com, 20 /,
      / ann\.baker@bakery\.example\.com \* asks mx1\.hosting\.example\.com$/,
      / DNS \* A mx1\.hosting\.example\.com: 198\.18\./,
      / #1 \* connecting to mx1\.hosting\.example\.com \(198\.18\./,
      / #1 \* connected /,
      / #1 < 220 /,
      / #1 > EHLO verifier\.example\.net$/,
      / #1 < 250[- ]/,
      / #1 > STARTTLS$/,
      / #1 \* TLS is up$/,
      / #1 > MAIL FROM:<probe@verifier\.example\.net>/,
      / #1 > RCPT TO:<ann\.baker@bakery\.example\.com>/,
      / ann\.baker@bakery\.example\.com \* mx1\.hosting\.example\.com: its reply to RCPT means: accepted$/,
      / #1 > QUIT$/,
      / #1 < 221 /,
      / #1 \* connection closed$/,
    ];
    const places = inOrder.map((pattern) => lines.findIndex((line) => pattern.test(line)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(JSON.parse(stdout)).toMatchObject({ status: 'safe' });
  });

  it.each([
    ['safe', 0],
    ['risky', 10],
    ['invalid', 11],
    ['unknown', 12],
  ])('exits for %s with %i if --exit-code is set, and with 0 otherwise', async (status, code) => {
    const args = [addressWith(status), '--sandbox', '--timeout', '3', '--json'];
    const [plain, telling] = await Promise.all([verify(args), verify([...args, '--exit-code'])]);
    expect(JSON.parse(telling.stdout)).toMatchObject({ status });
    expect([plain.code, telling.code]).toEqual([0, code]);
  });

  it('colours the status on a terminal, unless NO_COLOR is set', async () => {
    const args = ['plainaddress', '--sandbox'];
    const inStatusColour = await verify(args, { isTTY: true });
    const declined = await verify(args, { isTTY: true, env: { NO_COLOR: '1' } });
    const piped = await verify(args);
    expect(inStatusColour.stdout).toContain('\u001b[31minvalid\u001b[39m');
    expect(declined.stdout + piped.stdout).not.toContain('\u001b');
  });

  it('escapes control characters in an address', async () => {
    const hostile = '\u001b[2J\u009b1m@example.org';
    const card = await verify([hostile, '--sandbox']);
    const json = await verify([hostile, '--sandbox', '--json']);
    expect(card.stdout).toContain('\\u{1b}[2J');
    expect(card.stdout + json.stdout).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(JSON.parse(json.stdout)).toMatchObject({ email: hostile, substatus: 'invalid_syntax' });
  });
});

describe('mailproof verify on a network of one server', () => {
  let sandbox: Sandbox;
  const log: SandboxLogEntry[] = [];

  /** The exchange is dialled at its own address and port, not through a dial table. */
  async function startLab(exchange = {}): Promise<string[]> {
    log.length = 0;
    sandbox = await startSandbox(
      {
        domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] } },
        exchanges: { 'mx.example.com': exchange },
        zone: { 'mx.example.com': { a: ['127.0.0.1'] } },
      },
      { log: (entry) => log.push(entry) },
    );
    const { dns, dialTable } = sandbox.network;
    const [server] = dialTable.values();
    return ['--dns', dns.join(), '--smtp-port', String(server?.port)];
  }

  afterEach(() => sandbox.close());

  it('reads resolver, port and identity from flags', async () => {
    const lab = await startLab();
    const { code, stdout } = await verify([
      'ann@example.com',
      '--json',
      ...identity,
      ...lab,
      '--allow-private-hosts',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'safe', mx_record: 'mx.example.com' });
    expect(code).toBe(0);
    const said = log.map(({ line }) => line);
    expect(said).toContain('EHLO probe.example.net');
    expect(said.some((line) => line.startsWith('MAIL FROM:<bounces@example.net>'))).toBe(true);
  });

  it('reads resolver, port and identity from the environment', async () => {
    const [, dns, , port] = await startLab();
    const env = {
      MAILPROOF_DNS: dns,
      MAILPROOF_SMTP_PORT: port,
      MAILPROOF_HELO: 'probe.example.net',
      MAILPROOF_MAIL_FROM: 'bounces@example.net',
      MAILPROOF_ALLOW_PRIVATE_HOSTS: 'true',
      MAILPROOF_MAX_CONNECTIONS: '1',
    };
    const { stdout } = await verify(['nobody@example.com', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'invalid', substatus: 'mailbox_not_found' });
  });

  it('asks from the local address', async () => {
    const lab = await startLab();
    const local = ['--local-address', '127.0.0.2', '--allow-private-hosts'];
    const { stderr } = await verify(['ann@example.com', '--trace', ...identity, ...lab, ...local]);
    expect(new Set(log.map(({ client }) => client))).toEqual(new Set(['127.0.0.2']));
    expect(stderr).not.toContain('from 127.0.0.2');
  });

  it('asks through each egress that is given, and names it in the trace', async () => {
    const lab = await startLab({ clients: { '127.0.0.2': { blocks: 'greeting' } } });
    const egresses = ['127.0.0.2', '127.0.0.3'].flatMap((address) => [
      '--egress',
      `helo=probe.example.net,mail-from=bounces@example.net,local=${address}`,
    ]);
    const args = ['ann@example.com', '--json', '--trace', ...egresses, ...lab, '--allow-private-hosts'];
    const { stdout, stderr } = await verify(args);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'safe' });
    for (const address of ['127.0.0.2', '127.0.0.3'])
      expect(stderr).toMatch(new RegExp(`connecting to mx\\.example\\.com .* from ${address}`));
  });

  it('does not dial private addresses unless told to', async () => {
    const lab = await startLab();
    const { stdout } = await verify(['ann@example.com', '--json', ...identity, ...lab]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'unknown', substatus: 'mail_server_unavailable' });
    expect(sandbox.statistics.totals.connections).toBe(0);
  });

  it('answers in time if the server stays silent', async () => {
    const lab = await startLab({ fault: 'silent' });
    const args = [
      'ann@example.com',
      '--json',
      '--timeout',
      '1',
      ...identity,
      ...lab,
      '--allow-private-hosts',
    ];
    const { code, stdout } = await verify(args);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'unknown', substatus: 'timeout' });
    expect(code).toBe(0);
    await until(() => sandbox.statistics.totals.open === 0);
  });

  it('exits at once when interrupted, and leaves no connection open', async () => {
    const lab = await startLab({ fault: 'silent', faultAt: 'rcpt' });
    const interrupted = new AbortController();
    const { code, stdout, stderr } = await verify(
      ['ann@example.com', '--trace', ...identity, ...lab, '--allow-private-hosts'],
      {
        signal: interrupted.signal,
        onStderr: (text) => {
          if (text.includes('> RCPT')) interrupted.abort(new Interruption(2));
        },
      },
    );
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).not.toContain('mailproof:');
    await until(() => sandbox.statistics.totals.open === 0);
  });

  it('escapes control characters from a hostile server', async () => {
    const lab = await startLab({ greeting: '220 \u001b[2Jmx\u0007 ready' });
    const args = ['ann@example.com', '--trace', ...identity, ...lab, '--allow-private-hosts'];
    const { stdout, stderr } = await verify(args);
    expect(stderr).toContain('< 220 \\u{1b}[2Jmx\\u{7} ready');
    expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

describe('mailproof verify that cannot start', () => {
  it.each([
    ['without an identity', [], /Set --helo or MAILPROOF_HELO .*Set --mail-from or MAILPROOF_MAIL_FROM /],
    [
      'with a name that is no host name',
      ['--helo', 'localhost', '--mail-from', 'a@example.net'],
      /--helo is "localhost"/,
    ],
    [
      'with a sender that is no address',
      ['--helo', 'probe.example.net', '--mail-from', 'me'],
      /--mail-from is "me"/,
    ],
    ['with a port out of range', [...identity, '--smtp-port', '65536'], /--smtp-port is "65536"/],
    ['with a resolver by name', [...identity, '--dns', 'dns.example.net'], /--dns is "dns\.example\.net"/],
    ['with no connections', [...identity, '--max-connections', '0'], /--max-connections is "0"/],
    ['with a canary that is no host name', [...identity, '--canaries', 'gmail'], /--canaries is "gmail"/],
    [
      'with a local address that is none',
      [...identity, '--local-address', 'eth0'],
      /--local-address is "eth0"/,
    ],
    [
      'with a proxy that is no URL',
      ['--egress', 'helo=probe.example.net,mail-from=a@example.net,socks5=me:secret@proxy'],
      /--egress: Set socks5 to a URL(?!.*secret)/,
    ],
    [
      'with two kinds of egresses',
      [...identity, '--egress', 'helo=a.example.net'],
      /either --egress or --helo/,
    ],
    ['with a timeout out of range', [...identity, '--timeout', '601'], /--timeout is "601"/],
    ['with an unknown option', ['--fast'], /unknown option '--fast'/],
    [
      'with settings of the internet beside --sandbox',
      ['--sandbox', '--dns', '192.0.2.1'],
      /--sandbox.*--dns/,
    ],
  ])('%s says what to set and exits with 2', async (_when, args, message) => {
    const { code, stdout, stderr } = await verify(['ann@example.com', ...args]);
    expect(stderr).toMatch(/^mailproof: /);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('names the variable that is wrong', async () => {
    const { code, stderr } = await verify(['ann@example.com'], {
      env: { MAILPROOF_HELO: 'probe.example.net', MAILPROOF_MAIL_FROM: 'nobody' },
    });
    expect(stderr).toMatch(/^mailproof: MAILPROOF_MAIL_FROM is "nobody"\./);
    expect(code).toBe(2);
  });

  it('exits with 3 if no resolver answers', async () => {
    const dns = `127.0.0.1:${await closedPort()}`;
    const { code, stdout, stderr } = await verify(['ann@example.com', '--json', ...identity, '--dns', dns]);
    expect(stderr).toMatch(/^mailproof: No DNS resolver answers\./);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });

  it('prints no other part of the environment than the wrong setting', async () => {
    const env = {
      MAILPROOF_STORE: 'redis://:s3cret@example.net',
      MAILPROOF_SMTP_PORT: 'x',
      MAILPROOF_HELO: 'probe.example.net',
      MAILPROOF_MAIL_FROM: 'a@example.net',
    };
    const { stderr } = await verify(['ann@example.com'], { env });
    expect(stderr).toBe('mailproof: MAILPROOF_SMTP_PORT is "x". Set it to a TCP port from 1 to 65535.\n');
  });
});

describe('mailproof verify --level', () => {
  it('needs neither port 25 nor an identity below smtp', async () => {
    await using sandbox = await startSandbox(demoWorld().world);
    const network = ['--dns', sandbox.network.dns.join(), '--smtp-port', String(await closedPort())];
    const args = ['ann.baker@bakery.example.com', '--level', 'dns', '--json', ...network];
    const { code, stdout, stderr } = await verify([...args, '--allow-private-hosts']);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'unknown',
      substatus: 'not_asked',
      mx_record: 'mx1.hosting.example.com',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('asks nobody at the level syntax', async () => {
    const { code, stdout } = await verify('ann@mailinator.com --level syntax --json --exit-code'.split(' '));
    expect(JSON.parse(stdout)).toMatchObject({ status: 'risky', substatus: 'disposable', mx_record: null });
    expect(code).toBe(10);
  });

  it('needs an identity for smtp, and knows no other level', async () => {
    expect(await verify(['ann@example.org'])).toMatchObject({ code: 2 });
    const { code, stderr } = await verify(['ann@example.org', '--level', 'mx']);
    expect(code).toBe(2);
    expect(stderr).toContain('syntax, dns, smtp');
  });
});
