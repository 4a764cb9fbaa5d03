import { providers } from '../../exchange/providers.ts';
import { onFirstUse } from '../../first-use.ts';
import type { EmailVerification } from '../../resources.ts';
import { codeOfExplanation } from '../explanations.ts';
import {
  type AcceptanceFeatures,
  type EvidenceKind,
  evidenceKind,
  nameOfAcceptance,
} from './evidence-kinds.ts';

/** The evidence behind a verdict, as far as the fields of the verdict tell. */
export interface VerdictEvidence {
  readonly kind: EvidenceKind;
  /** The `email_provider` if it is known, otherwise `Unknown`. */
  readonly provider: string;
}

/** Everything that is read of a verdict. */
type ReadFields = Pick<
  EmailVerification,
  | 'status'
  | 'substatus'
  | 'explanation'
  | 'email_provider'
  | 'is_domain_catch_all'
  | 'is_secure_email_gateway'
  | 'is_role_account'
>;

/**
 * Returns the evidence behind a verdict. It is read from the fields alone, so that verdicts of yesterday, of another process,
 * from HTTP or from a CSV file count as well. Returns undefined for unknown addresses, whose verdicts promise nothing,
 * and for those that are certain without any server: wrong syntax, domains that take no mail.
 */
export function evidenceOf(verdict: ReadFields): VerdictEvidence | undefined {
  const found = providersByName().get(verdict.email_provider);
  const filtered = verdict.is_secure_email_gateway || found?.filter === true;
  const name = nameOfKind(verdict, filtered);
  const kind = name === undefined ? undefined : evidenceKind(name);
  return kind && { kind, provider: found?.name ?? 'Unknown' };
}

function nameOfKind(verdict: ReadFields, filtered: boolean): string | undefined {
  const roleAccount = verdict.is_role_account === true;
  switch (verdict.substatus) {
    case 'mailbox_not_found':
      // No other field of a verdict says whether the server gave a reason.
      return codeOfExplanation(verdict.explanation) === 'notFoundWeak'
        ? 'not_found_unexplained'
        : 'not_found';
    case 'mailbox_disabled':
      return 'disabled';
    case 'deliverable':
    case 'catch_all':
    case 'role_account':
      return nameOfAcceptance({ accepted: 'accepted', catchAll: catchAllOf(verdict), roleAccount, filtered });
    case 'mailbox_full':
      return nameOfAcceptance({ accepted: 'full', catchAll: catchAllOf(verdict), roleAccount, filtered });
    case 'unverifiable':
      return nameOfAcceptance({ accepted: 'unverifiable', catchAll: 'no', roleAccount, filtered });
    case 'disposable':
      // What disposable addresses have in common says more than the rest.
      return nameOfAcceptance({
        accepted: 'disposable',
        catchAll: 'no',
        roleAccount: false,
        filtered: false,
      });
    default:
      return undefined;
  }
}

function catchAllOf({
  substatus,
  is_domain_catch_all: isCatchAll,
}: ReadFields): AcceptanceFeatures['catchAll'] {
  if (substatus === 'catch_all') return isCatchAll === true ? 'catch_all' : 'catch_all_likely';
  return isCatchAll === null ? 'unsure' : 'no';
}

const providersByName = onFirstUse(() => new Map(providers.map((provider) => [provider.name, provider])));
