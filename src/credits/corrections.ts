import { checkString } from '../argument-checks.ts';
import { Conflict, InsufficientCredits, InvalidArgument } from '../errors.ts';
import type { AccountBalance, ChargePurpose, CreditLedger } from '../ports/credit-ledger.ts';
import { isRefund } from './charges.ts';

/** A subtraction is a charge in two steps. Within this time, a repeat completes one whose caller died in between; later, it begins anew. */
const completionMs = 24 * 3_600_000;
const accountsPerPage = 500;

/** Keeps the ids that operators choose apart from those of other holds, such as jobs, whose charge is not theirs to complete. */
const correctionPrefix = 'correction:';

const purpose: ChargePurpose = { kind: 'correction', count: 1, keyId: null };

/** Adds credits, once per id, and returns what is then available. Rejects as `Accounts.grant` says. */
export async function grantCredits(
  ledger: Pick<CreditLedger, 'grant'>,
  grant: { id: string; account: string; milliCredits: number },
): Promise<number> {
  const { id } = grant;
  const advice = "Choose another one for this addition, such as 'order 4711'.";
  checkString('id', id, advice);
  if (isRefund(id))
    throw new InvalidArgument(
      'id',
      `id must not begin with refund:, by which refunds of charges are known. ${advice}`,
    );
  return ledger.grant({ ...grant, reason: 'purchase' });
}

/** Takes credits away, once per id, and returns what is then available. Rejects as `Accounts.subtract` says. */
export async function subtractCredits(
  ledger: Pick<CreditLedger, 'hold' | 'capture' | 'balance'>,
  subtraction: { id: string; account: string; milliCredits: number },
): Promise<number> {
  const advice = "Choose one for this subtraction, such as 'invoice 12'.";
  checkString('id', subtraction.id, advice);
  if (subtraction.id === '') throw new InvalidArgument('id', `id must not be empty. ${advice}`);
  const id = `${correctionPrefix}${subtraction.id}`;
  const hold = await ledger.hold({ ...subtraction, id, expiresInMs: completionMs, purpose });
  if (hold.kind === 'insufficient') {
    const { available: availableMilliCredits, required: requiredMilliCredits } = hold;
    throw new InsufficientCredits({ availableMilliCredits, requiredMilliCredits });
  }
  if (hold.kind === 'held' && (await ledger.capture(id)) !== 'captured')
    throw new Conflict('The credits went back before they were taken. Repeat the subtraction.');
  return (await ledger.balance(subtraction.account)).available;
}

/** Yields each account once. */
export async function* listAccounts(ledger: Pick<CreditLedger, 'accounts'>): AsyncGenerator<AccountBalance> {
  for (let after: string | undefined; ; ) {
    const limit = accountsPerPage;
    const page = await ledger.accounts(after === undefined ? { limit } : { limit, after });
    yield* page;
    if (page.length < limit) return;
    after = page.at(-1)?.account;
  }
}
