import { providers } from '../../exchange/providers.ts';
import { onFirstUse } from '../../first-use.ts';
import type { EmailVerification } from '../../resources.ts';
import { deliveryProbability, refusalProbability } from '../confidence/confidence.ts';
import { explanations } from '../explanations.ts';

/** The evidence behind a verdict, as far as the fields of the verdict tell. */
export interface VerdictEvidence {
  /** What outcomes are counted under, such as `accepted`, `accepted+catch_all` or `not_found`. Names no address. */
  readonly kind: string;
  /** The `email_provider` if it is known, otherwise `Unknown`. */
  readonly provider: string;
  /** Whether it says that mail is not delivered. */
  readonly isRefusal: boolean;
  /** How often verdicts by such evidence come true, by the tables alone. */
  readonly prior: number;
}

/** What accepted recipients of domains of which it is open whether they are catch-alls are taken for, on average. */
const catchAllProbabilities = { no: 0, unsure: 0.1, catch_all_likely: 0.8, catch_all: 1 } as const;

type CatchAllState = keyof typeof catchAllProbabilities;

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
  const provider = found?.name ?? 'Unknown';
  switch (verdict.substatus) {
    case 'mailbox_not_found':
      return verdict.explanation === explanations.notFoundWeak
        ? refusal('not_found_unexplained', provider, refusalProbability('notFoundUnexplained'))
        : refusal('not_found', provider, refusalProbability('notFoundByCode'));
    case 'mailbox_disabled':
      return refusal('disabled', provider, refusalProbability('disabled'));
    case 'deliverable':
    case 'catch_all':
    case 'role_account':
    case 'mailbox_full':
    case 'unverifiable':
    case 'disposable': {
      const filtered = verdict.is_secure_email_gateway || found?.filter === true;
      return acceptance(verdict, { provider, filtered });
    }
    default:
      return undefined;
  }
}

function refusal(
  kind: 'not_found' | 'not_found_unexplained' | 'disabled',
  provider: string,
  prior: number,
): VerdictEvidence {
  return { kind, provider, isRefusal: true, prior };
}

function acceptance(
  verdict: ReadFields,
  { provider, filtered }: { readonly provider: string; readonly filtered: boolean },
): VerdictEvidence {
  const { substatus } = verdict;
  const disposable = substatus === 'disposable';
  const acceptsEverything = substatus === 'unverifiable';
  const full = substatus === 'mailbox_full';
  const catchAll = disposable || acceptsEverything ? 'no' : catchAllStateOf(verdict);
  // What disposable addresses have in common says more than the rest.
  const roleAccount = verdict.is_role_account === true && !disposable;
  const kind = [
    disposable ? 'disposable' : acceptsEverything ? 'unverifiable' : full ? 'full' : 'accepted',
    ...(catchAll === 'no' ? [] : [catchAll]),
    ...(roleAccount ? ['role'] : []),
    ...(filtered && !disposable ? ['filter'] : []),
  ].join('+');
  const prior = deliveryProbability({
    catchAllProbability: catchAllProbabilities[catchAll],
    acceptsEverything,
    filtered: filtered && !disposable,
    putOffFirst: false,
    roleAccount,
    disposable,
    full,
  });
  return { kind, provider, isRefusal: false, prior };
}

function catchAllStateOf({ substatus, is_domain_catch_all: isCatchAll }: ReadFields): CatchAllState {
  if (substatus === 'catch_all') return isCatchAll === true ? 'catch_all' : 'catch_all_likely';
  return isCatchAll === null ? 'unsure' : 'no';
}

const providersByName = onFirstUse(() => new Map(providers.map((provider) => [provider.name, provider])));
