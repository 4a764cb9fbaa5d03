import { toCredits } from '../credit-units.ts';
import { type EmailLookup, type LookupRow, unknownFields } from '../resources.ts';
import { lookupExplanations } from './explanations.ts';
import type { Finding } from './finding.ts';
import { cleanRow } from './row.ts';

/** Returns the result of a single lookup. `milliCredits` is what it was charged: 1,000 are one credit. */
export function singleResult(row: LookupRow, finding: Finding, milliCredits: number): EmailLookup {
  const credits_consumed = toCredits(milliCredits);
  switch (finding.kind) {
    case 'found': {
      const { email, ...enrichment } = finding.verification;
      return {
        ...enrichment,
        ...cleanRow(row),
        email,
        status: 'safe',
        substatus: 'deliverable',
        credits_consumed,
      };
    }
    case 'not-found':
      return {
        ...emptyResult(row),
        substatus: 'no_address_found',
        explanation: finding.explanation,
        credits_consumed,
      };
    case 'out-of-time':
      return {
        ...emptyResult(row),
        substatus: 'timeout',
        explanation: lookupExplanations.outOfTime,
        credits_consumed,
      };
  }
}

/**
 * Returns the result of a row of a bulk lookup, which never shows a timeout (service document, EmailLookupResponse:
 * substatus).
 */
export function bulkResult(row: LookupRow, finding: Finding, milliCredits: number): EmailLookup {
  const result = singleResult(row, finding, milliCredits);
  return result.substatus === 'timeout' ? { ...result, substatus: 'no_address_found' } : result;
}

/** Returns the result of a row whose job could not be completed, and whose credits were given back. */
export function notCompleted(row: LookupRow): EmailLookup {
  return {
    ...emptyResult(row),
    substatus: 'no_address_found',
    explanation: lookupExplanations.notCompleted,
    credits_consumed: 0,
  };
}

/** Returns the fields of a result without an address (service document, "Bulk lookup row outcomes"). */
function emptyResult(row: LookupRow): Omit<EmailLookup, 'substatus' | 'explanation' | 'credits_consumed'> {
  return {
    ...cleanRow(row),
    status: 'unknown',
    email: null,
    email_provider: 'Unknown',
    ...unknownFields,
  };
}
