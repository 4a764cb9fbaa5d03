import { availableParallelism } from 'node:os';
import type { ParseArgsConfig } from 'node:util';
import { faultKinds } from '../faults/fault.ts';
import { replyTroubleKinds } from '../network/reply-trouble.ts';
import { allPlantedFaults } from '../planted-faults/all-planted-faults.ts';
import type { PlantedFault } from '../planted-faults/planted-fault.ts';
import { storeKinds } from '../service/shared-stores.ts';
import { type DayKind, simulationSizes } from '../simulation.ts';
import {
  isWholeNumber,
  oneOf,
  parseOptions,
  type ValuesOf,
  WrongCommandLine,
  wholeNumber,
} from './options.ts';

export const help = `npm run simulate -- [--seeds N] [--from N] [--processes N] [--digest] [DAYS]
npm run simulate -- --seed N [--story] [--minimise] [--without A,B] [--digest] [DAYS]
npm run simulate -- --faults | --fault NAME [--seeds N] [--from N] [--processes N] [DAYS]
npm run simulate -- --fault NAME --seed N [--story] [--minimise] [--without A,B] [--digest] [DAYS]
npm run simulate -- --pace [--help]
npm run simulate -- --confidence [--help]

Simulates days of a service from seeds, with everything that can go wrong, and checks what must always hold. What goes wrong
around the code is a fault; what is put wrong into it, a planted fault.

  --seeds N      how many seeds (default 200)
  --from N       the first one (default: chosen by the time)
  --processes N  how many processes run seeds (default: one for each core)
  --digest       prints a digest of the story of each seed

DAYS
  --size S       usual (default): 500 addresses in jobs, 200 single requests and 40 lookups a day; small: 100, 50 and 10
  --store S      memory (default), or sqlite: the SQLite stores, in a file; about ten times slower
  --only A,B     only faults of these kinds strike, as often as all kinds together otherwise:
                 ${faultKinds.slice(0, 7).join(', ')},
                 ${faultKinds.slice(7).join(', ')}
  --trouble T    all trouble with replies is of one kind, at every mail server:
                 ${replyTroubleKinds.join(', ')}
  --egresses N   each process has N egresses, 2 or 3, and a mail server that blocks us blocks one of them

One seed
  --seed N       one seed only, with the story of what happened around a failure
  --story        the whole story
  --without A,B  leaves out the faults with these numbers, which a report names
  --minimise     leaves out more and more faults, as long as the same rule is broken

Does it find what is wrong in the code?
  --faults       plants each known fault into the code, and says which invariant finds it after how many seeds: 2,000
                 at most (or --seeds), from 1 (or --from), of the days in which it shows soonest (or DAYS). Only the
                 invariants count that the planted fault names
  --fault NAME   the same with one planted fault only, with the story around it; with --seed: one seed of the changed
                 code. May be repeated

Something else
  --pace         runs one list at servers with hidden limits, and says what share of them it uses
  --confidence   says how well the confidence of verdicts fits what becomes of mail
`;

const options = {
  seeds: { type: 'string' },
  from: { type: 'string' },
  processes: { type: 'string' },
  size: { type: 'string' },
  store: { type: 'string' },
  only: { type: 'string' },
  trouble: { type: 'string' },
  egresses: { type: 'string' },
  faults: { type: 'boolean' },
  fault: { type: 'string', multiple: true },
  digest: { type: 'boolean' },
  seed: { type: 'string' },
  story: { type: 'boolean' },
  minimise: { type: 'boolean' },
  without: { type: 'string' },
  help: { type: 'boolean' },
} satisfies ParseArgsConfig['options'];

type Values = ValuesOf<typeof options>;

/** What the command is asked to do. */
export type CommandLine =
  | { readonly kind: 'help' }
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
  const values = parseOptions(args, options);
  if (values.help) return { kind: 'help' };
  const planted = plantedFaultsOf(values);
  checkTogether(values);
  const days = daysOf(values);
  const digest = values.digest ?? false;
  if (values.seed === undefined) {
    const range = {
      seeds: wholeNumber('seeds', values.seeds, { least: 1 }) ?? (planted === undefined ? 200 : 2_000),
      from:
        wholeNumber('from', values.from, { least: 0 }) ??
        (planted === undefined ? Date.now() % 1_000_000_000 : 1),
      processes: wholeNumber('processes', values.processes, { least: 1 }) ?? availableParallelism(),
    };
    if (range.from > Number.MAX_SAFE_INTEGER - (range.seeds - 1))
      throw new WrongCommandLine(
        `--from ${range.from} leaves no room for ${range.seeds} seeds: begin lower.`,
      );
    if (planted !== undefined) return { kind: 'planted-days', planted, days, ...range };
    return { kind: 'days', days, digest, ...range };
  }
  const day = {
    seed: wholeNumber('seed', values.seed, { least: 0 }) ?? 0,
    without: numbersOf(values.without),
    story: values.story ?? false,
    minimise: values.minimise ?? false,
    digest,
  };
  if (planted !== undefined) return { kind: 'planted-day', planted, days, args: ofTheDay(args) };
  return { kind: 'day', days, ...day };
}

/** Throws WrongCommandLine if npm has kept options for itself, as it does with those before `--`. */
export function checkOptionsOfNpm(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const kept = [...Object.keys(options), 'pace', 'confidence'].flatMap((name) => {
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

const ofOneSeed = ['story', 'minimise', 'without'] as const;
const ofManySeeds = ['seeds', 'from', 'processes'] as const;

function checkTogether(values: Values): void {
  if (values.seed !== undefined) {
    for (const name of ofManySeeds)
      if (values[name] !== undefined)
        throw new WrongCommandLine(
          `--${name} is for many seeds, and --seed for a single one: leave out one.`,
        );
    return;
  }
  for (const name of ofOneSeed)
    if (values[name] !== undefined)
      throw new WrongCommandLine(`--${name} is for a single day: add its --seed, as in --seed 7 --${name}.`);
  if (values.digest && (values.faults || values.fault !== undefined))
    throw new WrongCommandLine('--digest with a planted fault is for a single day: add its --seed.');
}

/** Returns undefined if none is asked for. */
function plantedFaultsOf({ faults, fault: names }: Values): readonly PlantedFault[] | undefined {
  if (names === undefined) return faults ? allPlantedFaults : undefined;
  if (faults) throw new WrongCommandLine('--faults plants all known faults: leave out --fault.');
  const known = allPlantedFaults.map(({ name }) => name);
  for (const name of names) oneOf('fault', name, known);
  return allPlantedFaults.filter(({ name }) => names.includes(name));
}

function daysOf({ size, store, only, trouble, egresses }: Values): Partial<DayKind> {
  const days: Partial<DayKind> = {
    ...(size === undefined ? {} : { size: oneOf('size', size, sizeNames) }),
    ...(store === undefined ? {} : { store: oneOf('store', store, storeKinds) }),
    ...(only === undefined ? {} : { only: only.split(',').map((kind) => oneOf('only', kind, faultKinds)) }),
    ...(trouble === undefined ? {} : { trouble: oneOf('trouble', trouble, replyTroubleKinds) }),
    ...(egresses === undefined ? {} : { egresses: oneOf('egresses', egresses, ['2', '3']) === '2' ? 2 : 3 }),
  };
  if (trouble !== undefined && only !== undefined && !only.split(',').includes('reply-trouble'))
    throw new WrongCommandLine(`--trouble ${trouble} needs reply-trouble among --only, or no --only.`);
  return days;
}

const sizeNames = Object.keys(simulationSizes) as (keyof typeof simulationSizes)[];

function numbersOf(given: string | undefined): ReadonlySet<number> {
  if (given === undefined) return new Set();
  for (const part of given.split(','))
    if (!isWholeNumber(part))
      throw new WrongCommandLine(`--without takes numbers of faults, as in 3,7, and not "${part}".`);
  return new Set(given.split(',').map(Number));
}

/** Returns the arguments for the day in changed code: those of its kind are added later, as the planted fault may choose it. */
function ofTheDay(args: readonly string[]): readonly string[] {
  const others = /^--(faults?|size|store|only|trouble|egresses)(=|$)/;
  const withValue = /^--(fault|size|store|only|trouble|egresses)$/;
  return args.filter((arg, index) => !others.test(arg) && !withValue.test(args[index - 1] ?? ''));
}
