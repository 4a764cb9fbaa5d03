import * as z from 'zod';
import type { Jobs, VerificationSubmitOptions } from '../../../src/bulk/jobs.ts';
import { toCredits } from '../../../src/credit-units.ts';
import { Conflict, InsufficientCredits, InvalidArgument } from '../../../src/errors.ts';
import { Problem } from '../problem.ts';
import type { RequestView } from '../request-view.ts';

export const idempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('A repeated submission under the same key gets the first answer and is charged once.'),
});

/**
 * Calls `submit` with the idempotency key of a request, if it has one. Throws a Problem with status 422 if the key is
 * invalid or was used for another submission.
 */
export async function submitIdempotently<Receipt>(
  request: RequestView,
  submit: (idempotency: { idempotencyKey?: string }) => Promise<Receipt>,
): Promise<Receipt> {
  const idempotencyKey = request.header('idempotency-key');
  if (idempotencyKey === undefined) return submit({});
  try {
    return await submit({ idempotencyKey });
  } catch (error) {
    throw asIdempotencyProblem(error);
  }
}

function asIdempotencyProblem(error: unknown): unknown {
  if (error instanceof Conflict) {
    return new Problem(422, 'Idempotency-Key: was used before, for another submission. Use a new one.');
  }
  if (error instanceof InvalidArgument && error.parameter === 'idempotencyKey') {
    return new Problem(422, 'Idempotency-Key: must have from 1 to 255 characters.');
  }
  return error;
}

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
