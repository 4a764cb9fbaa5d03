/**
 * The rules of the ports `Cache`, `CreditLedger` and `JobStore` as pure functions, for hosts that keep them
 * in a database of their own. Each method reads, lets a function decide, and writes what that says, in one
 * transaction. `checkedStore` checks the arguments before. The stores of mailproof decide by the same
 * functions.
 *
 * ```ts
 * import { checkedStore, decideHold, ledgerChecks } from 'mailproof/stores';
 *
 * const ledger = checkedStore(new OwnLedger(), ledgerChecks);
 *
 * // in OwnLedger:
 * async hold(hold) {
 *   return this.transaction(async (tables) => {
 *     const found = { record: await tables.record(hold.id), balance: await tables.balance(hold.account) };
 *     const decision = decideHold(hold, found);
 *     if (decision.kind === 'apply') await tables.writeHold(hold, decision.result.available);
 *     return decision.result;
 *   });
 * }
 * ```
 *
 * The package's docs/write-your-own-store.md is the guide.
 */

export { isFinished, newJobRecord } from '../../src/bulk/job.ts';
export { checkedStore, type MethodChecks } from './argument-checks.ts';
export { cacheChecks } from './cache-rules.ts';
export { formatPurpose, parsePurpose } from './charge-purpose.ts';
export {
  decideAttempts,
  decideLease,
  deletableSince,
  type ItemProgress,
  isUnsettled,
  type JobLease,
  jobChecks,
  jobExists,
  jobNotFound,
  pageRoom,
} from './job-rules.ts';
export {
  decideGrant,
  decideHold,
  decideResolution,
  expiryOf,
  type FoldedBalance,
  foldedBalance,
  type GrantDecision,
  type GrantRequest,
  type HoldDecision,
  type HoldRecord,
  type HoldRequest,
  type LedgerRecord,
  ledgerChecks,
  type ResolutionDecision,
} from './ledger-rules.ts';
