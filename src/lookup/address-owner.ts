import { textDigest } from '../text-digest.ts';
import { candidates } from './candidates.ts';
import { type DomainPatterns, nothingKnown } from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { renderingsOf } from './renderings.ts';
import { presenceAt } from './stopping.ts';

/** The full names of the person to whom an address was given, as short digests: they name nobody. */
export type OwnerDigests = readonly string[];

/** Full names that fewer addresses than this would spell so are left out. */
const leastShare = 0.05;

/** Most full names of one person. */
const maxFullNames = 6;

/**
 * Returns digests of a person's full name in its likeliest spellings: `hans.mueller` and `hans.muller`. The address is
 * part of each, so that nobody can be followed from one address to another.
 */
export function ownerDigests(name: PersonName, address: string): OwnerDigests {
  const weights = new Map<string, number>();
  for (const { localPart, pattern, weight } of renderingsOf(name, nothingKnown))
    if (pattern === 'first.last') weights.set(localPart, (weights.get(localPart) ?? 0) + weight);
  return [...weights]
    .sort(([, one], [, other]) => other - one)
    .filter(([, weight], index) => index === 0 || weight >= leastShare)
    .slice(0, maxFullNames)
    .map(([fullName]) => digestOf(fullName, address));
}

/**
 * Returns whether a person may be the owner of an address: whether the names have a spelling in common, short forms
 * included. True if nothing is known of the owner.
 */
export function mayOwn(name: PersonName, address: string, owner: OwnerDigests): boolean {
  if (owner.length === 0) return true;
  const known = new Set(owner);
  return renderingsOf(name, nothingKnown).some(({ localPart }) => known.has(digestOf(localPart, address)));
}

/** How likely the owner is to have the address, if another person fits it as well. At least. */
const ownerShare = 0.8;

/**
 * Returns the probability that an accepted address is the person's, if it was found for a person of another name before:
 * at most one half. `refused`: the local parts that were asked about in vain.
 */
export function chanceAgainstOwner(
  name: PersonName,
  known: DomainPatterns,
  { accepted, refused }: { readonly accepted: string; readonly refused: readonly string[] },
): number {
  const presence = presenceAt(known);
  const all = candidates(name, known, { limit: Number.POSITIVE_INFINITY });
  const chances = new Map(all.map(({ localPart, probability }) => [localPart, presence * probability]));
  const ruledOut = refused.reduce((sum, localPart) => sum + (chances.get(localPart) ?? 0), 0);
  const own = (chances.get(accepted) ?? 0) / (1 - ruledOut);
  const owners = Math.max(ownerShare, own);
  const onlyOwn = own * (1 - owners);
  return onlyOwn / (onlyOwn + owners * (1 - own));
}

function digestOf(fullName: string, address: string): string {
  return textDigest(`${fullName} ${address}`);
}
