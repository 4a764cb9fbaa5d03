import { candidates } from './candidates.ts';
import { type DomainPatterns, patternChances } from './domain-patterns.ts';
import type { Language } from './names/language.ts';
import { knownName } from './names/name-index.ts';
import type { PersonName } from './names/person-name.ts';
import { unknownLatin } from './names/unknown-latin.ts';
import { countriesOf, readEntries } from './names/word-lists.ts';
import { type NameForm, type Pattern, type Piece, piecesOf, priorsIn } from './patterns.ts';
import { renderingsOf } from './renderings.ts';
import { presenceAt } from './stopping.ts';

/** The answers about the candidates of one person. */
export interface AcceptedCandidate {
  readonly accepted: string;
  /** The local parts that were refused before. */
  readonly refused: readonly string[];
}

/** Sizes of companies, in people, each standing for a class of them that is about as common as the others. */
const companySizes = [20, 100, 300, 1_000] as const;

/** How the companies that use a pattern are spread over these sizes. From counts of published addresses; the rest evenly. */
const sizeWeights: Readonly<Partial<Record<Pattern, readonly number[]>>> = {
  first: [42, 17, 7, 7],
  flast: [27, 42, 45, 22],
  'first.last': [23, 31, 35, 56],
  firstl: [3, 4, 3, 2],
};
const evenWeights = [1, 1, 1, 1] as const;

/** Share of the colleagues whose names are of the same language: in its countries, under no country's domain, elsewhere. */
const communityShares = { own: 0.9, open: 0.8, foreign: 0.25 } as const;

/** How likely a name begins with a given letter. */
const initialShare = 0.07;

/** How likely the person an address was found for is to have it, if another person fits it as well. At least. */
const ownerShare = 0.8;

/**
 * Returns the probability that an accepted address is the person's and not that of a colleague who fits it, too: the more
 * frequent what the address has of the name (`mkim`, `anna`), and the less likely the person has it, the lower.
 */
export function findChance(name: PersonName, known: DomainPatterns, answers: AcceptedCandidate): number {
  const { free, taken } = colleagueChances(name, known, answers.accepted);
  const own = ownChance(name, known, answers) * free;
  return own / (own + (1 - own) * taken);
}

/** The same for an address that was found for a person of another name before: at most one half. */
export function chanceAgainstOwner(
  name: PersonName,
  known: DomainPatterns,
  answers: AcceptedCandidate,
): number {
  const own = ownChance(name, known, answers);
  const owners = Math.max(ownerShare, own);
  const onlyOwn = own * (1 - owners);
  return onlyOwn / (onlyOwn + owners * (1 - own));
}

/** Returns how likely the person was to have the address, after the refusals. */
function ownChance(
  name: PersonName,
  known: DomainPatterns,
  { accepted, refused }: AcceptedCandidate,
): number {
  const presence = presenceAt(known);
  const all = candidates(name, known, { limit: Number.POSITIVE_INFINITY });
  const chances = new Map(all.map(({ localPart, probability }) => [localPart, presence * probability]));
  const ruledOut = refused.reduce((sum, localPart) => sum + (chances.get(localPart) ?? 0), 0);
  return (chances.get(accepted) ?? 0) / (1 - ruledOut);
}

/**
 * Returns how likely a colleague has the local part, and how likely it was still free when the person came, provided that
 * it is how the company would spell the person's name.
 */
function colleagueChances(
  name: PersonName,
  known: DomainPatterns,
  localPart: string,
): { readonly taken: number; readonly free: number } {
  const chances = patternChances(known, priorsIn(name.country));
  const language = name.languages[0] ?? unknownLatin;
  const shares = nameShares(language);
  const community = communityShare(language, name.country);
  let taken = 0;
  let free = 0;
  let total = 0;
  for (const rendering of renderingsOf(name, known)) {
    if (rendering.localPart !== localPart) continue;
    const { pattern, form, weight } = rendering;
    const people = colleaguesOf(pattern, community * shareOf(pattern, form, shares));
    const chance = (chances.get(pattern) ?? 0) * weight;
    total += chance;
    free += chance * people.free;
    taken += (chances.get(pattern) ?? 0) * people.taken * weight;
  }
  return { taken, free: total === 0 ? 1 : free / total };
}

/** Share of the people of a language for whom a pattern forms the same local part. */
function shareOf(pattern: Pattern, form: NameForm, shares: NameShares): number {
  const pieceShare = (piece: Piece): number => {
    switch (piece) {
      case 'first':
        return shares.given(form.given);
      case 'last':
        return form.family.length === 1 ? initialShare : shares.family(form.family);
      case 'f':
      case 'l':
        return initialShare;
    }
  };
  const pieces: readonly Piece[] = form.isWhole === true ? ['first'] : piecesOf(pattern);
  return pieces.reduce((share, piece) => share * pieceShare(piece), 1);
}

/** Averages over the sizes of the companies that use a pattern. */
function colleaguesOf(pattern: Pattern, share: number): { readonly taken: number; readonly free: number } {
  const weights = sizeWeights[pattern] ?? evenWeights;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let taken = 0;
  let free = 0;
  for (const [index, size] of companySizes.entries()) {
    const expected = size * share;
    const weight = (weights[index] ?? 0) / total;
    const anybody = -Math.expm1(-expected);
    taken += weight * anybody;
    free += weight * (expected === 0 ? 1 : anybody / expected);
  }
  return { taken, free };
}

function communityShare(language: Language, country: string): number {
  if (countriesOf(language).has(country)) return communityShares.own;
  return /^[a-z]{2}$/.test(country) && language.countries !== ''
    ? communityShares.foreign
    : communityShares.open;
}

/** How frequent names are among the people of a language, as shares. Names are as in addresses. */
interface NameShares {
  given(name: string): number;
  family(name: string): number;
}

/** Shares of the names that a language does not say more about. Estimates. */
const estimates = {
  given: { frequent: 0.01, rare: 0.0015 },
  family: { frequent: 0.003, rare: 0.0003 },
} as const;

const countedNames = new WeakMap<Language, ReadonlyMap<string, readonly string[]>>();

/** Returns how frequent names are among the people of a language. */
function nameShares(language: Language): NameShares {
  const counted = countedNames.get(language) ?? readEntries(language.familyPerMille ?? '');
  countedNames.set(language, counted);
  return {
    given: (name) => estimates.given[knownName(name).given.length > 0 ? 'frequent' : 'rare'],
    family(name) {
      const perMille = Number(counted.get(name)?.[0]);
      if (perMille > 0) return perMille / 1_000;
      return estimates.family[knownName(name).family.length > 0 ? 'frequent' : 'rare'];
    },
  };
}
