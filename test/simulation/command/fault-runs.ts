import { pathToFileURL } from 'node:url';
import type { bundleSimulator } from '../bundle/bundle.mjs';
import { type PlantedFault, patchOf } from '../planted-faults/planted-fault.ts';
import type { DayKind } from '../simulation.ts';
import { dayArguments } from './report.ts';
import { exitCodeOf, runSeeds, type SeedOutcome, type SeedRunOptions, type StopSignal } from './seed-runs.ts';

export interface FaultRunParts {
  readonly bundle: typeof bundleSimulator;
  readonly print: (text: string) => void;
}

interface Limits extends Pick<SeedRunOptions, 'seeds' | 'from' | 'processes'> {
  /** What was asked for; the rest is up to each fault. */
  readonly days: Partial<DayKind>;
}

/**
 * Plants each mistake in turn, and runs seeds until an invariant finds it. Prints which, after how many seeds; of a single
 * fault also what happened. A day that does not end finds nothing. Returns 1 if one was not found, and 128 and the number
 * of the signal if it is stopped from outside.
 */
export async function findPlantedFaults(
  faults: readonly PlantedFault[],
  limits: Limits,
  { bundle, print }: FaultRunParts,
): Promise<number> {
  let found = 0;
  for (const fault of faults) {
    const { first: outcome, stoppedBy } = await withPlantedFault(fault, bundle, ({ worker }) =>
      findBroken({ ...limits, kind: daysFor(fault, limits.days), worker, digest: false }),
    );
    if (stoppedBy !== undefined) {
      print(`stopped from outside by ${stoppedBy}, while it looked for ${fault.name}`);
      return exitCodeOf(stoppedBy);
    }
    if (outcome?.hasCrashed) {
      print(`${fault.name}: NOT FOUND, but seed ${outcome.seed} did not end: ${outcome.broken?.message}`);
      continue;
    }
    if (outcome?.broken === undefined) {
      print(`${fault.name}: NOT FOUND with ${limits.seeds} seeds`);
      continue;
    }
    found += 1;
    const { invariant, message } = outcome.broken;
    const seeds = outcome.seed - limits.from + 1;
    print(`${fault.name}: "${invariant}", after ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}: ${message}`);
    if (faults.length === 1) withName(fault, print)(outcome.report ?? '');
  }
  print(`${found} of ${faults.length} planted mistakes were found`);
  return found === faults.length ? 0 : 1;
}

/** Runs the command with these arguments and days in code with this fault. Returns its exit code. */
export function runWithPlantedFault(
  fault: PlantedFault,
  args: readonly string[],
  days: Partial<DayKind>,
  { bundle, print }: FaultRunParts,
): Promise<number> {
  return withPlantedFault(fault, bundle, async ({ command, worker }) => {
    const { simulateCommand } = await import(pathToFileURL(command).href);
    const allArgs = [...args, ...dayArguments(daysFor(fault, days))];
    return simulateCommand(allArgs, { worker, bundle, print: withName(fault, print) });
  });
}

function daysFor({ days }: PlantedFault, asked: Partial<DayKind>): DayKind {
  return { size: 'small', store: 'memory', ...days, ...asked };
}

async function withPlantedFault<Result>(
  fault: PlantedFault,
  bundle: typeof bundleSimulator,
  work: (files: { readonly command: string; readonly worker: string }) => Promise<Result>,
): Promise<Result> {
  const { patch, isPlanted } = patchOf(fault);
  const files = await bundle({ patch });
  try {
    if (!isPlanted()) throw new Error(`No simulation uses ${fault.file}, where ${fault.name} is planted.`);
    return await work(files);
  } finally {
    await files.remove();
  }
}

interface Search {
  /** The outcome of the first seed that breaks an invariant. */
  readonly first: SeedOutcome | undefined;
  readonly stoppedBy: StopSignal | undefined;
}

async function findBroken(options: SeedRunOptions): Promise<Search> {
  let first: SeedOutcome | undefined;
  const stoppedBy = await runSeeds(options, (outcome) => {
    if (outcome.broken === undefined) return undefined;
    if (first === undefined || outcome.seed < first.seed) first = outcome;
    return 'stop';
  });
  return { first, stoppedBy };
}

/** The commands that a report names must plant the mistake, too. */
function withName({ name }: PlantedFault, print: (text: string) => void): (text: string) => void {
  return (text) => print(text.replaceAll('npm run simulate -- ', `npm run simulate -- --fault ${name} `));
}
