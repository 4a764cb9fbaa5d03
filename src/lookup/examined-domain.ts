import type { DomainExamination } from '../verdict/domain-examination.ts';
import { type Evidence, unknownContext } from '../verdict/evidence.ts';
import { noMailExplanations } from '../verdict/explanations.ts';
import { type Judgement, judge } from '../verdict/judgement.ts';
import { acceptsEverything, lookupExplanations } from './explanations.ts';
import type { Finding } from './finding.ts';

/** Returns the finding that the domain alone settles, or undefined if its candidates are worth probing. */
export function findingFromDomain(examined: DomainExamination): Finding | undefined {
  switch (examined.kind) {
    case 'selective':
      return undefined;
    case 'catch-all':
      return settled(lookupExplanations.catchAll);
    case 'accepts-everything':
      return settled(acceptsEverything(examined.provider));
    case 'no-mail':
      return settled(noMailExplanations[examined.reason]);
    case 'dns-failure':
      return findingFromCatchAllProbe({ kind: 'dns-failure', reason: examined.reason });
    case 'undetermined':
      return examined.answer && findingFromCatchAllProbe({ kind: 'answer', answer: examined.answer });
    case 'out-of-time':
      return { kind: 'out-of-time' };
  }
}

/**
 * Ends the search if the catch-all probe could not be answered: the candidates would fare no better. Greylisting is
 * the exception: it will pass, and a candidate that is refused all the same shows what the catch-all probe did not.
 */
function findingFromCatchAllProbe(evidence: Evidence): Finding | undefined {
  const { status, substatus, explanation } = judgeCatchAllProbe(evidence);
  if (substatus === 'greylisted') return undefined;
  return { kind: 'not-found', explanation, settled: status !== 'unknown' };
}

function judgeCatchAllProbe(evidence: Evidence): Judgement {
  return judge(evidence, unknownContext);
}

function settled(explanation: string): Finding {
  return { kind: 'not-found', explanation, settled: true };
}
