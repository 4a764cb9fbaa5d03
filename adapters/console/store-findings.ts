import type { DoctorFinding } from '../../src/doctor/finding.ts';
import { defaultMinFreeBytes, examineStorage } from '../../src/doctor/storage-check.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';

/** What can be examined of stores. */
export type ExaminedStores = Pick<Stores, 'ping' | 'diagnosis'>;

const freshMs = 60_000;

/** How the stores are set up, examined at most once a minute however often it is asked for. */
export class StoreFindings {
  readonly #stores: ExaminedStores;
  readonly #clock: Clock;
  #last: { readonly at: number; readonly findings: Promise<readonly DoctorFinding[]> } | undefined;

  constructor(stores: ExaminedStores, clock: Clock) {
    this.#stores = stores;
    this.#clock = clock;
  }

  /** Returns findings that are at most a minute old. A storage that is out of reach is a finding. */
  recent(): Promise<readonly DoctorFinding[]> {
    const now = this.#clock.now();
    if (this.#last === undefined || Math.abs(now - this.#last.at) >= freshMs)
      this.#last = { at: now, findings: examineStorage(this.#stores, defaultMinFreeBytes) };
    return this.#last.findings;
  }
}
