import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import { Bulk } from '../../src/bulk/bulk.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { Charges } from '../../src/credits/charges.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { interceptedPort } from '../stores/changed-port.ts';
import type { ManualClock } from '../support/manual-clock.ts';
import { countingRandom, usualParts, verification } from './bulk-fixture.ts';

/**
 * What happens to one call of the storage. `late`: the answer is lost, and the process notices it only after other
 * processes have had time to work. `dies-…`: the process dies before or after the call is carried out.
 */
export const callFates = [
  'ok',
  'request-lost',
  'answer-lost',
  'answer-lost-late',
  'dies-before',
  'dies-after',
] as const;
export type CallFate = (typeof callFates)[number];

const lateMs = 7_000;

export interface UnreliableProcess {
  readonly bulk: Bulk;
  /** Resolves when the process dies; it never answers then. */
  readonly died: Promise<void>;
  kill(): void;
  /** Lets all further calls succeed. */
  heal(): void;
  /** Releases expired holds, and undoes what could not be undone before. */
  sweep(): Promise<void>;
}

/** Several processes over one storage, each with its own queue, and each with its own faults. */
export class UnreliableProcesses {
  /** The ids of all jobs that a process tried to create. */
  readonly triedJobIds = new Set<string>();
  readonly #clock: ManualClock;
  readonly #stores: Stores;
  readonly #random = countingRandom();
  #callsUnderWay = 0;

  constructor(stores: Stores, clock: ManualClock) {
    this.#stores = stores;
    this.#clock = clock;
  }

  /** `fates`: of the first calls of the process; all others succeed. */
  start(fates: readonly CallFate[] = []): UnreliableProcess {
    let alive = true;
    let die = () => {};
    const died = new Promise<void>((resolve) => {
      die = () => {
        alive = false;
        resolve();
      };
    });
    const pending = [...fates];
    const clock: Clock = {
      now: () => this.#clock.now(),
      after: (delayMs, task) => this.#clock.after(delayMs, () => alive && task()),
    };
    const port = <Port extends object>(port: Port): Port =>
      this.#unreliable(port, { isAlive: () => alive, die, nextFate: () => pending.shift() ?? 'ok' });
    const { ledger, jobs, leases, cache } = this.#stores;
    const random = this.#random;
    const charges = new Charges({ ledger: port(ledger), clock, random, onChange: () => {} });
    const bulk = new Bulk({
      ...usualParts(clock),
      random,
      jobs: port(jobs),
      leases: port(leases),
      cache: port(cache),
      queue: new InProcessQueue({ clock }),
      charges,
      verify: async (email, { signal }) => {
        await delay(clock, 40, signal);
        return verification(email, 'safe');
      },
    });
    return {
      bulk,
      died,
      kill: die,
      heal: () => {
        pending.length = 0;
      },
      sweep: async () => {
        if (alive) await charges.sweep();
      },
    };
  }

  /** Lets time pass, and the storage answer. */
  async advance(ms: number, stepMs = 1_000): Promise<void> {
    await this.#untilIdle();
    for (let passed = 0; passed < ms; passed += stepMs) {
      await this.#clock.advance(Math.min(stepMs, ms - passed));
      await this.#untilIdle();
    }
  }

  /** Lets time pass until the condition is met. */
  async advanceUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (let step = 0; !(await condition()); step += 1) {
      if (step > 2_000) throw new Error('The condition was never met.');
      await this.advance(500, 500);
    }
  }

  async #untilIdle(): Promise<void> {
    for (let idle = 0; idle < 4; idle += 1) {
      await yieldToEventLoop();
      if (this.#callsUnderWay > 0) idle = 0;
    }
  }

  #unreliable<Port extends object>(
    port: Port,
    process: { isAlive: () => boolean; die: () => void; nextFate: () => CallFate },
  ): Port {
    const never = () => new Promise<never>(() => {});
    const call = async (name: string, carryOut: () => Promise<unknown>): Promise<unknown> => {
      if (!process.isAlive()) return never();
      const fate = process.nextFate();
      if (fate === 'request-lost') throw new StorageUnavailable(`The request ${name} was lost.`);
      if (fate === 'dies-before') process.die();
      if (!process.isAlive()) return never();
      // A caller who wants a lease may wait until time passes.
      const calls = name === 'acquire' ? 0 : 1;
      this.#callsUnderWay += calls;
      const answer = await carryOut().finally(() => {
        this.#callsUnderWay -= calls;
      });
      if (fate === 'dies-after') process.die();
      if (fate === 'answer-lost-late') await delay(this.#clock, lateMs, new AbortController().signal);
      if (!process.isAlive()) return never();
      if (fate === 'ok') return answer;
      throw new StorageUnavailable(`The answer to ${name} was lost.`);
    };
    return interceptedPort(port, (method, args, carryOut) => {
      if (method === 'create') this.triedJobIds.add((args[0] as { id: string }).id);
      return call(method, async () => carryOut());
    });
  }
}
