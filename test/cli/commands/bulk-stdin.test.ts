import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Interruption } from '../../../adapters/cli/terminal.ts';
import { builtCli } from '../../support/built-cli.ts';
import { until } from '../../support/until.ts';
import type { FakeTerminalOptions } from '../fake-terminal.ts';
import { labList, startLab } from '../lab.ts';
import { mailproof } from '../mailproof.ts';
import { openFilesBelow } from '../open-files.ts';
import { workFolder } from '../work-folder.ts';

/** Runs `mailproof bulk` with a list on stdin. */
function bulk(list: string, words: readonly string[], options: FakeTerminalOptions = {}) {
  return mailproof(['bulk', ...words], { stdin: Readable.from([Buffer.from(list)]), ...options });
}

function rowsOf(csv: string): Record<string, string>[] {
  return parse(csv, { columns: true });
}

const twoAddresses = 'who,email\nAnn,ann.baker@bakery.example.com\nBob,plainaddress\n';

describe('mailproof bulk -', () => {
  it('verifies the list on stdin, and writes the results to stdout', async () => {
    const { code, stdout, stderr } = await bulk(twoAddresses, ['-', '--sandbox']);
    expect(code).toBe(0);
    expect(rowsOf(stdout)).toMatchObject([
      { who: 'Ann', substatus: 'deliverable' },
      { who: 'Bob', substatus: 'invalid_syntax' },
    ]);
    expect(stderr).toMatch(/^safe +1 +50\.0 %$/m);
    expect(stderr).not.toContain('the results go to');
  });

  it('writes the results to a file if one is set, and the summary to stdout', async () => {
    const folder = await workFolder();
    const { code, stdout } = await bulk(twoAddresses, ['-', '--out', folder.file('out.csv'), '--sandbox']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^rows +2$/m);
    expect(rowsOf(await folder.read('out.csv'))).toHaveLength(2);
    expect(await folder.names()).toEqual(['out.csv']);
  });

  it('reads a list of several chunks, with the rows in their order', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `user${index}@example.com,${index}`);
    const { code, stdout } = await bulk(['email,number', ...rows, ''].join('\n'), ['-', '--level', 'syntax']);
    expect(code).toBe(0);
    expect(rowsOf(stdout).map(({ email, number }) => `${email},${number}`)).toEqual(rows);
  });

  it('reads a plain list, another encoding, and people', async () => {
    const plain = await bulk('ann@@example.com\n', ['-', '--no-header', '--level', 'syntax']);
    expect(rowsOf(plain.stdout)).toMatchObject([{ email: 'ann@@example.com', substatus: 'invalid_syntax' }]);
    const excel = Readable.from([Buffer.from('\ufeffemail\r\nann@example.com\r\n', 'utf16le')]);
    const encoded = await bulk('', ['-', '--level', 'syntax'], { stdin: excel });
    expect(encoded.stdout).toMatch(/^\ufeffemail,.*\r\nann@example\.com,unknown,not_asked/);
    const people = 'first name,last name,domain\nAnn,Baker,bakery.example.com\n';
    const { stdout } = await bulk(people, ['-', '--lookup', '--sandbox']);
    expect(rowsOf(stdout)).toMatchObject([{ email: 'ann.baker@bakery.example.com' }]);
  });

  it.each([
    ['no list', '', /^mailproof: stdin is empty\.\n$/],
    ['no column with addresses', 'id,who\n1,a\n', /^mailproof: Which column of stdin has the addresses\? /],
    [
      'a workbook',
      'PK\u0003\u0004rest',
      /^mailproof: stdin is an archive, a damaged workbook, or a workbook that is not xlsx\. /,
    ],
  ])('exits with 2 for %s', async (_what, list, message) => {
    const { code, stdout, stderr } = await bulk(list, ['-', '--sandbox']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it.each([
    ['name~email\nAnn~ann@example.com\n', []],
    ['Ann^ann@example.com\nBob^bob@example.com\n', ['--no-header']],
  ])('exits with 2 for a list with another separator: %j', async (list, words) => {
    const { code, stdout, stderr } = await bulk(list, ['-', '--level', 'syntax', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^mailproof: The cells of stdin seem to be separated by [~^], /);
  });

  it('takes an address with such a character for an address', async () => {
    const { stdout } = await bulk('email\na~b@example.com\n', ['-', '--level', 'syntax']);
    expect(rowsOf(stdout)).toMatchObject([{ email: 'a~b@example.com', substatus: 'not_asked' }]);
  });

  it('exits with 2 if nothing is piped into it on a terminal', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true });
    const { code, stderr } = await bulk('', ['-', '--sandbox'], { stdin });
    expect(code).toBe(2);
    expect(stderr).toContain('There is no list on stdin, which is a terminal.');
  });

  it('resumes an interrupted run when the same list is piped in again, and charges it once', async () => {
    const folder = await workFolder();
    const { csv, mailboxes } = labList(100);
    const lab = await startLab({ mailboxes }, { replyDelayMs: 5 });
    const store = ['--store', `sqlite:${folder.file('accounts.db')}`];
    await mailproof(['credits', 'add', '--account', 'acme', '50', ...store]);
    const words = ['-', '--account', 'acme', '--retry-delays', 'none', ...store, ...lab.flags()];
    const balance = async () => (await mailproof(['credits', 'show', '--account', 'acme', ...store])).stdout;

    const interrupted = new AbortController();
    const first = bulk(csv, words, { signal: interrupted.signal });
    await until(() => lab.sandbox.statistics.totals.recipients > 20);
    interrupted.abort(new Interruption(2));
    const { code, stdout, stderr } = await first;
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toContain('Run the same command again to resume.');
    expect(await balance()).toContain('acme has 30 credits');

    const second = await bulk(csv, words);
    expect(second.stderr).toMatch(/^resuming with [1-9]\d* of 100 verified$/m);
    expect(rowsOf(second.stdout)).toHaveLength(100);
    expect(await balance()).toContain('acme has 30 credits');
  });

  it('says that nothing is kept if it is interrupted without a store', async () => {
    const lab = await startLab({}, { fault: 'silent' });
    const interrupted = new AbortController();
    const first = bulk('email\nann@example.com\n', ['-', ...lab.flags()], { signal: interrupted.signal });
    await until(() => lab.sandbox.statistics.totals.connections > 0);
    interrupted.abort(new Interruption(2));
    expect((await first).stderr).toContain(
      'Nothing of it is kept: that needs --out with a file, or --store.',
    );
  });
});

describe('mailproof bulk - in a process of its own', () => {
  async function pipedRun(words: readonly string[]) {
    const folder = await workFolder();
    const temporary = folder.file('tmp');
    await mkdir(temporary);
    const child = spawn(process.execPath, [builtCli, 'bulk', '-', ...words], {
      cwd: folder.path,
      env: { ...process.env, TMPDIR: temporary },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return {
      temporary,
      child,
      async exit() {
        const [[code], stdout, stderr] = await ended;
        return { code, stdout, stderr };
      },
    };
  }

  it('reads a pipe', async () => {
    const { child, exit } = await pipedRun(['--sandbox']);
    child.stdin.write('email\nann.baker@bake');
    child.stdin.end('ry.example.com\n');
    const { code, stdout } = await exit();
    expect(code).toBe(0);
    expect(rowsOf(stdout)).toMatchObject([{ status: 'safe' }]);
  });

  it('ends at once when it is interrupted before the list has ended', async () => {
    const { child, temporary, exit } = await pipedRun(['--sandbox']);
    child.stdin.write('email\n');
    await until(() => openFilesBelow(temporary, child.pid).length > 0);
    child.kill('SIGINT');
    expect(await exit()).toMatchObject({ code: 130, stdout: '' });
  });
});
