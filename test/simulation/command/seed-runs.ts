import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import type { DayKind } from '../simulation.ts';
import { commandFor } from './report.ts';

export interface BrokenInSeed {
  readonly invariant: string;
  readonly message: string;
}

/** What a process reports of one seed. */
export interface SeedOutcome {
  readonly seed: number;
  readonly simulatedMs: number;
  readonly cpuMs: number;
  readonly events: number;
  /** Undefined unless it was asked for. */
  readonly digest: string | undefined;
  /** What does not hold, in one line, and in a report; undefined if everything holds. */
  readonly broken: BrokenInSeed | undefined;
  /** Other invariants that did not hold at the same moment either, each once. */
  readonly alsoBroken: readonly BrokenInSeed[];
  /** The day did not come to its end: no invariant has found what is wrong. */
  readonly hasCrashed: boolean;
  readonly report: string | undefined;
}

/** What a process is asked to do. */
export interface SeedOrder {
  readonly seed: number;
  readonly kind: DayKind;
  readonly digest: boolean;
}

export interface SeedRunOptions {
  readonly seeds: number;
  readonly from: number;
  readonly processes: number;
  /** The file that each process runs. */
  readonly worker: string;
  readonly kind: DayKind;
  readonly digest: boolean;
}

/** By these somebody else stops the command, or one of its processes. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type StopSignal = (typeof stopSignals)[number];

/** Returns the exit code of a command that a signal has stopped, as shells give it. */
export function exitCodeOf(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

/** A day takes a second or two. One that takes this long hangs. */
const longestDayMs = 600_000;

/** Garbage of a day is collected seldom. */
const nodeOptions = ['--max-semi-space-size=128'];

/** Returns the outcome of a day that did not come to its end. */
export function failedOutcome(seed: number, kind: DayKind, message: string): SeedOutcome {
  const broken = { invariant: 'no error escapes', message };
  const report = `\nBROKEN with seed ${seed}: ${broken.invariant}: ${message}\nTo see it again: ${commandFor(seed, kind)}\n`;
  const nothing = { simulatedMs: 0, cpuMs: 0, events: 0, digest: undefined, alsoBroken: [] };
  return { seed, ...nothing, broken, hasCrashed: true, report };
}

/**
 * Runs seeds in several processes, in order. If `onOutcome` returns `stop`, begins no further ones. If a process crashes,
 * or needs ten minutes for a day, that is the outcome of its seed, and another process goes on. If this process or one of
 * those is stopped from outside, ends all of them, and returns the signal: the days under way have no outcome.
 */
export async function runSeeds(
  { seeds, from, processes, worker, kind, digest }: SeedRunOptions,
  onOutcome: (outcome: SeedOutcome) => 'stop' | undefined,
): Promise<StopSignal | undefined> {
  let next = from;
  let end = from + seeds;
  let stoppedBy: StopSignal | undefined;
  const children = new Set<ChildProcess>();
  const stop = (signal: StopSignal) => {
    stoppedBy ??= signal;
    end = next;
    for (const child of children) child.kill(signal);
  };
  const settle = (outcome: SeedOutcome) => {
    if (onOutcome(outcome) === 'stop') end = next;
  };
  /** Runs seeds until there is none left, or its process crashes. */
  const runSome = () =>
    new Promise<void>((resolve) => {
      const child = fork(worker, { execArgv: nodeOptions });
      children.add(child);
      let running: number | undefined;
      let watchdog: NodeJS.Timeout | undefined;
      const order = () => {
        clearTimeout(watchdog);
        if (next >= end) {
          child.disconnect();
          return;
        }
        running = next;
        next += 1;
        watchdog = setTimeout(() => child.kill('SIGKILL'), longestDayMs);
        child.send({ seed: running, kind, digest } satisfies SeedOrder);
      };
      child.on('message', (outcome: SeedOutcome) => {
        running = undefined;
        settle(outcome);
        order();
      });
      child.on('exit', (code, signal) => {
        clearTimeout(watchdog);
        children.delete(child);
        const stopSignal = stopSignals.find((known) => known === signal);
        if (stopSignal !== undefined) stop(stopSignal);
        // What becomes of a day whose process was told to end says nothing of the day.
        else if (running !== undefined && stoppedBy === undefined)
          settle(failedOutcome(running, kind, `the process that simulated it ended with ${code ?? signal}`));
        resolve();
      });
      order();
    });
  const runAll = async () => {
    while (next < end) await runSome();
  };
  for (const signal of stopSignals) process.on(signal, stop);
  try {
    await Promise.all(Array.from({ length: Math.min(processes, seeds) }, runAll));
  } finally {
    for (const signal of stopSignals) process.off(signal, stop);
  }
  return stoppedBy;
}
