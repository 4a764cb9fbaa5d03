import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleSimulator } from './bundle/bundle.mjs';
import { simulateCommand } from './command/command.ts';
import { readCommandLine } from './command/command-line.ts';
import { minimise } from './command/minimise.ts';
import { failureReport } from './command/report.ts';
import type { Fault } from './faults/fault.ts';
import { plannedFaults, type SimulationResult, type simulate } from './simulation.ts';
import { Story } from './story/story.ts';

const kind = { size: 'small', store: 'memory' } as const;

const day = (found: Pick<SimulationResult, 'seed' | 'faults' | 'broken'>): SimulationResult => ({
  ...found,
  story: new Story(() => 0),
  alsoBroken: [],
  escaped: [],
  simulatedMs: 0,
  events: 0,
});

/** Returns what the command answers to arguments that it only has to read, with this exit code. */
async function answerTo(args: string, exitCode: number): Promise<string> {
  const lines: string[] = [];
  const bundle = () => Promise.reject(new Error('Nothing is bundled.'));
  const print = (line: string) => lines.push(line);
  expect(await simulateCommand(args.split(' '), { worker: '', bundle, print })).toBe(exitCode);
  expect(lines).toHaveLength(1);
  return lines.join();
}

describe('npm run simulate', () => {
  it.each([
    ['--sedes 3', "unknown option '--sedes'"],
    ['3', 'too many arguments'],
    ['--seeds 0', "option '--seeds <n>' argument '0' is invalid. It takes a whole number from 1."],
    ['--seeds few', 'It takes a whole number from 1.'],
    ['--from 1.5', 'It takes a whole number from 0.'],
    ['--seed ', 'It takes a whole number from 0.'],
    ['--seed 0x10', 'It takes a whole number from 0.'],
    ['--from 9007199254740991 --seeds 2', '--from 9007199254740991 leaves no room for 2 seeds: begin lower.'],
    ['--trouble lost --only killed', '--trouble lost needs reply-trouble among --only, or no --only.'],
    ['--size huge', 'Allowed choices are usual, small.'],
    ['--only killed,struck', 'It takes some of killed, paused, clock-set, '],
    ['--fault typo', '--fault knows no "typo". It takes '],
    ['--faults --fault pause-not-shared', "option '--faults' cannot be used with option '--fault <name>'"],
    ['--faults --digest', '--digest with a planted fault is for a single day: add its --seed.'],
    ['--story', '--story is for a single day: add its --seed, as in --seed 7 --story.'],
    ['--faults --without 3', '--without is for a single day: add its --seed'],
    ['--seed 3 --seeds 5', "option '--seeds <n>' cannot be used with option '--seed <n>'"],
    ['--seed 3 --without 1,abc', 'It takes a whole number from 0.'],
  ])('refuses %s, and says why', async (args, message) => {
    const answer = await answerTo(args, 2);
    expect(answer).toContain(message);
    expect(answer).toMatch(/See npm run simulate -- --help\.$/);
  });

  it.each([
    ['--pace --nope', "unknown option '--nope'. See npm run simulate -- --pace --help."],
    [
      '--confidence --addresses 0',
      'It takes a whole number from 1. See npm run simulate -- --confidence --help.',
    ],
  ])('answers %s with what is wrong, and where help is', async (args, message) => {
    expect(await answerTo(args, 2)).toContain(message);
  });

  it.each(['--pace --help', '--confidence --help'])(
    'answers %s with the help of what is asked for',
    async (args) => {
      expect(await answerTo(args, 0)).toContain(`npm run simulate -- ${args.split(' ')[0]} [`);
    },
  );

  it.each([
    [{ npm_config_seeds: '5' }, [], 'npm run simulate -- --seeds 5.'],
    [{ npm_config_seeds: 'true' }, ['5'], 'npm run simulate -- --seeds 5.'],
    [{ npm_config_pace: 'true' }, [], 'npm run simulate -- --pace.'],
  ])(
    'refuses what npm keeps for itself (%o), and names the right command',
    async (environment, args, command) => {
      const lines: string[] = [];
      const unused = () => Promise.reject(new Error('Nothing is bundled.'));
      const parts = { worker: '', bundle: unused, print: (line: string) => lines.push(line), environment };
      expect(await simulateCommand(args, parts)).toBe(2);
      expect(lines[0]).toContain(`Put -- before them: ${command}`);
    },
  );

  it('refuses to leave out a fault that the day does not have', async () => {
    const count = plannedFaults({ seed: 3, ...kind }).length;
    const lines: string[] = [];
    const parts = { worker: '', bundle: bundleSimulator, print: (line: string) => lines.push(line) };
    const args = ['--seed', '3', '--size', 'small', '--without', `0,${count},999`];
    expect(await simulateCommand(args, parts)).toBe(2);
    expect(count).toBeGreaterThan(0);
    expect(lines[0]).toContain(
      `--without: seed 3 has no fault ${count}, 999; its ${count} faults begin with`,
    );
  });

  it('gives a day in changed code the arguments without those that change it, and without the kind of days', () => {
    const days = ['--seed', '3', '--minimise', '--without', '1'];
    const planted = ['--fault', 'pause-not-shared', '--fault=greylist-retried-early'];
    const kindOfDays = ['--size', 'small', '--only=reply-trouble', '--trouble', 'lost', '--egresses=3'];
    expect(readCommandLine([...planted, ...days, ...kindOfDays])).toMatchObject({
      kind: 'planted-day',
      planted: [{ name: 'greylist-retried-early' }, { name: 'pause-not-shared' }],
      days: { size: 'small', only: ['reply-trouble'], trouble: 'lost', egresses: 3 },
      args: days,
    });
  });

  describe('with a day', () => {
    let bundle: Awaited<ReturnType<typeof bundleSimulator>>;
    beforeAll(async () => {
      bundle = await bundleSimulator();
    });
    afterAll(() => bundle.remove());

    it('in which everything holds says that there is nothing to shorten', async () => {
      const lines: string[] = [];
      const { simulateCommand: command } = await import(bundle.command);
      const parts = { ...bundle, bundle: bundleSimulator, print: (line: string) => lines.push(line) };
      expect(await command(['--seed', '1', '--size', 'small', '--minimise'], parts)).toBe(0);
      expect(lines).toEqual(['seed 1: everything holds, so that there is nothing to shorten']);
    });

    it.each([
      ['says how far it is each time that so many are over', [], ['1 of 2 days are over; 0 failed']],
      ['says nothing of that beside digests', ['--digest'], []],
    ])('after another %s', async (_, more, expected) => {
      const told: string[] = [];
      const { simulateCommand: command } = await import(bundle.command);
      const progress = { everyDays: 1, print: (line: string) => told.push(line) };
      const parts = { ...bundle, bundle: bundleSimulator, print: () => {}, progress };
      const args = ['--seeds', '2', '--from', '1', '--size', 'small', '--processes', '1', ...more];
      expect(await command(args, parts)).toBe(0);
      expect(told).toEqual(expected);
    });
  });
});

describe('Many days that somebody stops', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seed-process-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A process for which every day is over at once, but for that of seed 2, on which `happens`. */
  async function runWithDay2(happens: string) {
    const worker = join(folder, `${happens.length}.mjs`);
    const outcome = '{ seed, simulatedMs: 1, cpuMs: 1, events: 1, hasCrashed: false }';
    await writeFile(
      worker,
      `process.on('message', ({ seed }) => { if (seed === 2) { ${happens} } else process.send(${outcome}); });`,
    );
    const lines: string[] = [];
    const parts = { worker, bundle: bundleSimulator, print: (line: string) => lines.push(line) };
    const args = ['--seeds', '9', '--from', '1', '--processes', '1'];
    return { exitCode: await simulateCommand(args, parts), lines };
  }

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])(
    'with %s end without a broken promise, and with the exit code of that signal',
    async (signal, exitCode) => {
      expect(await runWithDay2(`process.kill(process.pid, '${signal}');`)).toEqual({
        exitCode,
        lines: ['seeds 1 to 9', `stopped from outside by ${signal}: 1 of 9 days are over; 0 failed`],
      });
    },
  );

  it('with a signal to the command itself end all processes', async () => {
    const main = fileURLToPath(new URL('main.mjs', import.meta.url));
    const args = ['--seeds', '500', '--from', '1', '--size', 'small', '--processes', '2'];
    const command = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    command.stdout.on('data', (text) => {
      printed += text;
      if (printed === 'seeds 1 to 500\n') command.kill('SIGTERM');
    });
    expect(await once(command, 'close')).toEqual([143, null]);
    expect(printed).toMatch(
      /^seeds 1 to 500\nstopped from outside by SIGTERM: \d of 500 days are over; 0 failed\n$/,
    );
  });

  it('that are a single one say that they are stopped, too, and leave no bundle', async () => {
    const main = fileURLToPath(new URL('main.mjs', import.meta.url));
    const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
    const args = ['--fault', 'pause-not-shared', '--seed', '8', '--only', 'exchange-blocks', '--minimise'];
    const command = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    command.stdout.on('data', (text) => {
      printed += text;
      if (/^\d+ faults are left\n$/.test(printed)) command.kill('SIGINT');
    });
    expect(await once(command, 'close')).toEqual([130, null]);
    expect(printed).toMatch(/\nstopped from outside by SIGINT\n$/);
    expect((await readdir(cache)).filter((name) => name.includes(`-${command.pid}-`))).toEqual([]);
  }, 600_000);

  it('break one if their process ends by itself', async () => {
    const { exitCode, lines } = await runWithDay2('process.exit(7);');
    expect(exitCode).toBe(1);
    expect(lines.join('\n')).toContain('no error escapes: the process that simulated it ended with 7');
  });
});

describe('Shortening a day', () => {
  const faults = Array.from(
    { length: 9 },
    (_, id): Fault => ({ kind: 'clock-set', process: 'server-1', byMs: 1, id, atMs: id }),
  );
  /** A day in which the faults 2 and 5 together break a rule, and fault 0 alone another one. */
  const run: typeof simulate = async ({ seed, without = new Set() }) => {
    const left = faults.filter(({ id }) => !without.has(id));
    const strikes = (id: number) => left.some((fault) => fault.id === id);
    const invariant = strikes(0) ? 'another rule' : strikes(2) && strikes(5) ? 'the rule' : undefined;
    const broken = invariant === undefined ? undefined : { invariant, message: 'It broke.', subjects: [] };
    return day({ seed, broken, faults: left });
  };

  it('leaves the faults that the same rule needs to be broken', async () => {
    const printed: string[] = [];
    const { result, without } = await minimise(
      { seed: 3, kind, without: new Set([0]) },
      (line) => printed.push(line),
      run,
    );
    expect(result.broken?.invariant).toBe('the rule');
    expect(result.faults.map(({ id }) => id)).toEqual([2, 5]);
    expect(without).toEqual(new Set(faults.map(({ id }) => id).filter((id) => id !== 2 && id !== 5)));
    expect(printed.at(-1)).toBe('2 faults are left');
  });

  it('never takes a rule for another one', async () => {
    const { result } = await minimise({ seed: 3, kind, without: new Set() }, () => {}, run);
    expect(result.broken?.invariant).toBe('another rule');
    expect(result.faults.map(({ id }) => id)).toEqual([0]);
  });

  it('stops at once if everything holds', async () => {
    const { result, without } = await minimise({ seed: 3, kind, without: new Set([0, 2]) }, () => {}, run);
    expect(result.broken).toBeUndefined();
    expect(without).toEqual(new Set([0, 2]));
  });
});

describe('The report of a failure', () => {
  const broken = { invariant: 'the rule', message: 'It broke.', subjects: [] };
  const faults = plannedFaults({ seed: 3, ...kind });
  const failed = day({ seed: 3, broken, faults });

  it('names the commands that show the same day again, and a shorter one', () => {
    const report = failureReport(failed, kind, { without: new Set([4, 2]), isMinimised: false });
    const command = 'npm run simulate -- --seed 3 --size small --without 4,2';
    expect(report).toContain(`To see it again: ${command}\nWith fewer faults: ${command} --minimise\n`);
  });

  it('names none for a shorter day where no fault can be left out', () => {
    const shortened = failureReport(failed, kind, { without: new Set(), isMinimised: true });
    const quiet = failureReport({ ...failed, faults: [] }, kind);
    expect(shortened).not.toContain('--minimise');
    expect(quiet).not.toContain('--minimise');
    expect(quiet).toContain('No fault strikes on this day.');
  });
});
