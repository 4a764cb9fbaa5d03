import type { EmailVerification } from '../../../src/resources.ts';
import { type CardOptions, type CardRow, cardText } from './card.ts';
import { printable } from './printable.ts';

/** Returns one verdict for people. */
export function verdictCard(verification: EmailVerification, options: CardOptions): string {
  return cardText(
    [
      ['address', printable(verification.email)],
      ['status', verification.status],
      ['substatus', verification.substatus],
      ['explanation', printable(verification.explanation)],
      ...enrichmentRows(verification),
    ],
    verification.status,
    options,
  );
}

/** Returns the rows about an address and its domain. */
export function enrichmentRows(enrichment: Enrichment): readonly CardRow[] {
  const { confidence, mx_record } = enrichment;
  return [
    ['provider', printable(enrichment.email_provider)],
    ['exchange', mx_record === null ? 'none' : printable(mx_record)],
    ['catch-all', yesNoUnknown(enrichment.is_domain_catch_all)],
    ['gateway', yesNoUnknown(enrichment.is_secure_email_gateway)],
    ['disposable', yesNoUnknown(enrichment.is_disposable)],
    ['role account', yesNoUnknown(enrichment.is_role_account)],
    ['free provider', yesNoUnknown(enrichment.is_free)],
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

function yesNoUnknown(fact: boolean | null): string {
  if (fact === null) return 'unknown';
  return fact ? 'yes' : 'no';
}
