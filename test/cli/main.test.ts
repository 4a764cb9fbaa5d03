import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import { builtCli } from '../support/built-cli.ts';
import { startRedis } from '../support/redis-server.ts';
import { workFolder } from './work-folder.ts';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end. Sends SIGINT when stderr contains `interruptAt`. */
function mailproof(args: readonly string[], interruptAt?: string): Promise<Ended> {
  return new Promise((resolve) => {
    let code: number | null = null;
    const child = execFile(process.execPath, [builtCli, ...args], (_error, stdout, stderr) => {
      resolve({ code, stdout, stderr });
    });
    child.once('exit', (exitCode) => {
      code = exitCode;
    });
    child.stderr?.on('data', (text: string) => {
      if (interruptAt !== undefined && text.includes(interruptAt)) child.kill('SIGINT');
    });
  });
}

/** Runs the program in a folder of its own, which its store is in, without a stdout. */
async function withClosedStdout(words: string) {
  const { path } = await workFolder();
  const program = [process.execPath, builtCli, ...words.split(' ')];
  const env = { ...process.env, MAILPROOF_STORE: 'sqlite:mailproof.db' };
  return spawnSync('sh', ['-c', '"$@" >&-', 'sh', ...program], { cwd: path, env, encoding: 'utf8' });
}

/** Ends what a process has started. */
function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}

describe('the program', () => {
  it('verifies an address and ends', async () => {
    const args = ['verify', 'ann.baker@bakery.example.com', '--sandbox', '--json'];
    const { code, stdout, stderr } = await mailproof(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'safe', substatus: 'deliverable' });
  });

  it('ends after each of its commands on Redis, too', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const ofAccount = ['accounts show acme', 'credits show --account acme', 'keys list --account acme'];
    for (const words of [...ofAccount, 'keys revoke mp_unknown']) {
      const args = [builtCli, ...words.split(' '), '--store', redis.url];
      const { error, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect(error).toBeUndefined();
      expect(stdout + stderr).toMatch(/acme|no key/);
    }
  });

  it('prints its version', async () => {
    const { stdout } = await mailproof(['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each([
    [
      'in one line if the disk is full',
      '"$@" > /dev/full',
      1,
      /^mailproof: stdout could not be written: no space left on device \(ENOSPC\)\.\n$/,
    ],
    ['quietly if nobody reads it', '{ "$@"; echo "exit $?" >&2; } | true', 0, /^exit 0\n$/],
  ])('ends %s', (_how, script, exit, words) => {
    const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, builtCli, 'help']);
    expect(status).toBe(exit);
    expect(stderr.toString()).toMatch(words);
  });

  it.each(['help', 'verify --help', 'completion bash'])(
    'fails if a file has room for a part only of what %s prints',
    async (words) => {
      const folder = await workFolder();
      // In blocks of 512 bytes.
      const script = 'ulimit -f 1; "$@" > out.txt';
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', script, 'sh', process.execPath, builtCli, ...words.split(' ')],
        {
          cwd: folder.path,
          encoding: 'utf8',
        },
      );
      expect(stderr).toBe('mailproof: stdout could not be written: file too large (EFBIG).\n');
      expect(status).toBe(1);
    },
  );

  it.each([
    ...['verify ann.baker@bakery.example.com --sandbox', 'lookup Ann Baker bakery.example.com --sandbox'],
    ...['suggest ann@example.com', 'completion bash', 'help', 'verify --help', '--version'],
    ...['accounts list', 'accounts show acme', 'credits show --account acme', 'usage --account acme'],
    ...['keys list --account acme', 'jobs list', 'jobs show 1', 'jobs results 1'],
    ...['outcomes show', 'replies'],
  ])('refuses a closed stdout where it is of no use without: %s', async (words) => {
    const { status, stderr } = await withClosedStdout(words);
    expect(stderr).toMatch(/^mailproof: stdout is closed, .*\n$/);
    expect(status).toBe(2);
  });

  it.each([
    ['verify ann.baker@bakery.example.com --sandbox --exit-code', 0],
    ['verify nobody@bakery.example.com --sandbox --exit-code', 11],
    ['lookup No Body bakery.example.com --sandbox --exit-code', 12],
    ['credits add --account acme 5', 0],
    ['replies --clear', 0],
  ])('does without stdout where it has another use: %s', async (words, exit) => {
    const { status } = await withClosedStdout(words);
    expect(status).toBe(exit);
  });

  it('prints nothing of a list that a terminal would obey, and every byte of it elsewhere', async () => {
    const folder = await workFolder();
    const cell = '\u001b[2J\u001b]0;owned\u0007';
    await folder.write('list.csv', `email,note\nann@example.com,${cell}\n`);
    const words = `'${process.execPath}' '${builtCli}' bulk list.csv --out - --level syntax`;
    const options = { cwd: folder.path, encoding: 'utf8' } as const;
    const { stdout: piped } = spawnSync('sh', ['-c', words], options);
    expect(piped).toContain(`\nann@example.com,${cell},unknown,`);
    const { stdout: shown } = spawnSync('script', ['-qec', words, '/dev/null'], options);
    expect(shown).toContain('\nann@example.com,\\u{1b}[2J\\u{1b}]0;owned\\u{7},unknown,');
    expect(shown).not.toContain('\u001b[2J');
  });

  it('ends with npx, which hands a signal on to a shell in between only', async () => {
    const { path, write } = await workFolder();
    const bin = `${path}/node_modules/.bin`;
    await mkdir(bin, { recursive: true });
    await writeFile(`${bin}/mailproof`, `#!/bin/sh\nexec '${process.execPath}' '${builtCli}' "$@"\n`, {
      mode: 0o755,
    });
    await write('package.json', '{}');
    const words = 'mailproof serve --store memory: --port 0 --sandbox';
    // Under `npm exec`, npx would take over the package that was asked for there.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
    const options = { cwd: path, env, detached: true } as const;
    const npx = spawn('npx', ['--no', '--', ...words.split(' ')], options);
    onTestFinished(() => endGroup(npx));
    const [listening] = await once(npx.stdout, 'data');
    expect(String(listening)).toMatch(/^Listening on/);
    npx.kill();
    // Its pipes are closed once all that have them are gone, too.
    await once(npx, 'close');
  });

  it('ends with 130 on SIGINT once everything is closed, although the reader of its results has stopped', async () => {
    const folder = await workFolder();
    // More than a pipe holds.
    const rows = Array.from({ length: 20 }, (_, index) => `a${index}@example.com,${'n'.repeat(50_000)}`);
    const list = await folder.write('list.csv', ['email,note', ...rows, ''].join('\n'));
    const words = ['bulk', list, '--out', '-', '--level', 'syntax'];
    const child = spawn(process.execPath, [builtCli, ...words], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'readable');
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
  });

  it('ends with 130 on SIGINT, in the middle of a conversation', async () => {
    await using sandbox = await startSandbox({
      domains: { 'example.com': { mx: ['mx.example.com'] } },
      exchanges: { 'mx.example.com': { fault: 'silent', faultAt: 'rcpt' } },
      zone: { 'mx.example.com': { a: ['127.0.0.1'] } },
    });
    const { dns, dialTable } = sandbox.network;
    const [server] = dialTable.values();
    const { code, stdout } = await mailproof(
      [
        ...['verify', 'ann@example.com', '--trace', '--allow-private-hosts'],
        ...['--helo', 'probe.example.net', '--mail-from', 'probe@example.net'],
        ...['--dns', dns.join(), '--smtp-port', String(server?.port)],
      ],
      '> RCPT',
    );
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  });
});
