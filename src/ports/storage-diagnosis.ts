import type { CacheEntry } from './cache.ts';

/**
 * What an examination found about one thing: `summary` in one sentence, what that means for verdicts, and what to do.
 * `failure`: verdicts or data suffer now. `warning`: they may, or it could not be found out.
 */
export type Assessment =
  | { readonly severity: 'ok'; readonly summary: string; readonly meaning: string; readonly advice: null }
  | {
      readonly severity: 'warning' | 'failure';
      readonly summary: string;
      readonly meaning: string;
      readonly advice: string;
    };

/**
 * What can be right or wrong about a storage. `access`: whether it can be written. `durability`: what a crash loses.
 * `eviction`: whether it drops data by itself. `journal`: how it keeps readers and writers apart. `space`: memory or disk
 * that is left. `version`: of the storage or of the data.
 */
export type StorageAspect = 'access' | 'durability' | 'eviction' | 'journal' | 'space' | 'version';

export type StorageCondition = { readonly aspect: StorageAspect } & Assessment;

/** What `diagnose` finds out about a storage, which knows best how it must be set up. */
export interface StorageDiagnosis {
  /** Where the storage is, for messages: without passwords. */
  readonly location: string;
  /**
   * Examines the storage, and changes nothing in it. `minFreeBytes`: less free disk than this is a warning, less than a
   * tenth of it a failure. Rejects with StorageUnavailable if it cannot be reached or opened.
   */
  examine(options: { minFreeBytes: number }): Promise<readonly StorageCondition[]>;
  /**
   * Returns entries of the cache without changing anything, not even creating the storage; undefined for each that is
   * not there or has expired. May be left out. Rejects with StorageUnavailable.
   */
  readCache?(keys: readonly string[]): Promise<readonly (CacheEntry | undefined)[]>;
  /**
   * Returns the time by the clock of the storage. Left out if that is the clock of this machine. Rejects with
   * StorageUnavailable.
   */
  now?(): Promise<number>;
}
