import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { faultKinds } from '../faults/fault.ts';
import { replyTroubleKinds } from '../network/reply-trouble.ts';
import { allPlantedFaults } from '../planted-faults/all-planted-faults.ts';
import type { PlantedFault } from '../planted-faults/planted-fault.ts';
import { storeKinds } from '../service/shared-stores.ts';
import { type DayKind, simulationSizes } from '../simulation.ts';
import { listOf, readOptions, WrongCommandLine, wholeNumber } from './options.ts';

const description = `Simulates days of a service from seeds, with everything that can go wrong, and checks what must always hold.
What goes wrong around the code is a fault; what is put wrong into it, a planted fault.`;

/** What is asked for, as it is written. */
interface Values extends Pick<Partial<DayKind>, 'size' | 'store' | 'only' | 'trouble'> {
  readonly seeds?: number;
  readonly from?: number;
  readonly processes?: number;
  readonly digest?: boolean;
  readonly egresses?: '2' | '3';
  readonly seed?: number;
  readonly story?: boolean;
  readonly without?: readonly number[];
  readonly minimise?: boolean;
  readonly faults?: boolean;
  readonly fault?: readonly string[];
}

function simulateProgram(): Command {
  const count = wholeNumber({ least: 1 });
  const number = wholeNumber({ least: 0 });
  const ofMany = (option: Option) => option.conflicts('seed');
  return new Command('npm run simulate --')
    .description(description)
    .optionsGroup('Many seeds')
    .addOption(ofMany(new Option('--seeds <n>', 'how many (default: 200)').argParser(count)))
    .addOption(ofMany(new Option('--from <n>', 'the first one (default: by the time)').argParser(number)))
    .addOption(
      ofMany(
        new Option('--processes <n>', 'how many run seeds (default: one for each core)').argParser(count),
      ),
    )
    .option('--digest', 'prints a digest of the story of each seed')
    .optionsGroup('One seed')
    .option('--seed <n>', 'one seed only, with the story of what happened around a failure', number)
    .option('--story', 'the whole story')
    .option('--without <a,b>', 'leaves out the faults with these numbers, which a report names', (given) =>
      given.split(',').map(number),
    )
    .option('--minimise', 'leaves out more and more faults, as long as the same rule is broken')
    .optionsGroup('The kind of days')
    .addOption(
      new Option(
        '--size <s>',
        'usual: 500 addresses in jobs, 200 single requests and 40 lookups a day; small: 100, 50 and 10',
      ).choices(Object.keys(simulationSizes)),
    )
    .addOption(
      new Option('--store <s>', 'sqlite: the SQLite stores, in a file; about ten times slower').choices(
        storeKinds,
      ),
    )
    .option(
      '--only <a,b>',
      `only faults of these kinds strike, as often as all together otherwise: ${faultKinds.join(', ')}`,
      listOf(faultKinds),
    )
    .addOption(
      new Option('--trouble <t>', 'all trouble with replies is of one kind, at every mail server').choices(
        replyTroubleKinds,
      ),
    )
    .addOption(
      new Option(
        '--egresses <n>',
        'each process has so many, and a mail server that blocks us blocks one of them',
      ).choices(['2', '3']),
    )
    .optionsGroup('Does it find what is wrong in the code?')
    .addOption(
      new Option(
        '--faults',
        'plants each known fault into the code, and says which invariant finds it after how many seeds: 2,000 at most (or --seeds), from 1 (or --from), of the days in which it shows soonest. Only the invariants count that the planted fault names',
      ).conflicts('fault'),
    )
    .option(
      '--fault <name>',
      'the same with one planted fault only, with the story around it; with --seed: one seed of the changed code. May be repeated',
      (name, earlier: readonly string[] = []) => [...earlier, name],
    )
    .optionsGroup('Something else, with --help of its own')
    .option('--pace', 'runs one list at servers with hidden limits, and says what share of them it uses')
    .option('--confidence', 'says how well the confidence of verdicts fits what becomes of mail');
}

/** What the command is asked to do. */
export type CommandLine =
  | { readonly kind: 'help'; readonly help: string }
  /** Runs seeds. */
  | (SeedRange & { readonly kind: 'days'; readonly days: Partial<DayKind>; readonly digest: boolean })
  | (OneDay & { readonly kind: 'day'; readonly days: Partial<DayKind> })
  /** Runs seeds in code with each of these planted faults, until it is found. */
  | (SeedRange & {
      readonly kind: 'planted-days';
      readonly planted: readonly PlantedFault[];
      readonly days: Partial<DayKind>;
    })
  /** Runs one day in code with each of these planted faults. */
  | {
      readonly kind: 'planted-day';
      readonly planted: readonly PlantedFault[];
      readonly days: Partial<DayKind>;
      /** Those of one day, without the planted faults. */
      readonly args: readonly string[];
    };

interface SeedRange {
  readonly seeds: number;
  readonly from: number;
  readonly processes: number;
}

interface OneDay {
  readonly seed: number;
  /** Numbers of faults to leave out. */
  readonly without: ReadonlySet<number>;
  readonly story: boolean;
  readonly minimise: boolean;
  readonly digest: boolean;
}

/** Reads the arguments. Throws WrongCommandLine. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const values = readOptions<Values>(simulateProgram(), args);
  if ('help' in values) return { kind: 'help', help: values.help };
  const planted = plantedFaultsOf(values);
  checkTogether(values);
  const days = daysOf(values);
  const { seed, story = false, minimise = false, digest = false } = values;
  if (seed !== undefined) {
    if (planted !== undefined) return { kind: 'planted-day', planted, days, args: ofTheDay(args) };
    return { kind: 'day', days, seed, without: new Set(values.without), story, minimise, digest };
  }
  const usual =
    planted === undefined ? { seeds: 200, from: Date.now() % 1_000_000_000 } : { seeds: 2_000, from: 1 };
  const { seeds = usual.seeds, from = usual.from, processes = availableParallelism() } = values;
  if (from > Number.MAX_SAFE_INTEGER - (seeds - 1))
    throw new WrongCommandLine(`--from ${from} leaves no room for ${seeds} seeds: begin lower.`);
  if (planted !== undefined) return { kind: 'planted-days', planted, days, seeds, from, processes };
  return { kind: 'days', days, digest, seeds, from, processes };
}

/** Throws WrongCommandLine if npm has kept options for itself, as it does with those before `--`. */
export function checkOptionsOfNpm(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const kept = simulateProgram().options.flatMap((option) => {
    const name = option.name();
    const value = environment[`npm_config_${name}`];
    // npm itself knows `only`, for dependencies.
    const isOfNpm = name === 'only' && /^(prod|dev)/.test(value ?? '');
    if (value === undefined || isOfNpm) return [];
    return value === 'true' ? [`--${name}`] : [`--${name}`, value];
  });
  if (kept.length === 0) return;
  const command = ['npm run simulate --', ...kept, ...args].join(' ');
  throw new WrongCommandLine(`npm keeps the options before -- for itself. Put -- before them: ${command}.`);
}

function checkTogether(values: Values): void {
  const { seed, digest, faults, fault, trouble, only } = values;
  if (trouble !== undefined && only?.includes('reply-trouble') === false)
    throw new WrongCommandLine(`--trouble ${trouble} needs reply-trouble among --only, or no --only.`);
  if (seed !== undefined) return;
  for (const name of ['story', 'minimise', 'without'] as const)
    if (values[name] !== undefined)
      throw new WrongCommandLine(`--${name} is for a single day: add its --seed, as in --seed 7 --${name}.`);
  if (digest && (faults || fault !== undefined))
    throw new WrongCommandLine('--digest with a planted fault is for a single day: add its --seed.');
}

/** Returns undefined if none is asked for. */
function plantedFaultsOf({ faults, fault: names }: Values): readonly PlantedFault[] | undefined {
  if (names === undefined) return faults ? allPlantedFaults : undefined;
  const known = allPlantedFaults.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new WrongCommandLine(`--fault knows no "${unknown}". It takes ${known.join(', ')}.`);
  return allPlantedFaults.filter(({ name }) => names.includes(name));
}

function daysOf({ size, store, only, trouble, egresses }: Values): Partial<DayKind> {
  return {
    ...(size && { size }),
    ...(store && { store }),
    ...(only && { only }),
    ...(trouble && { trouble }),
    ...(egresses && { egresses: egresses === '2' ? 2 : 3 }),
  };
}

/** Returns the arguments for the day in changed code: those of its kind are added later, as the planted fault may choose it. */
function ofTheDay(args: readonly string[]): readonly string[] {
  const others = /^--(faults?|size|store|only|trouble|egresses)(=|$)/;
  const withValue = /^--(fault|size|store|only|trouble|egresses)$/;
  return args.filter((arg, index) => !others.test(arg) && !withValue.test(args[index - 1] ?? ''));
}
