import { type ChildProcess, fork } from 'node:child_process';
import type { SimulationSizeName } from '../simulation.ts';

/** What a process reports of one seed. */
export interface SeedOutcome {
  readonly seed: number;
  readonly simulatedMs: number;
  readonly cpuMs: number;
  readonly events: number;
  /** Undefined unless it was asked for. */
  readonly digest: string | undefined;
  /** What does not hold, in one line, and in a report; undefined if everything holds. */
  readonly broken: { readonly invariant: string; readonly message: string } | undefined;
  readonly report: string | undefined;
}

/** What a process is asked to do. */
export interface SeedOrder {
  readonly seed: number;
  readonly size: SimulationSizeName;
  readonly digest: boolean;
}

export interface SeedRunOptions {
  readonly seeds: number;
  readonly from: number;
  readonly processes: number;
  /** The file that each process runs. */
  readonly worker: string;
  readonly size: SimulationSizeName;
  readonly digest: boolean;
}

/**
 * Runs seeds in several processes, in order. If `onOutcome` returns `stop`, begins no further ones. Rejects if one of the
 * processes crashes.
 */
export async function runSeeds(
  { seeds, from, processes, worker, size, digest }: SeedRunOptions,
  onOutcome: (outcome: SeedOutcome) => 'stop' | undefined,
): Promise<void> {
  let next = from;
  let end = from + seeds;
  const runOne = (child: ChildProcess) =>
    new Promise<void>((resolve, reject) => {
      let seed = -1;
      const order = () => {
        if (next >= end) {
          child.disconnect();
          return;
        }
        seed = next;
        next += 1;
        child.send({ seed, size, digest } satisfies SeedOrder);
      };
      child.on('message', (outcome: SeedOutcome) => {
        if (onOutcome(outcome) === 'stop') end = next;
        order();
      });
      child.on('exit', (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(`The process that ran seed ${seed} ended with ${code ?? signal}.`));
      });
      order();
    });
  const count = Math.min(processes, seeds);
  await Promise.all(
    Array.from({ length: count }, () => runOne(fork(worker, { execArgv: ['--max-semi-space-size=64'] }))),
  );
}
