import type { Status, VerificationFields } from '../../src/resources.ts';
import { holdsAddress } from './address-cell.ts';

/** What verifications and lookups have in common. */
interface ItemResult {
  readonly email: string | null;
  readonly status: Status;
  readonly explanation: string;
}

/** From the worst on. */
const order: readonly Status[] = ['invalid', 'unknown', 'risky', 'safe'];

/**
 * Returns what a row of a list shows for the results of its items: of several addresses in a cell the worst, so that a row is
 * safe only if all of them are. Its explanation begins with the status of each. Undefined if there is none.
 */
export function rowResult<Result extends ItemResult>(results: readonly Result[]): Result | undefined {
  const [first, ...others] = results;
  if (first === undefined || others.length === 0) return first;
  const worst = others.reduce(
    (worst, each) => (order.indexOf(each.status) < order.indexOf(worst.status) ? each : worst),
    first,
  );
  const each = results.map(({ email, status }) => `${email} is ${status}`).join(', ');
  return { ...worst, explanation: `The worst of ${results.length} addresses: ${each}. ${worst.explanation}` };
}

/**
 * Returns what a list shows for the result of a cell: unknown instead of invalid if there is an address in it that may have a mailbox,
 * but it is not clear where it begins or ends.
 */
export function cellResult<Result extends VerificationFields>(result: Result): Result {
  if (result.substatus !== 'invalid_syntax' || !holdsAddress(result.email)) return result;
  return {
    ...result,
    status: 'unknown',
    substatus: 'not_asked',
    explanation:
      'The cell has an address, but it is not clear where it begins or ends: leave only the address, and verify it.',
    confidence: null,
  };
}
