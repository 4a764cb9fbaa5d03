import type { Cache } from './cache.ts';
import type { CreditLedger } from './credit-ledger.ts';
import type { JobStore } from './job-store.ts';
import type { KeyStore } from './key-store.ts';
import type { Leases } from './leases.ts';
import type { RateLimits } from './rate-limits.ts';
import type { StorageDiagnosis } from './storage-diagnosis.ts';
import type { WorkQueue } from './work-queue.ts';

/** All stores of a storage adapter. Their methods reject with StorageUnavailable while the storage is unavailable. */
export interface Stores {
  readonly cache: Cache;
  readonly leases: Leases;
  readonly rateLimits: RateLimits;
  readonly ledger: CreditLedger;
  readonly keys: KeyStore;
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  /** Resolves if the storage can be read and written now, otherwise rejects with StorageUnavailable. Writes to it. */
  ping(): Promise<void>;
  /**
   * Like `ping`, but writes nothing, for checks that strangers may ask for. Rejects with StorageUnavailable if the storage
   * cannot be read, or has refused the last write of this process within 10 seconds.
   */
  checkReady(): Promise<void>;
  /** For `diagnose`. May be left out: it then only calls `ping`. */
  readonly diagnosis?: StorageDiagnosis | undefined;
  /** Closes the workers of the queue, then the storage. */
  close(): Promise<void>;
}
