import { describe, it } from 'vitest';
import {
  type CacheContractSubject,
  type CreditLedgerContractSubject,
  cacheContract,
  creditLedgerContract,
  type JobStoreContractSubject,
  jobStoreContract,
  type KeyStoreContractSubject,
  keyStoreContract,
  type LeasesContractSubject,
  leasesContract,
  type RateLimitsContractSubject,
  rateLimitsContract,
} from '../../contract/index.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';

export interface StoreSubjects {
  readonly cache: CacheContractSubject;
  readonly leases: LeasesContractSubject;
  readonly ledger: CreditLedgerContractSubject;
  readonly keys: KeyStoreContractSubject;
  readonly rateLimits: RateLimitsContractSubject;
  readonly jobs: JobStoreContractSubject;
}

type Part = keyof StoreSubjects;

export interface StartedStores {
  readonly stores: Pick<Stores, Part>;
  /** Opens the same stores as another process would. */
  readonly second?: () => Promise<Pick<Stores, Part>>;
  /** Returns all stored data as text. */
  readonly dump?: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Returns the subjects of all suites but that of the queue. `sharesRateLimits`: whether processes share them. */
export function storeSubjects(
  name: string,
  start: (options: { clock: Clock }) => Promise<StartedStores>,
  { sharesRateLimits = true } = {},
): StoreSubjects {
  const subject = <Name extends Part>(part: Name) => ({
    name,
    start: async (options: { clock: Clock }) => {
      const { stores, second, dump, stop } = await start(options);
      const isShared = part !== 'rateLimits' || sharesRateLimits;
      return {
        ...({ [part]: stores[part] } as Record<Name, Stores[Name]>),
        ...(second !== undefined && isShared ? { openSecond: async () => (await second())[part] } : {}),
        ...(dump === undefined ? {} : { dump }),
        stop,
      };
    },
  });
  return {
    cache: subject('cache'),
    leases: subject('leases'),
    ledger: subject('ledger'),
    keys: subject('keys'),
    rateLimits: subject('rateLimits'),
    jobs: subject('jobs'),
  };
}

/** Runs the suites. */
export function storeSuites(subjects: StoreSubjects): void {
  const runner = { describe, it };
  cacheContract(runner, subjects.cache);
  leasesContract(runner, subjects.leases);
  creditLedgerContract(runner, subjects.ledger);
  keyStoreContract(runner, subjects.keys);
  rateLimitsContract(runner, subjects.rateLimits);
  jobStoreContract(runner, subjects.jobs);
}
