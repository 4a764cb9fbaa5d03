import { textDigest } from '../text-digest.ts';
import { nothingKnown } from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { renderingsOf } from './renderings.ts';

/** The full names of the person to whom an address was given, as short digests: they name nobody. */
export type OwnerDigests = readonly string[];

/** Full names that fewer addresses than this would spell so are left out, unless they are complete. */
const leastShare = 0.05;

/** Most full names of one person that are complete, and that are shortened. */
const maxFullNames = 6;

/** Written before the digest of a full name that leaves out or replaces a part of the name. */
const shortenedMark = '~';

/** Options that make a name shorter, or put another name in its place. */
const shortening: Readonly<Record<string, readonly string[]>> = {
  'short-form': ['other'],
  'given-hyphen': ['first', 'last', 'initials'],
  'family-hyphen': ['first', 'last'],
  'given-names': ['first', 'last'],
  'family-names': ['first', 'last'],
  'middle-initial': ['dropped'],
};

/** A full name as an address would spell it. */
interface FullName {
  readonly text: string;
  readonly share: number;
  /** Whether it has all names of the person: not `alex.smith` for Alexandra Smith. */
  readonly isComplete: boolean;
}

/**
 * Returns digests of a person's full name in its likeliest spellings: `hans.mueller` and `hans.muller`. The address is
 * part of each, so that nobody can be followed from one address to another.
 */
export function ownerDigests(name: PersonName, address: string): OwnerDigests {
  const all = fullNames(name).toSorted((one, other) => other.share - one.share);
  const complete = all.filter(({ isComplete }) => isComplete).slice(0, maxFullNames);
  const shortened = all.filter(({ isComplete, share }) => !isComplete && share >= leastShare);
  return [...complete, ...shortened.slice(0, maxFullNames)].map(
    (fullName) => (fullName.isComplete ? '' : shortenedMark) + digestOf(fullName.text, address),
  );
}

/**
 * Returns whether a person may be the owner of an address: whether the names have a spelling in common that is complete
 * for one of them. Alexander and Alexandra Smith share no more than `alex.smith`, but Alex Smith may be either. True if
 * nothing is known of the owner.
 */
export function mayOwn(name: PersonName, address: string, owner: OwnerDigests): boolean {
  if (owner.length === 0) return true;
  const known = new Set(owner);
  return fullNames(name).some(({ text, isComplete }) => {
    const digest = digestOf(text, address);
    return known.has(digest) || (isComplete && known.has(shortenedMark + digest));
  });
}

/** Returns the full names of a person. Sons have other ones than their fathers. */
function fullNames(name: PersonName): readonly FullName[] {
  const names = new Map<string, FullName>();
  for (const { localPart, pattern, weight, choices } of renderingsOf(name, nothingKnown)) {
    if (pattern !== 'first.last') continue;
    const isComplete = !choices.some(({ group, option }) => shortening[group]?.includes(option) === true);
    for (const spelled of new Set(isComplete ? [localPart, withMiddleInitials(localPart)] : [localPart])) {
      const text = name.generation === undefined ? spelled : `${spelled} ${name.generation}`;
      const before = names.get(text);
      names.set(text, {
        text,
        share: weight + (before?.share ?? 0),
        isComplete: isComplete || before?.isComplete === true,
      });
    }
  }
  return [...names.values()];
}

/** `john.a.smith` for `john.albert.smith`. */
function withMiddleInitials(fullName: string): string {
  const words = fullName.split('.');
  if (words.length < 3) return fullName;
  return words.map((word, index) => (index % (words.length - 1) === 0 ? word : word.slice(0, 1))).join('.');
}

function digestOf(fullName: string, address: string): string {
  return textDigest(`${fullName} ${address}`);
}
