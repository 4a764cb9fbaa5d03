import type { EmailVerification } from '../../../src/resources.ts';
import { type Card, type CardRow, cardText } from './card.ts';
import { printable } from './printable.ts';

/** One verdict for people. */
export function verdictCard(verification: EmailVerification, card: Card): string {
  return cardText(
    [
      ['address', printable(verification.email)],
      ['status', verification.status],
      ['substatus', verification.substatus],
      ['explanation', printable(verification.explanation)],
      ...enrichmentRows(verification),
    ],
    verification.status,
    card,
  );
}

/** What is known of an address and its domain. */
export function enrichmentRows(known: Enrichment): readonly CardRow[] {
  const { confidence, mx_record } = known;
  return [
    ['provider', printable(known.email_provider)],
    ['exchange', mx_record === null ? 'none' : printable(mx_record)],
    ['catch-all', yesNo(known.is_domain_catch_all)],
    ['gateway', yesNo(known.is_secure_email_gateway)],
    ['disposable', yesNo(known.is_disposable)],
    ['role account', yesNo(known.is_role_account)],
    ['free provider', yesNo(known.is_free)],
    ['confidence', confidence === null ? 'none' : `${confidence} %`],
  ];
}

type Enrichment = Pick<
  EmailVerification,
  | 'email_provider'
  | 'mx_record'
  | 'is_domain_catch_all'
  | 'is_secure_email_gateway'
  | 'is_disposable'
  | 'is_role_account'
  | 'is_free'
  | 'confidence'
>;

function yesNo(fact: boolean | null): string {
  if (fact === null) return 'unknown';
  return fact ? 'yes' : 'no';
}
