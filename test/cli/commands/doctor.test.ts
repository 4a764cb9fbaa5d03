import { describe, expect, it, onTestFinished } from 'vitest';
import { Interruption } from '../../../adapters/cli/terminal.ts';
import { type SandboxExchange, startSandbox } from '../../../adapters/sandbox/index.ts';
import { closedPort } from '../../support/closed-port.ts';
import { startRedis } from '../../support/redis-server.ts';
import { until } from '../../support/until.ts';
import type { FakeTerminalOptions } from '../fake-terminal.ts';
import { mailproof } from '../mailproof.ts';
import { workFolder } from '../work-folder.ts';

/** Runs the command with a store in a folder of its own, which does not exist yet. */
async function doctor(args: readonly string[], options: FakeTerminalOptions = {}) {
  const folder = await workFolder();
  const store =
    args.includes('--store') || options.env?.MAILPROOF_STORE
      ? []
      : ['--store', `sqlite:${folder.file('a.db')}`];
  return { ...(await mailproof(['doctor', ...store, ...args], options)), files: await folder.names() };
}

/** Starts a network with one exchange, which is dialled at its own address and port, as on the real internet. */
async function startLab(exchange: SandboxExchange = {}) {
  const sandbox = await startSandbox({
    domains: {},
    exchanges: { 'mx.example.net': exchange },
    zone: { 'mx.example.net': { a: ['127.0.0.1'] } },
  });
  onTestFinished(() => sandbox.close());
  const { port } = sandbox.endpointOf('mx.example.net');
  const { helo, mailFrom } = sandbox.network;
  const flags = [
    ...['--dns', sandbox.network.dns.join(), '--smtp-port', String(port), '--allow-private-hosts'],
    ...['--helo', helo, '--mail-from', mailFrom, '--canaries', 'mx.example.net'],
  ];
  return { sandbox, flags };
}

const good = {
  texts: { hello: '250 {host} Hello [{client}]', greeting: '220 {host} ESMTP ready at {date}' },
};

describe('mailproof doctor', () => {
  it('finds nothing wrong on the simulated internet, and leaves no file behind', async () => {
    const { code, stdout, stderr, files } = await doctor(['--sandbox']);
    expect(stdout).toMatch(/^resolvers\n {2}ok {7}The resolver 127\.0\.0\.1:\d+ answers\.\n/);
    expect(stdout).toMatch(/^egress verifier\.example\.net$/m);
    expect(stdout).toMatch(/^ {2}ok {7}Mail servers see 192\.0\.2\.25 /m);
    expect(stdout).toMatch(/^store\n {2}ok {7}The store is reachable /m);
    expect(stdout).toMatch(/^clock\n {2}ok {7}The clock agrees with that of outlook-com\.olc/m);
    expect(stdout).toMatch(/\n\n0 failures, 0 warnings, \d+ ok\n$/);
    expect(stdout).not.toMatch(/\b(means|do)\b {2}/);
    expect({ code, stderr, files }).toEqual({ code: 0, stderr: '', files: [] });
  });

  it('prints one JSON object with --json', async () => {
    const { code, stdout } = await doctor(['--sandbox', '--json']);
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
    const { severity, findings } = JSON.parse(stdout);
    expect(severity).toBe('ok');
    for (const finding of findings) {
      expect(Object.keys(finding)).toEqual(
        expect.arrayContaining(['check', 'severity', 'summary', 'meaning', 'advice']),
      );
    }
    expect(code).toBe(0);
  });

  it('says what a warning means and what to do, and exits with 1', async () => {
    const { code, stdout } = await doctor(['--sandbox', '--store', 'memory:']);
    expect(stdout).toMatch(
      /^ {2}warning {2}The stores are in the memory of the process\.\n {11}means {2}Credits, keys, .*\n(?: {18}.*\n)* {11}do {5}Use an SQLite file/m,
    );
    expect(stdout).toMatch(/\n0 failures, 1 warning, \d+ ok\n$/);
    expect(code).toBe(1);
    const json = await doctor(['--sandbox', '--store', 'memory:', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ severity: 'warning' });
    expect(json.code).toBe(1);
  });

  it('exits with 2 for a failure, on a network of flags', async () => {
    const { flags, sandbox } = await startLab(good);
    const right = await doctor(flags);
    expect(right.stdout).toMatch(/\n0 failures, 0 warnings, \d+ ok\n$/);
    expect(right.code).toBe(0);
    sandbox.patchZone({
      '25.2.0.192.in-addr.arpa': null,
      '25.2.0.192.zen.spamhaus.org': { a: ['127.0.0.2'] },
    });
    const wrong = await doctor(flags);
    expect(wrong.stdout).toMatch(/^ {2}failure {2}192\.0\.2\.25 has no name: there is no PTR record\.$/m);
    expect(wrong.stdout).toMatch(/^ {2}failure {2}192\.0\.2\.25 is on the block list zen\.spamhaus\.org/m);
    expect(wrong.stdout).toMatch(/\n2 failures, 0 warnings, \d+ ok\n$/);
    expect(wrong.code).toBe(2);
  });

  it('finds that Redis is set up wrong, or away', async () => {
    const redis = await startRedis({
      settings: ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'],
    });
    onTestFinished(() => redis.stop());
    const evicting = await doctor(['--sandbox'], { env: { MAILPROOF_STORE: redis.url } });
    expect(evicting.stdout).toMatch(/^ {2}failure {2}It may drop keys: maxmemory-policy is allkeys-lru\.$/m);
    expect(evicting.code).toBe(2);
    const away = await doctor(['--sandbox', '--store', `redis://127.0.0.1:${await closedPort()}`]);
    expect(away.stdout).toMatch(/^ {2}failure {2}Redis at 127\.0\.0\.1:\d+ is out of reach/m);
    expect(away.code).toBe(2);
  });

  it('asks the block lists that are set, or none', async () => {
    const { flags } = await startLab(good);
    const others = await doctor([...flags, '--block-lists', 'lists.example.org,bl.spamcop.net']);
    expect(others.stdout).toMatch(/block list lists\.example\.org cannot be\s+told/);
    expect(others.stdout).toContain('is not on the block list bl.spamcop.net');
    expect(others.stdout).not.toContain('spamhaus');
    const none = await doctor(flags, { env: { MAILPROOF_BLOCK_LISTS: 'none' } });
    expect(none.stdout).not.toContain('block list');
  });

  it('colours the severities on a terminal, unless NO_COLOR is set', async () => {
    const args = ['--sandbox', '--store', 'memory:'];
    const coloured = await doctor(args, { isTTY: true });
    expect(coloured.stdout).toContain('\u001b[32mok     \u001b[39m');
    expect(coloured.stdout).toContain('\u001b[33mwarning\u001b[39m');
    const declined = await doctor(args, { isTTY: true, env: { NO_COLOR: '1' } });
    expect(declined.stdout).not.toContain('\u001b');
  });

  it('escapes control characters from a hostile server', async () => {
    const { flags } = await startLab({ greeting: '554 \u001b[2Jno\u0007' });
    const text = await doctor(flags);
    const json = await doctor([...flags, '--json']);
    expect(text.stdout).toContain('\\u{1b}[2Jno\\u{7}');
    expect(text.stdout + json.stdout).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('exits at once when interrupted, and leaves no connection open', async () => {
    const { flags, sandbox } = await startLab({ fault: 'silent' });
    const interrupted = new AbortController();
    const running = doctor(flags, { signal: interrupted.signal });
    await until(() => sandbox.statistics.totals.connections === 1);
    interrupted.abort(new Interruption(2));
    expect(await running).toMatchObject({ code: 130, stdout: '' });
    await until(() => sandbox.statistics.totals.open === 0);
  });

  it.each([
    ['without an identity', [], /Set --helo or MAILPROOF_HELO .*Set --mail-from or MAILPROOF_MAIL_FROM /],
    ['with a block list that is no zone', ['--sandbox', '--block-lists', 'zen'], /--block-lists is "zen"/],
    ['with a store that is none', ['--sandbox', '--store', 'file:x'], /--store is "file:x"/],
  ])('%s says what to set and exits with 2', async (_when, args, message) => {
    const { code, stdout, stderr } = await doctor(args);
    expect(stderr).toMatch(/^mailproof: /);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('documents settings, variables and exit codes in its help', async () => {
    const { code, stdout } = await mailproof(['doctor', '--help']);
    for (const name of ['BLOCK_LISTS', 'STORE', 'DNS', 'SMTP_PORT', 'HELO', 'MAIL_FROM', 'CANARIES'])
      expect(stdout).toContain(`MAILPROOF_${name}`);
    expect(stdout).toMatch(/Exit codes:\n {2}0 /);
    expect(code).toBe(0);
  });
});
