import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtCli } from '../../support/built-cli.ts';
import { until } from '../../support/until.ts';
import { labList, startLab } from '../lab.ts';
import { workFolder } from '../work-folder.ts';

const addresses = 300;

/** Writes a list of the lab to a folder of its own; `start` verifies it in a new process. */
async function listInFolder({ replyDelayMs = 5 } = {}) {
  const folder = await workFolder();
  const { csv, mailboxes } = labList(addresses);
  const lab = await startLab({ mailboxes }, { replyDelayMs });
  await folder.write('list.csv', csv);
  const words = ['bulk', 'list.csv', '--out', 'out.csv', '--retry-delays', 'none', ...lab.flags()];
  const start = () => {
    const child = spawn(process.execPath, [builtCli, ...words], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    return { child, ended: readExit(child) };
  };
  const recipients = () => lab.sandbox.statistics.totals.recipients;
  /** Resolves when the exchange has received `more` further recipients. */
  const recipientsReceived = (more: number) => {
    const before = recipients();
    return until(() => recipients() >= before + more);
  };
  const results = async () => {
    const rows: Record<string, string>[] = parse(await folder.read('out.csv'), { columns: true });
    return rows.map(({ email, number, status }) => `${email} ${number} ${status}`);
  };
  const truth = Array.from(
    { length: addresses },
    (_, index) => `user${index}@example.com ${index} ${index % 3 === 0 ? 'safe' : 'invalid'}`,
  );
  return { folder, start, recipientsReceived, results, truth };
}

interface Exit {
  /** The exit code, or the name of the signal that ended the process. */
  readonly exit: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

async function readExit(child: ChildProcess): Promise<Exit> {
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { exit: code ?? signal ?? 'nothing', ...output };
}

describe('a bulk run in a process of its own', () => {
  it('resumes after SIGKILL, and writes each address once, all true', async () => {
    const { folder, start, recipientsReceived, results, truth } = await listInFolder();
    const { child, ended } = start();
    await recipientsReceived(100);
    child.kill('SIGKILL');
    expect((await ended).exit).toBe('SIGKILL');
    expect(await folder.names()).not.toContain('out.csv');
    const { exit, stdout, stderr } = await start().ended;
    expect(exit).toBe(0);
    expect(stderr).toMatch(/^resuming with [1-9]\d* of 300 verified$/m);
    expect(stdout).toMatch(/^safe +100 +33\.3 %$/m);
    expect(await results()).toEqual(truth);
    expect(await folder.names()).toEqual(['list.csv', 'out.csv']);
  });

  it('exits with 130 on SIGINT, says how to resume, and then does', async () => {
    const { start, recipientsReceived, results, truth } = await listInFolder();
    const { child, ended } = start();
    await recipientsReceived(60);
    child.kill('SIGINT');
    const { exit, stdout, stderr } = await ended;
    expect({ exit, stdout }).toEqual({ exit: 130, stdout: '' });
    expect(stderr).toContain('Run the same command again to resume.');
    expect((await start().ended).exit).toBe(0);
    expect(await results()).toEqual(truth);
  });

  it('is refused while another process writes the same output, and does not disturb it', async () => {
    const { folder, start, recipientsReceived, results, truth } = await listInFolder({ replyDelayMs: 25 });
    const first = start();
    await recipientsReceived(30);
    const second = await start().ended;
    expect({ exit: second.exit, stdout: second.stdout }).toEqual({ exit: 1, stdout: '' });
    expect(second.stderr).toContain('Another run of out.csv is under way.');
    expect((await first.ended).exit).toBe(0);
    expect(await results()).toEqual(truth);
    expect(await folder.names()).toEqual(['list.csv', 'out.csv']);
  });
});
