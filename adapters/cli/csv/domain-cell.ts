import { parseDomain } from '../../../src/address/domain.ts';

/** Returns whether a text is no domain but has one in it, as if a separator was not found. */
export function holdsDomain(text: string): boolean {
  return !isDomain(text.trim()) && text.split(/[^\p{L}\p{M}\p{N}.-]+/u).some(isDomain);
}

function isDomain(text: string): boolean {
  return parseDomain(text).kind === 'domain';
}
