import type { CallMoment, Fault } from '../faults/fault.ts';
import { describeFault } from '../faults/fault.ts';
import { RandomStream } from '../randomness/random-stream.ts';
import type { ServicePlan } from './service-plan.ts';
import { type SharedParts, SimulatedProcess } from './simulated-process.ts';

/** As docs/settings.md states it. */
const statedGiveUpMs = 6 * 3_600_000;

/** The processes of a service, and what goes wrong with them. */
export class Service {
  readonly processes: readonly SimulatedProcess[];
  readonly #shared: SharedParts;
  #calm = false;

  constructor(plan: ServicePlan, shared: SharedParts) {
    this.#shared = shared;
    this.processes = plan.processes.map((process) => new SimulatedProcess(process, shared));
  }

  start(): void {
    for (const process of this.processes) process.start();
  }

  /** Most connections of a process. Undefined: more than a day needs. */
  get maxConnections(): number | undefined {
    return this.#shared.maxConnections;
  }

  /** How long a job may fail without a new result. */
  get giveUpMs(): number {
    return this.#shared.giveUpMs ?? statedGiveUpMs;
  }

  /** Returns the front ends that run, in order. */
  get fronts(): readonly SimulatedProcess[] {
    return this.processes.filter(({ plan, isRunning }) => plan.isFront && isRunning);
  }

  process(name: string): SimulatedProcess | undefined {
    return this.processes.find((process) => process.name === name);
  }

  /** Lets the faults of a plan happen. */
  schedule(faults: readonly Fault[], startsAt: number): void {
    const { time } = this.#shared;
    for (const fault of faults) time.scheduleAt(startsAt + fault.atMs, () => this.#strike(fault));
  }

  /** From now on nothing fails. */
  calmDown(): void {
    this.#calm = true;
    for (const process of this.processes) {
      process.disarm();
      process.start();
    }
    this.#shared.story.add({ kind: 'calm' });
  }

  /** Closes each process as its operator would, at some time within `withinMs` (default: at once). Resolves when all are closed. */
  async close(withinMs = 0): Promise<void> {
    const { seed, time } = this.#shared;
    const random = new RandomStream(seed, 'closing');
    await Promise.all(
      this.processes.map(async (process) => {
        await new Promise<void>((resolve) => {
          time.schedule(random.integer(0, withinMs), resolve);
        });
        await process.close();
      }),
    );
  }

  #strike(fault: Fault): void {
    if ('calls' in fault && fault.calls.length > 0) this.#strikeAtCalls(fault, fault.calls);
    else this.#begin(fault, () => {});
  }

  #strikeAtCalls(fault: Extract<Fault, { calls: unknown }>, [next, ...others]: readonly CallMoment[]): void {
    const process = fault.process === undefined ? this.processes[0] : this.process(fault.process);
    if (next === undefined || this.#calm) return;
    process?.strikeAtCall(next, () => this.#begin(fault, () => this.#strikeAtCalls(fault, others)));
  }

  /** Calls `onEnd` when the fault is over. */
  #begin(fault: Fault, onEnd: () => void): void {
    const { time, story, faults } = this.#shared;
    if (this.#calm) return;
    story.add({ kind: 'fault-began', fault: describeFault(fault) });
    faults.begin(fault, time.now);
    const end = () => {
      faults.end(fault, time.now);
      story.add({ kind: 'fault-ended', fault: describeFault(fault) });
      onEnd();
    };
    if ('durationMs' in fault) {
      const process = fault.kind === 'paused' ? this.process(fault.process) : undefined;
      process?.pause(fault.durationMs);
      if (fault.kind === 'egress-fails') this.#shared.internet.loseEgress(fault.process, fault.egress);
      time.schedule(fault.durationMs, () => {
        process?.resume();
        end();
      });
      return;
    }
    const process = this.process(fault.process);
    if (fault.kind === 'clock-set') {
      process?.setClock(fault.byMs);
      end();
      return;
    }
    process?.kill(fault.connections);
    time.schedule(fault.restartAfterMs, () => {
      process?.start();
      end();
    });
  }
}
