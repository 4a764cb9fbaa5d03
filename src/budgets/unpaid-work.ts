import type { VerificationLevel } from '../resources.ts';

/** Options of work that an account may have without paying for it. */
export interface UnpaidOptions {
  /**
   * Charges nothing, and counts against the budgets of what the account has not paid for (docs/operations.md, Budgets). Default false.
   * Has no meaning without an account.
   */
  unpaid?: boolean | undefined;
}

/**
 * Returns the account whose budgets of unpaid work this counts against; undefined if it is paid for, or done for no account. An
 * operator who sets the prices of the level `smtp` or of lookups to 0 means to give them away, so they are not counted.
 */
export function unpaidAccount(work: {
  readonly account: string | undefined;
  readonly unpaid: boolean | undefined;
  readonly level: VerificationLevel;
  readonly price: number;
}): string | undefined {
  const { account, unpaid = false, level, price } = work;
  return unpaid || (level !== 'smtp' && price === 0) ? account : undefined;
}
