import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtCli } from '../../support/built-cli.ts';
import { labList, startLab } from '../lab.ts';
import { mailproof } from '../mailproof.ts';
import { workFolder } from '../work-folder.ts';

const addresses = 60;

/** Long enough for the results to be more than a pipe holds, and more than the files of the store. */
const note = 'n'.repeat(50_000);

/** An account with 50 credits in a store of a folder of its own, and a list that costs 12. */
async function paidList() {
  const folder = await workFolder();
  const { csv, mailboxes } = labList(addresses);
  const lab = await startLab({ mailboxes });
  const [header = '', ...rows] = csv.trimEnd().split('\n');
  await folder.write('list.csv', [`${header},note`, ...rows.map((row) => `${row},${note}`), ''].join('\n'));
  const store = ['--store', `sqlite:${folder.file('accounts.db')}`];
  await mailproof(['credits', 'add', '--account', 'acme', '50', ...store]);
  const words = ['--retry-delays', 'none', ...lab.flags()];
  /** Runs `"$@"`, which is `mailproof bulk` with these words, in a shell. */
  const inShell = async (script: string, ...more: readonly string[]) => {
    const program = [process.execPath, builtCli, 'bulk', ...more, ...words];
    const child = spawn('sh', ['-c', script, 'sh', ...program], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, stdout, stderr };
  };
  const paid = ['--account', 'acme', ...store];
  const charged = async () => {
    const { stdout } = await mailproof(['credits', 'show', '--account', 'acme', '--json', ...store]);
    return 50 - JSON.parse(stdout).credits;
  };
  return { folder, inShell, paid, charged };
}

function numbersOf(csv: string): string[] {
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  return rows.filter(({ status }) => status !== '').map(({ number = '' }) => number);
}

const allNumbers = Array.from({ length: addresses }, (_, index) => String(index));

describe('mailproof bulk, where its results cannot be written to stdout', () => {
  it.each([
    ['the disk is full', '"$@" < list.csv > /dev/full', /no space left/],
    ['the reader ends early', '{ "$@" < list.csv; echo "exit $?" >&2; } | head -n 1', /reads it any more/],
  ])(
    'says that they are kept if %s, and writes them for no new charge in the next run',
    async (_what, script, why) => {
      const { inShell, paid, charged } = await paidList();
      const first = await inShell(script, '-', ...paid);
      expect(first.stderr).toMatch(why);
      expect(first.stderr).toContain(
        'The results are kept: once they can be written, run the same command with the same list again.',
      );
      expect(first.stderr).not.toContain('    at ');
      expect(first.stderr.endsWith('exit 1\n') || first.code === 1).toBe(true);
      expect(await charged()).toBe(12);

      const second = await inShell('"$@" < list.csv', '-', ...paid);
      expect(second.code).toBe(0);
      expect(second.stderr).toContain('resuming with 60 of 60 verified');
      expect(numbersOf(second.stdout)).toEqual(allNumbers);
      expect(await charged()).toBe(12);
    },
  );

  it('notices a file that has room for a part of a write only', async () => {
    const { folder, inShell, paid, charged } = await paidList();
    // In blocks of 512 bytes: the results are longer, the files of the store are not.
    const first = await inShell('ulimit -f 4000; "$@" > out.csv', 'list.csv', '--out', '-', ...paid);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('The results are kept');
    expect((await folder.read('out.csv')).length).toBe(4000 * 512);
    expect(await charged()).toBe(12);

    const second = await inShell('"$@" > out.csv', 'list.csv', '--out', '-', ...paid);
    expect(second.code).toBe(0);
    expect(numbersOf(await folder.read('out.csv'))).toEqual(allNumbers);
    expect(await charged()).toBe(12);
  });

  it('says that they are lost if there is no store', async () => {
    const { inShell } = await paidList();
    const { code, stderr } = await inShell('"$@" < list.csv > /dev/full', '-');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'What was not written is lost: to keep results, set --out to a file, or --store.',
    );
  });

  it.each(['>&-', '1<> /dev/null'])(
    'is refused before any charge with %s, which nobody reads',
    async (redirection) => {
      const { inShell, paid, charged } = await paidList();
      const { code, stderr } = await inShell(`"$@" < list.csv ${redirection}`, '-', ...paid);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^mailproof: stdout is closed, .*\n$/);
      expect(await charged()).toBe(0);
    },
  );

  it('discards them if they go to /dev/null', async () => {
    const { inShell, paid, charged } = await paidList();
    const { code, stderr } = await inShell('"$@" < list.csv > /dev/null', '-', ...paid);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^safe +20 +33\.3 %$/m);
    expect(await charged()).toBe(12);
  });

  it('goes on without a reader of its progress', async () => {
    const { inShell, paid } = await paidList();
    const { code, stdout } = await inShell('"$@" < list.csv 2> /dev/full', '-', ...paid);
    expect(code).toBe(0);
    expect(numbersOf(stdout)).toEqual(allNumbers);
  });
});

describe('mailproof bulk, where its results cannot be written to a file', () => {
  it.each([
    ['in a store', true],
    ['in a file beside the output', false],
  ])(
    'says that they are kept %s, and writes them for no new charge in the next run',
    async (_where, isPaid) => {
      const { folder, inShell, paid, charged } = await paidList();
      const words = ['list.csv', '--out', 'out.csv', ...(isPaid ? paid : [])];
      const first = await inShell('ulimit -f 4000; "$@"', ...words);
      expect(first.code).toBe(1);
      expect(first.stderr).toMatch(/out\.csv could not be written: /);
      expect(first.stderr).toContain('The results are kept');
      expect(first.stderr).not.toContain('    at ');
      expect(await folder.names()).not.toContain('out.csv');

      const second = await inShell('"$@"', ...words);
      expect(second.code).toBe(0);
      expect(second.stderr).toContain('resuming with 60 of 60 verified');
      expect(numbersOf(await folder.read('out.csv'))).toEqual(allNumbers);
      expect(await charged()).toBe(isPaid ? 12 : 0);
    },
  );

  it.each([
    [
      'is full',
      '> /dev/full',
      1,
      /The results are in out\.csv, but not their summary: stdout could not be written: no space left/,
    ],
    ['is closed', '>&-', 0, /^/],
  ])(
    'leaves them complete if stdout %s, which only the summary goes to',
    async (_what, redirection, exit, words) => {
      const { folder, inShell } = await paidList();
      const { code, stderr } = await inShell(`"$@" ${redirection}`, 'list.csv', '--out', 'out.csv');
      expect(code).toBe(exit);
      expect(stderr).toMatch(words);
      expect(numbersOf(await folder.read('out.csv'))).toEqual(allNumbers);
      expect((await folder.names()).filter((name) => name.includes('mailproof'))).toEqual([]);
    },
  );

  it('leaves nothing behind if nobody reads the summary', async () => {
    const { folder, inShell } = await paidList();
    const { stderr } = await inShell('{ "$@"; echo "exit $?" >&2; } | true', 'list.csv', '--out', 'out.csv');
    expect(stderr).toMatch(/^exit 0$/m);
    expect((await folder.names()).filter((name) => name.includes('mailproof'))).toEqual([]);
  });
});
