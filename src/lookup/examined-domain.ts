import type { DomainExamination } from '../verdict/domain-examination.ts';
import { unknownContext } from '../verdict/evidence.ts';
import { noMailExplanations } from '../verdict/explanations.ts';
import { judge } from '../verdict/judgement.ts';
import { acceptsEverything, lookupExplanations } from './explanations.ts';
import { type Finding, noAddress, noAddressForNow } from './finding.ts';

/** Returns the finding that follows from the domain alone, or undefined if its candidates are worth probing. */
export function findingFromDomain(examined: DomainExamination): Finding | undefined {
  switch (examined.kind) {
    case 'selective':
    case 'open':
      return undefined;
    case 'disposable':
      return noAddress(lookupExplanations.disposable);
    case 'catch-all':
      return noAddress(lookupExplanations.catchAll);
    case 'accepts-everything':
      return noAddress(acceptsEverything(examined.provider));
    case 'no-mail':
      return noAddress(noMailExplanations[examined.reason]);
    case 'dns-failure':
      return noAddressForNow(
        judge({ kind: 'dns-failure', reason: examined.reason }, unknownContext).explanation,
      );
    case 'out-of-time':
      return { kind: 'out-of-time' };
  }
}
