import type { DomainExamination } from '../verdict/domain-examination.ts';
import { type Evidence, unknownContext } from '../verdict/evidence.ts';
import { noMailExplanations } from '../verdict/explanations.ts';
import { judge } from '../verdict/judgement.ts';
import { acceptsEverything, lookupExplanations } from './explanations.ts';
import { type Finding, noAddress, noAddressForNow } from './finding.ts';

/** Returns the finding that follows from the domain alone, or undefined if its candidates are worth probing. */
export function findingFromDomain(examined: DomainExamination): Finding | undefined {
  switch (examined.kind) {
    case 'selective':
      return undefined;
    case 'catch-all':
      return noAddress(lookupExplanations.catchAll);
    case 'accepts-everything':
      return noAddress(acceptsEverything(examined.provider));
    case 'no-mail':
      return noAddress(noMailExplanations[examined.reason]);
    case 'dns-failure':
      return findingFromCatchAllProbe({ kind: 'dns-failure', reason: examined.reason });
    case 'undetermined':
      return examined.answer && findingFromCatchAllProbe({ kind: 'answer', answer: examined.answer });
    case 'out-of-time':
      return { kind: 'out-of-time' };
  }
}

/**
 * Ends the search if the catch-all probe got no answer about its recipient: the candidates would get none either.
 * Greylisting is the exception: it will pass, and a candidate that is refused meanwhile proves that the domain is no
 * catch-all.
 */
function findingFromCatchAllProbe(evidence: Evidence): Finding | undefined {
  const { status, substatus, explanation } = judge(evidence, unknownContext);
  if (substatus === 'greylisted') return undefined;
  return status === 'unknown' ? noAddressForNow(explanation) : noAddress(explanation);
}
