import { describe, expect, it } from 'vitest';
import { mailproof } from './mailproof.ts';
import { workFolder } from './work-folder.ts';

describe('mailproof', () => {
  it('prints its version', async () => {
    expect(await mailproof(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  it('lists its commands with --help', async () => {
    const { code, stdout } = await mailproof(['--help']);
    expect(stdout).toMatch(
      /^ {2}verify .*\n(.*\n)* {2}bulk .*\n(.*\n)* {2}serve .*\n(.*\n)* {2}worker .*\n(.*\n)* {2}keys .*\n(.*\n)* {2}credits .*\n(.*\n)* {2}demo /m,
    );
    expect(code).toBe(0);
  });

  it('documents settings, variables and exit codes in the help of verify', async () => {
    const { code, stdout } = await mailproof(['verify', '--help']);
    for (const [flag, variable] of [
      ['--dns <ip:port,...>', 'MAILPROOF_DNS'],
      ['--smtp-port <port>', 'MAILPROOF_SMTP_PORT'],
      ['--helo <name>', 'MAILPROOF_HELO'],
      ['--mail-from <address>', 'MAILPROOF_MAIL_FROM'],
      ['--allow-private-hosts', 'MAILPROOF_ALLOW_PRIVATE_HOSTS'],
      ['--max-connections <number>', 'MAILPROOF_MAX_CONNECTIONS'],
      ['--canaries <host,...>', 'MAILPROOF_CANARIES'],
    ] as const) {
      expect(stdout).toContain(flag);
      expect(stdout).toContain(variable);
    }
    expect(stdout).toMatch(/Exit codes:\n {2}0 /);
    expect(code).toBe(0);
  });

  it('documents settings, variables and exit codes in the help of serve', async () => {
    const { code, stdout } = await mailproof(['serve', '--help']);
    const variables = ['HOST', 'PORT', 'STORE', 'DNS', 'SMTP_PORT', 'HELO', 'MAIL_FROM', 'MAX_CONNECTIONS'];
    for (const name of variables) expect(stdout).toContain(`MAILPROOF_${name}`);
    expect(stdout).toMatch(/Exit codes:\n {2}0 /);
    expect(code).toBe(0);
  });

  it.each([
    ['bulk', ['STORE', 'RETRY_DELAYS', 'DNS', 'SMTP_PORT', 'HELO', 'MAIL_FROM', 'MAX_CONNECTIONS']],
    ['worker', ['STORE', 'RETRY_DELAYS', 'HOST', 'WORKER_PORT', 'DNS', 'HELO', 'MAIL_FROM']],
  ])('documents settings, variables and exit codes in the help of %s', async (command, variables) => {
    const { code, stdout } = await mailproof([command, '--help']);
    for (const name of variables) expect(stdout).toContain(`MAILPROOF_${name}`);
    expect(stdout).toMatch(/Exit codes:\n {2}0 /);
    expect(code).toBe(0);
  });

  it.each([
    ['jobs list', 0, '(there is no such file)'],
    ['jobs results job_1', 1, '(there is no such file)'],
    ['keys list --account acme', 0, '(there is no such file)'],
    ['keys revoke key_1', 1, '(there is no such file)'],
    ['accounts list', 0, '(there is no such file)'],
    ['accounts show acme --sandbox', 1, '(there is no such file)'],
    ['accounts invite acme', 1, '(there is no such file)'],
    ['credits show --account acme', 0, '(there is no such file)'],
    ['usage --account acme', 1, '(there is no such file)'],
    ['outcomes show', 0, 'No outcomes'],
    ['replies', 0, '(there is no such file)'],
    ['replies --clear', 0, ''],
    ['forget ann@example.org', 0, '(there is no such file)'],
  ])('creates no store for "%s", which reads it', async (words, code, message) => {
    const { file, names } = await workFolder();
    const ended = await mailproof([...words.split(' '), '--store', `sqlite:${file('mailproof.db')}`]);
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expect(await names()).toEqual([]);
  });

  it.each([
    ['no command', [], /^Usage: mailproof/],
    ['an unknown command', ['verfy'], /^mailproof: unknown command 'verfy'\n\(Did you mean verify\?\)/],
    ['no address', ['verify'], /^mailproof: missing required argument 'address'/],
    ['a control character', ['\u001b[2J'], /^mailproof: unknown command '\\u\{1b\}\[2J'/],
  ])('exits with 2 for %s', async (_what, args, message) => {
    const { code, stdout, stderr } = await mailproof(args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
