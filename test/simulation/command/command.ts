import { confidenceCommand } from '../confidence/confidence-command.ts';
import { paceCommand } from '../pace/pace-command.ts';
import { type DayKind, plannedFaults, simulate } from '../simulation.ts';
import { type CommandLine, checkOptionsOfNpm, readCommandLine } from './command-line.ts';
import { type FaultRunParts, findPlantedFaults, runWithPlantedFault } from './fault-runs.ts';
import { minimise } from './minimise.ts';
import { WrongCommandLine } from './options.ts';
import { failureReport } from './report.ts';
import { exitCodeOf, runSeeds, type SeedOutcome, type SeedRunOptions } from './seed-runs.ts';

interface SimulateCommandParts extends FaultRunParts {
  /** The file of the processes that run seeds. */
  readonly worker: string;
  /** The variables by which npm tells of options that it has kept. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Told how far a run of many days is, each time that so many more are over. Default: nobody is. */
  readonly progress?: Progress;
}

interface Progress {
  readonly everyDays: number;
  readonly print: (text: string) => void;
}

/** Runs the command. Returns the exit code. */
export async function simulateCommand(
  args: readonly string[],
  { worker, bundle, print, environment = {}, progress }: SimulateCommandParts,
): Promise<number> {
  try {
    checkOptionsOfNpm(args, environment);
    if (args.includes('--pace')) return await paceCommand(args, print);
    if (args.includes('--confidence')) return await confidenceCommand(args, print);
    const asked = readCommandLine(args);
    switch (asked.kind) {
      case 'help':
        print(asked.help);
        return 0;
      case 'days':
        return await runManySeeds({ ...asked, worker, kind: usual(asked.days) }, { print, progress });
      case 'day':
        return await runOneDay(asked, print);
      case 'planted-days':
        return await findPlantedFaults(asked.planted, asked, { bundle, print });
      case 'planted-day': {
        const exitCodes: number[] = [];
        for (const fault of asked.planted)
          exitCodes.push(await runWithPlantedFault(fault, asked.args, asked.days, { bundle, print }));
        return Math.max(...exitCodes);
      }
    }
  } catch (error) {
    if (!(error instanceof WrongCommandLine)) throw error;
    const part = ['--pace ', '--confidence '].find((option) => args.includes(option.trim())) ?? '';
    print(`${error.message} See npm run simulate -- ${part}--help.`);
    return 2;
  }
}

function usual(days: Partial<DayKind>): DayKind {
  return { size: 'usual', store: 'memory', ...days };
}

async function runOneDay(
  { seed, days, without, ...asked }: Extract<CommandLine, { kind: 'day' }>,
  print: (text: string) => void,
): Promise<number> {
  const kind = usual(days);
  checkFaults({ seed, kind, without });
  const run = asked.minimise
    ? await minimise({ seed, kind, without }, print)
    : { result: await simulate({ seed, ...kind, without }), without };
  const { result } = run;
  if (asked.story) print(result.story.lines().join('\n'));
  if (asked.digest) print(`seed ${seed}: ${result.story.digest()}`);
  if (result.broken === undefined) {
    print(`seed ${seed}: everything holds${asked.minimise ? ', so that there is nothing to shorten' : ''}`);
    return 0;
  }
  print(failureReport(result, kind, { without: run.without, isMinimised: asked.minimise }));
  return 1;
}

interface DayWithout {
  readonly seed: number;
  readonly kind: DayKind;
  readonly without: ReadonlySet<number>;
}

/** Throws WrongCommandLine if a fault that is to be left out is none of that day. */
function checkFaults({ seed, kind, without }: DayWithout): void {
  if (without.size === 0) return;
  const planned = plannedFaults({ seed, ...kind });
  const known = new Set(planned.map(({ id }) => id));
  const unknown = [...without].filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const have = planned.length === 0 ? 'it has none' : `its ${planned.length} faults begin with number 0`;
  throw new WrongCommandLine(`--without: seed ${seed} has no fault ${unknown.join(', ')}; ${have}.`);
}

async function runManySeeds(
  options: SeedRunOptions,
  { print, progress }: Pick<SimulateCommandParts, 'print'> & { readonly progress: Progress | undefined },
): Promise<number> {
  const { from, seeds, digest } = options;
  const startedAt = performance.now();
  let [simulatedMs, cpuMs, events, failed, done] = [0, 0, 0, 0, 0];
  const tellProgress = () => {
    done += 1;
    if (progress === undefined || digest || done === seeds || done % progress.everyDays !== 0) return;
    progress.print(`${done} of ${seeds} days are over; ${failed} failed`);
  };
  const onOutcome = (outcome: SeedOutcome) => {
    simulatedMs += outcome.simulatedMs;
    cpuMs += outcome.cpuMs;
    events += outcome.events;
    if (outcome.digest !== undefined) print(`seed ${outcome.seed}: ${outcome.digest}`);
    if (outcome.report !== undefined) {
      failed += 1;
      print(outcome.report);
    }
    tellProgress();
    return undefined;
  };
  const running = runSeeds(options, onOutcome);
  // Signals are listened to by now: whoever has read this line may stop the command.
  print(`seeds ${from} to ${from + seeds - 1}`);
  const stoppedBy = await running;
  if (stoppedBy !== undefined) {
    print(`stopped from outside by ${stoppedBy}: ${done} of ${seeds} days are over; ${failed} failed`);
    return exitCodeOf(stoppedBy);
  }
  const realMs = performance.now() - startedAt;
  const ratio = Math.round(simulatedMs / realMs).toLocaleString('en');
  const perDay = `${Math.round(cpuMs / seeds)} ms of processor time and ${Math.round(events / seeds)} events a day`;
  print(
    `${seeds} days in ${(realMs / 1_000).toFixed(1)} s, ${ratio} times as fast as real time; ${perDay}; ${failed} of ${seeds} failed`,
  );
  return failed === 0 ? 0 : 1;
}
