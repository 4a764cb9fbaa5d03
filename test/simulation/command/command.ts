import { availableParallelism } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { confidenceCommand } from '../confidence/confidence-command.ts';
import { type Fault, faultKinds } from '../faults/fault.ts';
import { paceCommand } from '../pace/pace-command.ts';
import { allPlantedFaults } from '../planted-faults/all-planted-faults.ts';
import { type StoreKind, storeKinds } from '../service/shared-stores.ts';
import { type DayKind, type SimulationSizeName, simulate, simulationSizes } from '../simulation.ts';
import { type FaultRunParts, findPlantedFaults, runWithPlantedFault } from './fault-runs.ts';
import { minimise } from './minimise.ts';
import { failureReport } from './report.ts';
import { runSeeds, type SeedOutcome, type SeedRunOptions } from './seed-runs.ts';

const help = `npm run simulate -- [--seeds N] [--from N] [--seed N [--story] [--minimise]] [--size small]
                        [--store sqlite] [--only KIND,KIND]
npm run simulate -- --faults | --fault NAME [--seed N] [--seeds N] [--from N]
npm run simulate -- --pace [--help]
npm run simulate -- --confidence [--help]

Simulates days of a service from seeds, with everything that can go wrong, and checks what must always hold.

  --seeds N      how many seeds (default 200)
  --from N       the first one (default: chosen by the time)
  --processes N  how many processes run seeds (default: one for each core)
  --size S       usual (default): 500 addresses in jobs, 200 single requests and 40 lookups a day; small: a fifth of that
  --store S      memory (default), or sqlite: the SQLite stores, in a file; several times slower
  --only A,B     only faults of these kinds strike, as often as all kinds together otherwise:
                 ${faultKinds.slice(0, 7).join(', ')},
                 ${faultKinds.slice(7).join(', ')}
  --digest       prints a digest of the story of each seed
  --seed N       one seed only, with the story of what happened around a failure
  --story        with --seed: the whole story
  --minimise     with --seed: leaves out faults as long as the same rule is broken
  --without A,B  with --seed: leaves out these faults
  --faults       plants each known mistake into the code, and says which invariant finds it after how many seeds: 2,000
                 at most (or --seeds), from 1 (or --from), of the days in which it shows soonest (or --size, --only)
  --fault NAME   the same with one mistake only, with the story around it; with --seed: one seed of the changed code.
                 May be repeated
  --pace         runs one list at servers with hidden limits instead, and says what share of them it uses
  --confidence   says instead how well the confidence of verdicts fits what becomes of mail
`;

const options = {
  seeds: { type: 'string' },
  from: { type: 'string' },
  processes: { type: 'string', default: String(availableParallelism()) },
  size: { type: 'string' },
  store: { type: 'string' },
  only: { type: 'string' },
  faults: { type: 'boolean', default: false },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  digest: { type: 'boolean', default: false },
  seed: { type: 'string' },
  story: { type: 'boolean', default: false },
  minimise: { type: 'boolean', default: false },
  without: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsConfig['options'];

interface SimulateCommandParts extends FaultRunParts {
  /** The file of the processes that run seeds. */
  readonly worker: string;
}

/** Runs the command. Returns the exit code. */
export async function simulateCommand(
  args: readonly string[],
  { worker, bundle, print }: SimulateCommandParts,
): Promise<number> {
  if (args.includes('--pace')) return paceCommand(args, print);
  if (args.includes('--confidence')) return confidenceCommand(args, print);
  const values = parseOptions(args);
  if (typeof values === 'string') {
    print(`${values} See npm run simulate -- --help.`);
    return 2;
  }
  const { digest, fault: names } = values;
  const planted = allPlantedFaults.filter(({ name }) => values.faults || names.includes(name));
  const isPlanting = values.faults || names.length > 0;
  const [seeds = 0, from = 0, processes = 1] = [
    values.seeds ?? (isPlanting ? '2000' : '200'),
    values.from ?? (isPlanting ? '1' : String(Date.now() % 1_000_000_000)),
    values.processes,
  ].map(Number);
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  const areNumbers =
    [seeds, from, processes, seed ?? 0].every((value) => Number.isInteger(value) && value >= 0) &&
    seeds > 0 &&
    processes > 0;
  const days = daysAskedFor(values);
  if (values.help || !areNumbers || days === undefined || planted.length < names.length) {
    print(help);
    if (isPlanting) print(`Known mistakes: ${allPlantedFaults.map(({ name }) => name).join(', ')}`);
    return values.help ? 0 : 2;
  }
  const kind: DayKind = { size: 'usual', store: 'memory', ...days };
  if (isPlanting && seed !== undefined) {
    const exitCodes: number[] = [];
    for (const fault of planted)
      exitCodes.push(await runWithPlantedFault(fault, withoutFaults(args), days, { bundle, print }));
    return Math.max(...exitCodes);
  }
  if (isPlanting) return findPlantedFaults(planted, { seeds, from, processes, days }, { bundle, print });
  if (seed === undefined) return runManySeeds({ seeds, from, processes, worker, kind, digest }, print);
  const without = new Set(values.without === '' ? [] : values.without.split(',').map(Number));
  const { result, left } = values.minimise
    ? await minimise(seed, kind, print)
    : { result: await simulate({ seed, ...kind, without }), left: without };
  if (values.story) print(result.story.lines().join('\n'));
  if (digest) print(`seed ${seed}: ${result.story.digest()}`);
  const holds = result.broken === undefined;
  print(holds ? `seed ${seed}: everything holds` : failureReport(result, kind, left));
  return holds ? 0 : 1;
}

/** Returns the options, or a sentence that says what is wrong with them. */
function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the arguments for a run of the changed code. */
function withoutFaults(args: readonly string[]): readonly string[] {
  return args.filter((arg, index) => !/^--faults?(=|$)/.test(arg) && args[index - 1] !== '--fault');
}

/** Returns undefined if there are no such days. */
function daysAskedFor(values: {
  readonly size?: string | undefined;
  readonly store?: string | undefined;
  readonly only?: string | undefined;
}): Partial<DayKind> | undefined {
  const { size, store } = values;
  const only = values.only?.split(',');
  if (size !== undefined && !isSizeName(size)) return undefined;
  if (store !== undefined && !isStoreKind(store)) return undefined;
  if (only !== undefined && !only.every(isFaultKind)) return undefined;
  return {
    ...(size === undefined ? {} : { size }),
    ...(store === undefined ? {} : { store }),
    ...(only === undefined ? {} : { only }),
  };
}

function isFaultKind(name: string): name is Fault['kind'] {
  return faultKinds.some((kind) => kind === name);
}

function isSizeName(name: string): name is SimulationSizeName {
  return Object.hasOwn(simulationSizes, name);
}

function isStoreKind(name: string): name is StoreKind {
  return storeKinds.some((kind) => kind === name);
}

async function runManySeeds(options: SeedRunOptions, print: (text: string) => void): Promise<number> {
  const { from, seeds } = options;
  print(`seeds ${from} to ${from + seeds - 1}`);
  const startedAt = performance.now();
  let [simulatedMs, cpuMs, events, failed] = [0, 0, 0, 0];
  const onOutcome = (outcome: SeedOutcome) => {
    simulatedMs += outcome.simulatedMs;
    cpuMs += outcome.cpuMs;
    events += outcome.events;
    if (outcome.digest !== undefined) print(`seed ${outcome.seed}: ${outcome.digest}`);
    if (outcome.report === undefined) return undefined;
    failed += 1;
    print(outcome.report);
    return undefined;
  };
  await runSeeds(options, onOutcome);
  const realMs = performance.now() - startedAt;
  const ratio = Math.round(simulatedMs / realMs).toLocaleString('en');
  const perDay = `${Math.round(cpuMs / seeds)} ms of processor time and ${Math.round(events / seeds)} events a day`;
  print(
    `${seeds} days in ${(realMs / 1_000).toFixed(1)} s, ${ratio} times as fast as real time; ${perDay}; ${failed} of ${seeds} failed`,
  );
  return failed === 0 ? 0 : 1;
}
