import { suggest } from '../../src/address/suggestion/suggestion.ts';
import type { VerificationFields } from '../../src/resources.ts';
import type { ListedVerification } from './result-columns.ts';

/** Adds the address that was probably meant. An address that takes mail was. */
export function withSuggestion(result: VerificationFields): ListedVerification {
  return { ...result, suggestion: result.status === 'safe' ? null : (suggest(result.email)?.email ?? null) };
}
