import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mailproof } from '../mailproof.ts';

const execute = promisify(execFile);

/** What bash offers for the last word of a command line. */
async function bashOffers(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout: script } = await mailproof(['completion', 'bash']);
  const commandLine = ['mailproof', ...words].map((word) => `'${word}'`).join(' ');
  const call = `COMP_WORDS=(${commandLine}); COMP_CWORD=${words.length}; _mailproof; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await execute('bash', ['--norc', '-uc', `${script}\n${call}`]);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('mailproof completion bash', () => {
  it('completes commands, and those below them', async () => {
    expect(await bashOffers('ver')).toEqual(['verify']);
    expect(await bashOffers('sugg')).toEqual(['suggest']);
    expect(await bashOffers('suggest', '--')).toEqual(['--json', '--help']);
    expect(await bashOffers('')).toEqual(
      expect.arrayContaining(['serve', 'worker', 'keys', 'help', 'completion']),
    );
    expect(await bashOffers('keys', 'cr')).toEqual(['create']);
    expect(await bashOffers('help', 'keys', 'cr')).toEqual(['create']);
    expect(await bashOffers('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('completes the flags of the command', async () => {
    expect(await bashOffers('keys', 'create', '--acc')).toEqual(['--account']);
    expect(await bashOffers('keys', 'create', '--account', 'bulk', '--lab')).toEqual(['--label']);
    expect(await bashOffers('serve', '--no-')).toEqual(['--no-docs', '--no-console', '--no-worker']);
    expect(await bashOffers('serve', '--account')).toEqual([]);
  });

  it('completes the values that a flag may have, and leaves others to bash, which completes files', async () => {
    expect(await bashOffers('serve', '--log-level', '')).toEqual(['debug', 'info', 'warn', 'error']);
    expect(await bashOffers('serve', '--log-level', '=', 'd')).toEqual(['debug']);
    expect(await bashOffers('serve', '--log-level', '=')).toEqual(['debug', 'info', 'warn', 'error']);
    expect(await bashOffers('serve', '--store', 'ke')).toEqual([]);
    expect(await bashOffers('bulk', 'li')).toEqual([]);
  });
});

describe('mailproof completion', () => {
  it('has the same commands and flags for zsh and fish, with their descriptions', async () => {
    const { stdout: zsh } = await mailproof(['completion', 'zsh']);
    expect(zsh).toMatch(/^#compdef mailproof\n/);
    expect(zsh).toContain(
      "'create:create an API key; it is the last line of stdout, and is shown only once'",
    );
    expect(zsh).toContain("('serve --log-level') compadd -- 'debug' 'info' 'warn' 'error'; return ;;");
    expect(zsh).toContain("('serve --store') _files; return ;;");
    const { stdout: fish } = await mailproof(['completion', 'fish']);
    const create = `complete -c mailproof -n 'test (__mailproof_command) = "keys"' -f -a 'create' -d 'create an API key`;
    expect(fish).toContain(create);
    const level = `complete -c mailproof -n 'test (__mailproof_command) = "serve"' -l log-level -x -a 'debug info warn error'`;
    expect(fish).toContain(level);
  });

  it('refuses another shell with 2', async () => {
    const { code, stdout, stderr } = await mailproof(['completion', 'tcsh']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('bash, zsh, fish');
  });
});

describe('mailproof help', () => {
  it('shows the help of a command below another one, as --help does', async () => {
    const { code, stdout, stderr } = await mailproof(['help', 'keys', 'create']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: mailproof keys create /);
    expect(stdout).toBe((await mailproof(['keys', 'create', '--help'])).stdout);
    expect((await mailproof(['help', 'serve'])).stdout).toBe((await mailproof(['serve', '--help'])).stdout);
  });

  it('shows that of the program without a command', async () => {
    const { code, stdout } = await mailproof(['help']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: (await mailproof(['--help'])).stdout });
  });

  it('refuses a command that does not exist with 2, and says where to look', async () => {
    const { code, stdout, stderr } = await mailproof(['help', 'keys', 'creat']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('mailproof: There is no command "keys creat". See: mailproof help keys\n');
  });
});
