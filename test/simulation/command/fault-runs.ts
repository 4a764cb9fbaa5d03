import { pathToFileURL } from 'node:url';
import type { bundleSimulator } from '../bundle/bundle.mjs';
import { type PlantedFault, patchOf } from '../planted-faults/planted-fault.ts';
import type { DayKind } from '../simulation.ts';
import { dayArguments } from './report.ts';
import {
  type BrokenInSeed,
  exitCodeOf,
  runSeeds,
  type SeedOutcome,
  type SeedRunOptions,
  type StopSignal,
} from './seed-runs.ts';

export interface FaultRunParts {
  readonly bundle: typeof bundleSimulator;
  readonly print: (text: string) => void;
}

interface Limits extends Pick<SeedRunOptions, 'seeds' | 'from' | 'processes'> {
  /** What was asked for; the rest is up to each fault. */
  readonly days: Partial<DayKind>;
}

/**
 * Plants each fault in turn, and runs seeds until one of the invariants that it names finds it. Prints which, after how
 * many seeds; of a single fault also what happened. A day that does not end finds nothing. Returns 1 if one was not found, and 128 and the number
 * of the signal if it is stopped from outside.
 */
export async function findPlantedFaults(
  faults: readonly PlantedFault[],
  limits: Limits,
  { bundle, print }: FaultRunParts,
): Promise<number> {
  let found = 0;
  for (const fault of faults) {
    const { outcome, finding, others, stoppedBy } = await withPlantedFault(fault, bundle, ({ worker }) =>
      search(fault, { ...limits, kind: daysFor(fault, limits.days), worker, digest: false }),
    );
    if (stoppedBy !== undefined) {
      print(`stopped from outside by ${stoppedBy}, while it looked for ${fault.name}`);
      return exitCodeOf(stoppedBy);
    }
    if (outcome?.hasCrashed) {
      print(`${fault.name}: NOT FOUND, but seed ${outcome.seed} did not end: ${outcome.broken?.message}`);
      continue;
    }
    if (outcome === undefined || finding === undefined) {
      const broken = [...others].map(([invariant, seed]) => `; seed ${seed} breaks "${invariant}" instead`);
      print(`${fault.name}: NOT FOUND with ${countSeeds(limits.seeds)}${broken.join('')}`);
      continue;
    }
    found += 1;
    const { invariant, message } = finding;
    print(`${fault.name}: "${invariant}", after ${countSeeds(outcome.seed - limits.from + 1)}: ${message}`);
    if (faults.length === 1) withName(fault, print)(outcome.report ?? '');
  }
  print(`${found} of ${faults.length} planted faults were found`);
  return found === faults.length ? 0 : 1;
}

function countSeeds(seeds: number): string {
  return `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}`;
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

interface SearchResult {
  /** Of the first seed that breaks an invariant by which the fault may be found, or that does not end. */
  readonly outcome: SeedOutcome | undefined;
  /** That invariant. */
  readonly finding: BrokenInSeed | undefined;
  /** Other invariants that were broken, each with the first seed that did. */
  readonly others: ReadonlyMap<string, number>;
  readonly stoppedBy: StopSignal | undefined;
}

async function search({ foundBy }: PlantedFault, options: SeedRunOptions): Promise<SearchResult> {
  const findingOf = ({ broken, alsoBroken, hasCrashed }: SeedOutcome) =>
    hasCrashed ? undefined : [broken, ...alsoBroken].find((one) => one && foundBy.includes(one.invariant));
  let first: SeedOutcome | undefined;
  const others = new Map<string, number>();
  const stoppedBy = await runSeeds(options, (outcome) => {
    const { seed, broken, hasCrashed } = outcome;
    if (broken === undefined) return undefined;
    if (!hasCrashed && findingOf(outcome) === undefined) {
      others.set(broken.invariant, Math.min(seed, others.get(broken.invariant) ?? seed));
      return undefined;
    }
    if (first === undefined || seed < first.seed) first = outcome;
    return 'stop';
  });
  return { outcome: first, finding: first && findingOf(first), others, stoppedBy };
}

/** The commands that a report names must plant the fault, too. */
function withName({ name }: PlantedFault, print: (text: string) => void): (text: string) => void {
  return (text) => print(text.replaceAll('npm run simulate -- ', `npm run simulate -- --fault ${name} `));
}
