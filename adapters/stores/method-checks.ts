import type { Cache } from '../../src/ports/cache.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import type { JobStore } from '../../src/ports/job-store.ts';
import { checkCacheEntry, checkPositiveInteger, checkReplacement, checkText } from './argument-checks.ts';
import * as jobRules from './job-rules.ts';
import * as ledgerRules from './ledger-rules.ts';

/** A function for each method of a port, with the arguments of that method. */
type MethodChecks<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (...args: infer Args) => unknown
    ? (...args: Args) => void
    : never;
};

/**
 * Checks the arguments of each method of a Cache. Throws InvalidArgument for those that the port refuses. Call it first
 * in the method, before anything is read: `cacheChecks.get(key)`.
 */
export const cacheChecks: MethodChecks<Cache> = {
  get: (key) => checkText('key', key),
  set: (key, { value }, { group } = {}) => {
    checkCacheEntry(key, value);
    if (group !== undefined) checkText('group', group);
  },
  removeGroup: (group) => checkText('group', group),
  add: (key, { value }) => checkCacheEntry(key, value),
  replace: (key, expected, { value }, { group } = {}) => checkReplacement(key, expected, value, group),
  removeExpired: ({ limit }) => checkPositiveInteger('limit', limit),
};

/**
 * Checks the arguments of each method of a CreditLedger. Throws InvalidArgument for those that the port refuses. Call it
 * first in the method, before anything is read: `ledgerChecks.hold(hold)`.
 */
export const ledgerChecks: MethodChecks<CreditLedger> = {
  grant: ledgerRules.checkGrant,
  hold: ledgerRules.checkHold,
  capture: ledgerRules.checkHoldId,
  release: ledgerRules.checkHoldId,
  sweep: ledgerRules.checkSweep,
  balance: ledgerRules.checkAccount,
  accounts: ledgerRules.checkAccounts,
  entries: ledgerRules.checkEntries,
  foldJournal: ledgerRules.checkFold,
};

/**
 * Checks the arguments of each method of a JobStore. Throws InvalidArgument for those that the port refuses. Call it
 * first in the method, before anything is read: `jobChecks.create(job, items)`.
 */
export const jobChecks: MethodChecks<JobStore> = {
  create: jobRules.checkNewJob,
  get: jobRules.checkJobId,
  find: jobRules.checkIdempotencyKey,
  record: jobRules.checkRecord,
  start: jobRules.checkChange,
  fail: jobRules.checkFail,
  markSettled: jobRules.checkChange,
  page: jobRules.checkPage,
  items: jobRules.checkPositions,
  openItems: jobRules.checkOpen,
  nextRetryAt: jobRules.checkJobId,
  unfinished: jobRules.checkUnfinished,
  finished: jobRules.checkFinished,
  ofAccount: jobRules.checkOfAccount,
  redact: jobRules.checkRedact,
  lease: jobRules.checkLease,
  releaseLease: jobRules.checkUnlease,
  leaseAnnouncement: jobRules.checkLeaseAnnouncement,
  endAnnouncement: jobRules.checkEndAnnouncement,
  delete: jobRules.checkJobId,
  deleteFinished: jobRules.checkDeleteFinished,
  sweepDrafts: () => {},
};
