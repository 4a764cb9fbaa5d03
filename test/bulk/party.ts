import { memoryStores } from '../../adapters/memory/index.ts';
import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import { Bulk } from '../../src/bulk/bulk.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { Charges } from '../../src/credits/charges.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Clock, CreditLedger, JobStore, Random } from '../../src/ports.ts';
import type { Status } from '../../src/resources.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { verification } from './scene.ts';

/** A process on a shared store, which can die: from then on nothing it began comes to an end. */
export interface MortalProcess {
  readonly bulk: Bulk;
  kill(): void;
}

export interface Party {
  readonly clock: ManualClock;
  readonly jobs: JobStore;
  readonly ledger: CreditLedger;
  spawn(): MortalProcess;
  /** All that live give back what crashed work had set aside, and tell the ledger what they could not tell it before. */
  sweep(): Promise<void>;
  /** While true every call to the store fails, half of them after having been carried out. */
  outage(on: boolean): void;
  /** What becomes of the next calls to the store. */
  fate(next: readonly Fate[]): void;
  until(holds: () => Promise<boolean> | boolean): Promise<void>;
  passing<T>(promise: Promise<T>): Promise<T>;
}

export type Fate = 'well' | 'refused' | 'answer-lost';

/** Several processes over one store in memory, each with a queue of its own as on one SQLite file. */
export function party(answer: (email: string, attempt: number) => Status): Party {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  let away = false;
  let failures = 0;
  const fates: Fate[] = [];
  const sweeps = new Set<() => Promise<number>>();
  let ids = 0;
  const random: Random = {
    next: () => 0.5,
    uuid: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
  };
  const frail = async (call: () => unknown): Promise<unknown> => {
    const fate = fates.shift() ?? (away ? (['refused', 'answer-lost'] as const)[failures++ % 2] : 'well');
    if (fate !== 'refused') {
      const outcome = await call();
      if (fate === 'well') return outcome;
    }
    throw new StorageUnavailable('The store is away.');
  };
  const until = async (holds: () => Promise<boolean> | boolean) => {
    for (let step = 0; !(await holds()); step += 1) {
      if (step > 5_000) throw new Error('It did not come to hold.');
      await clock.advance(step < 200 ? 50 : 10_000);
    }
  };
  const spawn = (): MortalProcess => {
    let alive = true;
    const life = <Port extends object>(port: Port): Port => mortal(port, () => alive, frail);
    const ownClock: Clock = {
      now: () => clock.now(),
      after: (delayMs, task) => clock.after(delayMs, () => alive && task()),
    };
    const charges = new Charges({ ledger: life(stores.ledger), clock: ownClock, random, note: () => {} });
    const sweep = () => charges.sweep();
    sweeps.add(sweep);
    const attempts = new Map<string, number>();
    const bulk = new Bulk({
      clock: ownClock,
      random,
      jobs: life(stores.jobs),
      queue: new InProcessQueue({ clock: ownClock }),
      charges,
      prices: { verify: 200, lookup: 1_000 },
      verify: async (email, { signal }) => {
        await delay(ownClock, 40, signal);
        const attempt = (attempts.get(email) ?? 0) + 1;
        attempts.set(email, attempt);
        return verification(email, answer(email, attempt));
      },
      lookup: async () => {
        throw new Error('Nothing is looked up here.');
      },
      domainOf: (item) => ('email' in item ? item.email.slice(item.email.lastIndexOf('@') + 1) : item.domain),
      exchangeOf: async (domain) => `host:mx.${domain}`,
      onJobEvent: () => {},
      onBatchFailed: () => {},
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
    jobs: stores.jobs,
    ledger: stores.ledger,
    spawn,
    async sweep() {
      for (const sweep of sweeps) await sweep();
    },
    outage: (on) => {
      away = on;
    },
    fate: (next) => fates.push(...next),
    until,
    async passing(promise) {
      let settled = false;
      const settle = () => {
        settled = true;
      };
      promise.then(settle, settle);
      await until(() => settled);
      return promise;
    },
  };
}

/** The port as a process sees it: calls of a dead one never return, and may or may not have been carried out. */
function mortal<Port extends object>(
  port: Port,
  alive: () => boolean,
  call: (carriedOut: () => unknown) => Promise<unknown>,
): Port {
  const never = () => new Promise<never>(() => {});
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        if (!alive()) return never();
        const outcome = await call(() => member.apply(target, args)).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        if (!alive()) return never();
        if ('error' in outcome) throw outcome.error;
        return outcome.value;
      };
    },
  });
}
