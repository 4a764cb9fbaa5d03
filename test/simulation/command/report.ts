import { describeFault } from '../faults/fault.ts';
import type { DayKind, SimulationResult } from '../simulation.ts';

const mostLines = 80;

/** Tells what was broken, what happened around it, and how to see it again. */
export function failureReport(
  { seed, broken, story, faults, escaped }: SimulationResult,
  { size, store }: DayKind,
  without: ReadonlySet<number> = new Set(),
): string {
  if (broken === undefined) return '';
  const options = [
    size === 'usual' ? '' : ` --size ${size}`,
    store === 'memory' ? '' : ` --store ${store}`,
    without.size === 0 ? '' : ` --without ${[...without].join(',')}`,
  ].join('');
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
