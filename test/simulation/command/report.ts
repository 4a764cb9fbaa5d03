import { describeFault } from '../faults/fault.ts';
import type { DayKind, SimulationResult } from '../simulation.ts';

const mostLines = 80;

/** Tells what was broken, what happened around it, and how to see it again. */
export function failureReport(
  { seed, broken, story, faults, escaped }: SimulationResult,
  kind: DayKind,
  without: ReadonlySet<number> = new Set(),
): string {
  if (broken === undefined) return '';
  const options = [
    ...dayArguments(kind),
    ...(without.size === 0 ? [] : ['--without', [...without].join(',')]),
  ]
    .map((argument) => ` ${argument}`)
    .join('');
  return [
    '',
    `BROKEN with seed ${seed}: ${broken.invariant}: ${broken.message}`,
    'Faults of this day:',
    ...faults.map((fault) => `  ${describeFault(fault)}`),
    'What happened:',
    ...story.linesAbout(broken.subjects, mostLines).map((line) => `  ${line}`),
    ...escaped.map((error) => (error instanceof Error ? (error.stack ?? String(error)) : String(error))),
    `To see it again: npm run simulate -- --seed ${seed}${options}`,
    `With fewer faults: npm run simulate -- --seed ${seed}${options} --minimise`,
    '',
  ].join('\n');
}

/** Returns the arguments of the command that ask for such days. */
export function dayArguments({ size, store, only }: DayKind): readonly string[] {
  return [
    ...(size === 'usual' ? [] : ['--size', size]),
    ...(store === 'memory' ? [] : ['--store', store]),
    ...(only === undefined ? [] : ['--only', only.join(',')]),
  ];
}
