import type { Jobs, VerificationSubmitOptions } from '../../../src/bulk/jobs.ts';
import { toCredits } from '../../../src/credit-units.ts';
import { InsufficientCredits } from '../../../src/errors.ts';
import { Problem } from '../problem.ts';

/**
 * Refuses a submission whose body has not been read yet: throws a Problem with status 403 if the account has no credits
 * at all. What the submission would cost is not known then, only that it costs at least one item. One that costs nothing is counted
 * instead: throws BudgetExceeded.
 */
export async function refuseWithoutCredits(
  jobs: Pick<Jobs, 'checkCredits'>,
  kind: 'verification' | 'lookup',
  options: VerificationSubmitOptions,
): Promise<void> {
  try {
    await jobs.checkCredits(kind, options);
  } catch (error) {
    if (!(error instanceof InsufficientCredits)) throw error;
    const balance = toCredits(error.availableMilliCredits);
    const required = toCredits(error.requiredMilliCredits);
    throw new Problem(
      403,
      `Insufficient credits: the current balance is ${balance} and the required amount is at least ${required}.`,
    );
  }
}
