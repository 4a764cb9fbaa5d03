import { describeFault } from '../faults/fault.ts';
import type { DayKind, SimulationResult } from '../simulation.ts';

const mostLines = 80;

interface LeftOut {
  /** Ids of faults that were left out. */
  readonly without: ReadonlySet<number>;
  /** No more faults can be left out. */
  readonly isMinimised: boolean;
}

const nothingLeftOut: LeftOut = { without: new Set(), isMinimised: false };

/** Tells what was broken, what happened around it, and how to see it again. */
export function failureReport(
  { seed, broken, story, faults, escaped }: SimulationResult,
  kind: DayKind,
  { without, isMinimised }: LeftOut = nothingLeftOut,
): string {
  if (broken === undefined) return '';
  const again = [
    commandFor(seed, kind),
    ...(without.size === 0 ? [] : ['--without', [...without].join(',')]),
  ].join(' ');
  return [
    '',
    `BROKEN with seed ${seed}: ${broken.invariant}: ${broken.message}`,
    faults.length === 0 ? 'No fault strikes on this day.' : 'Faults of this day:',
    ...faults.map((fault) => `  ${describeFault(fault)}`),
    'What happened:',
    ...story.linesAbout(broken.subjects, mostLines).map((line) => `  ${line}`),
    ...escaped.map((error) => (error instanceof Error ? (error.stack ?? String(error)) : String(error))),
    `To see it again: ${again}`,
    ...(isMinimised || faults.length === 0 ? [] : [`With fewer faults: ${again} --minimise`]),
    '',
  ].join('\n');
}

/** Returns the command that runs one day. */
export function commandFor(seed: number, kind: DayKind): string {
  return ['npm run simulate --', '--seed', seed, ...dayArguments(kind)].join(' ');
}

/** Returns the arguments of the command that ask for such days. */
export function dayArguments({ size, store, only, trouble, egresses }: DayKind): readonly string[] {
  return [
    ...(size === 'usual' ? [] : ['--size', size]),
    ...(store === 'memory' ? [] : ['--store', store]),
    ...(only === undefined ? [] : ['--only', only.join(',')]),
    ...(trouble === undefined ? [] : ['--trouble', trouble]),
    ...(egresses === undefined ? [] : ['--egresses', String(egresses)]),
  ];
}
