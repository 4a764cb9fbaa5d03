import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type SimulationSizeName, simulate, simulationSizes } from '../simulation.ts';
import { minimise } from './minimise.ts';
import { failureReport } from './report.ts';
import { runSeeds, type SeedOutcome, type SeedRunOptions } from './seed-runs.ts';

const help = `npm run simulate -- [--seeds N] [--from N] [--seed N [--story] [--minimise]] [--size small]

Simulates days of a service from seeds, with everything that can go wrong, and checks what must always hold.

  --seeds N      how many seeds (default 200)
  --from N       the first one (default: chosen by the time)
  --processes N  how many processes run seeds (default: one for each core)
  --size S       usual (default): 500 addresses in jobs and 200 single requests a day; small: a fifth of that
  --digest       prints a digest of the story of each seed
  --seed N       one seed only, with the story of what happened around a failure
  --story        with --seed: the whole story
  --minimise     with --seed: leaves out faults as long as the same rule is broken
  --without A,B  with --seed: leaves out these faults
`;

/** Runs the command. `worker` is the file of the processes that run seeds. Returns the exit code. */
export async function simulateCommand(
  args: readonly string[],
  { worker, print }: { worker: string; print: (text: string) => void },
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string', default: '200' },
      from: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      processes: { type: 'string', default: String(availableParallelism()) },
      size: { type: 'string', default: 'usual' },
      digest: { type: 'boolean', default: false },
      seed: { type: 'string' },
      story: { type: 'boolean', default: false },
      minimise: { type: 'boolean', default: false },
      without: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  const { size, digest } = values;
  const [seeds = 0, from = 0, processes = 1] = [values.seeds, values.from, values.processes].map(Number);
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  const areNumbers = [seeds, from, processes, seed ?? 0].every(
    (value) => Number.isInteger(value) && value >= 0,
  );
  if (values.help || !areNumbers || !isSizeName(size)) {
    print(help);
    return values.help ? 0 : 2;
  }
  if (seed === undefined) return runManySeeds({ seeds, from, processes, worker, size, digest }, print);
  const without = new Set(values.without === '' ? [] : values.without.split(',').map(Number));
  const { result, left } = values.minimise
    ? await minimise({ seed, size }, print)
    : { result: await simulate({ seed, size, without }), left: without };
  if (values.story) print(result.story.lines().join('\n'));
  if (digest) print(`seed ${seed}: ${result.story.digest()}`);
  const holds = result.broken === undefined;
  print(holds ? `seed ${seed}: everything holds` : failureReport(result, { size, without: left }));
  return holds ? 0 : 1;
}

function isSizeName(name: string): name is SimulationSizeName {
  return Object.hasOwn(simulationSizes, name);
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
    if (outcome.report === undefined) return;
    failed += 1;
    print(outcome.report);
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
