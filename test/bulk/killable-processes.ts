import { memoryStores } from '../../adapters/memory/index.ts';
import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import { Bulk } from '../../src/bulk/bulk.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { Charges } from '../../src/credits/charges.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import type { JobStore } from '../../src/ports/job-store.ts';
import type { Status } from '../../src/resources.ts';
import { interceptedPort } from '../stores/changed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { advancing } from './advance-until.ts';
import { countingRandom, usualParts, verification } from './bulk-fixture.ts';

/** A process on a shared store. Once killed, none of its pending calls or timers ends. */
export interface KillableProcess {
  readonly bulk: Bulk;
  kill(): void;
}

export interface ProcessGroup {
  readonly clock: ManualClock;
  readonly jobs: JobStore;
  readonly ledger: CreditLedger;
  /** The ids of all jobs that a process tried to create. */
  readonly triedJobIds: ReadonlySet<string>;
  /** `outcomes`: of the first calls of the process to the store. */
  startProcess(outcomes?: readonly CallOutcome[]): KillableProcess;
  /** Lets every live process release expired holds, and settle the charges that it could not settle before. */
  sweep(): Promise<void>;
  /** During an outage every call to the store fails, half of the calls after they were carried out. */
  setOutage(on: boolean): void;
  /** Lets all further calls succeed, whatever outcomes were decided for them. */
  heal(): void;
  advanceUntil(condition: () => Promise<boolean> | boolean): Promise<void>;
  advanceUntilSettled<T>(promise: Promise<T>): Promise<T>;
}

export type CallOutcome = 'ok' | 'refused' | 'answer-lost';

/** Several processes over one store in memory, each with its own queue as with one SQLite file. */
export function processGroup(answer: (email: string, attempt: number) => Status): ProcessGroup {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const random = countingRandom();
  let outage = false;
  let failures = 0;
  const plans: CallOutcome[][] = [];
  const triedJobIds = new Set<string>();
  const sweeps = new Set<() => Promise<number>>();
  const { jobs } = stores;
  const create = jobs.create.bind(jobs);
  jobs.create = (job, items) => {
    triedJobIds.add(job.id);
    return create(job, items);
  };
  const startProcess = (outcomes: readonly CallOutcome[] = []): KillableProcess => {
    let alive = true;
    const planned = [...outcomes];
    plans.push(planned);
    const withFaults = async (call: () => unknown): Promise<unknown> => {
      const outcome =
        planned.shift() ?? (outage ? (['refused', 'answer-lost'] as const)[failures++ % 2] : 'ok');
      if (outcome !== 'refused') {
        const result = await call();
        if (outcome === 'ok') return result;
      }
      throw new StorageUnavailable('The store is away.');
    };
    const killable = <Port extends object>(port: Port): Port => killablePort(port, () => alive, withFaults);
    const ownClock: Clock = {
      now: () => clock.now(),
      after: (delayMs, task) => clock.after(delayMs, () => alive && task()),
    };
    const charges = new Charges({
      ledger: killable(stores.ledger),
      clock: ownClock,
      random,
      onChange: () => {},
    });
    const sweep = () => charges.sweep();
    sweeps.add(sweep);
    const attempts = new Map<string, number>();
    const bulk = new Bulk({
      ...usualParts(ownClock),
      random,
      jobs: killable(jobs),
      leases: killable(stores.leases),
      cache: killable(stores.cache),
      queue: new InProcessQueue({ clock: ownClock }),
      charges,
      verify: async (email, { signal }) => {
        await delay(ownClock, 40, signal);
        const attempt = (attempts.get(email) ?? 0) + 1;
        attempts.set(email, attempt);
        return verification(email, answer(email, attempt));
      },
    });
    return {
      bulk,
      kill: () => {
        alive = false;
        sweeps.delete(sweep);
      },
    };
  };
  return {
    clock,
    jobs,
    ledger: stores.ledger,
    triedJobIds,
    startProcess,
    async sweep() {
      for (const sweep of sweeps) await sweep();
    },
    setOutage: (on) => {
      outage = on;
    },
    heal() {
      outage = false;
      for (const planned of plans) planned.length = 0;
    },
    ...advancing(clock, { smallSteps: 200, smallMs: 50, largeMs: 10_000, maxSteps: 5_000 }),
  };
}

/** The port as its process sees it. Calls of a killed process never return, whether or not they were carried out. */
function killablePort<Port extends object>(
  port: Port,
  alive: () => boolean,
  withFaults: (call: () => unknown) => Promise<unknown>,
): Port {
  const never = () => new Promise<never>(() => {});
  return interceptedPort(port, async (_method, _args, carryOut) => {
    if (!alive()) return never();
    const outcome = await withFaults(carryOut).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (!alive()) return never();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  });
}
