import { type Status, unknownFields, type VerificationFields } from '../../src/resources.ts';
import { addressesInCell, holdsAddress } from './address-cell.ts';

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
 * Returns what a list shows for a cell in which there is an address that may have a mailbox, but it is not clear where it begins or
 * ends: it is left out of the job, so that nobody is asked, and nothing is charged. Undefined for other cells.
 */
export function unclearResult(cell: string): VerificationFields | undefined {
  const [text, ...others] = addressesInCell(cell);
  if (text === undefined || others.length > 0 || !holdsAddress(text)) return undefined;
  return {
    email: text,
    status: 'unknown',
    explanation:
      'The cell has an address, but it is not clear where it begins or ends: leave only the address, and verify it.',
    email_provider: 'Unknown',
    substatus: 'not_asked',
    ...unknownFields,
  };
}
