import { type Candidate, candidates } from './candidates.ts';
import {
  type DomainPatterns,
  foundCount,
  hasConfirmed,
  isWellKnown,
  nothingKnown,
  withoutMisses,
} from './domain-patterns.ts';
import { patternsAfterSearch } from './learning.ts';
import type { PersonName } from './names/person-name.ts';
import { patterns, priorOf } from './patterns.ts';

/** When a search stops asking about candidates. */
interface StoppingOptions {
  /**
   * Probability that the person has an address at the domain, before the first question. Default 0.86, and closer to
   * the share of people found at the domain.
   */
  readonly presenceProbability?: number;
  /** What an address is worth, in questions. Default 4 at a well-known domain, 8 before, 60 until a person has been found there. */
  readonly findValue?: number;
}

const findValueOnceWellKnown = 4;

/** Higher, because it also shows how far people there depart from what one or two addresses say. */
const findValueOnceFound = 8;

/** Higher, because the first address found at a domain saves questions for all other people there. */
const findValueBeforeFound = 60;

/** The share of people who have an address at the domain they are looked up at, and in how many it was seen. */
const presence = { share: 0.86, strength: 40 } as const;

/** Patterns that at least this share of companies uses are common. */
const commonPrior = 0.1;

/** After so many people in a row who were not found, what is known of the domain is doubted. */
const missesBeforeDoubt = 2;

/** After so many, the only address known of a company is likelier to be an exception than all of them to be absent. */
const missesBeforeRestart = 3;

/** Two people follow a pattern if it is confirmed so often. Counts are rounded, so not an integer. */
const followedCount = 1.9;

/**
 * Returns the candidates to ask about, in order, at most `limit`. Until a person has been found at the domain, and again
 * after some people in a row who were not, the common patterns are among them, whatever earlier searches say, and so is
 * what the people who were found speak for: nobody can make a present person unfindable by looking up people who do not
 * exist. If no two people who were found agree and three in a row were not, rare patterns are asked about as well.
 */
export function candidatesToProbe(
  name: PersonName,
  known: DomainPatterns,
  { limit }: { readonly limit: number },
): readonly Candidate[] {
  const likely = candidatesWorthProbing(candidates(name, known, { limit }), known);
  const isDoubted = !hasConfirmed(known) || known.missesInARow >= missesBeforeDoubt;
  if (!isDoubted) return likely;
  const common = commonCandidates(name);
  const always = [...candidatesOfFound(name, known, limit - common.length), ...common];
  if (hasNoFollowers(known)) always.push(...candidatesOfUnknown(name, known, limit - always.length));
  const others = new Map(always.map((candidate) => [candidate.localPart, candidate]));
  let room = limit - others.size;
  const kept = likely.filter(({ localPart }) => others.delete(localPart) || room-- > 0);
  return [...kept, ...withChances(others.values(), { name, known })];
}

/** Returns the same candidates with their probabilities under what is known. */
function withChances(
  others: Iterable<Candidate>,
  { name, known }: { name: PersonName; known: DomainPatterns },
): readonly Candidate[] {
  const all = candidates(name, known, { limit: Number.POSITIVE_INFINITY });
  const probabilities = new Map(all.map(({ localPart, probability }) => [localPart, probability]));
  return Array.from(others, (candidate) => ({
    ...candidate,
    probability: probabilities.get(candidate.localPart) ?? 0,
  }));
}

/** Returns the candidates worth a question if nobody had been missed. None until a person has been found. */
function candidatesOfFound(name: PersonName, known: DomainPatterns, limit: number): readonly Candidate[] {
  if (!hasConfirmed(known)) return [];
  const certain = withoutMisses(known);
  return candidatesWorthProbing(candidates(name, certain, { limit }), certain);
}

/** Returns whether one person was found, or several by different patterns, and nobody else by any of these. */
function hasNoFollowers(known: DomainPatterns): boolean {
  const most = Math.max(0, ...Object.values(known.confirmed));
  return hasConfirmed(known) && most < followedCount && known.missesInARow >= missesBeforeRestart;
}

/** Returns the candidates worth a question as if nobody had been found. */
function candidatesOfUnknown(name: PersonName, known: DomainPatterns, limit: number): readonly Candidate[] {
  const unknown = { ...known, confirmed: {}, against: {} };
  return candidatesWorthProbing(candidates(name, unknown, { limit }), unknown);
}

/** Returns the likeliest candidate of each common pattern, as if nothing were known of the domain. */
function commonCandidates(name: PersonName): readonly Candidate[] {
  const all = candidates(name, nothingKnown, { limit: Number.POSITIVE_INFINITY });
  return patterns
    .filter((pattern) => priorOf(pattern) >= commonPrior)
    .flatMap((pattern) => all.find((candidate) => candidate.pattern === pattern) ?? []);
}

/**
 * Returns the first of the candidates, as far as questions about them are worth what they cost: as long as some number
 * of further questions is expected to find an address worth more than those questions. Each refusal makes it less
 * likely that the person has an address at all, and more likely that it is one of the other candidates if there is one.
 */
export function candidatesWorthProbing(
  candidates: readonly Candidate[],
  known: DomainPatterns,
  options: StoppingOptions = {},
): readonly Candidate[] {
  const { presenceProbability = presenceAt(known) } = options;
  const { findValue = findValueAt(known) } = options;
  let open = 1;
  let gain = 0;
  let best = { count: 0, gain: 0 };
  for (const [index, { probability }] of candidates.entries()) {
    const chance = presenceProbability * probability;
    gain += findValue * chance - open;
    open -= chance;
    if (gain > best.gain) best = { count: index + 1, gain };
  }
  return candidates.slice(0, best.count);
}

function findValueAt(known: DomainPatterns): number {
  if (isWellKnown(known)) return findValueOnceWellKnown;
  return hasConfirmed(known) ? findValueOnceFound : findValueBeforeFound;
}

/** Returns the probability that one more person has an address at the domain. */
export function presenceAt(known: DomainPatterns): number {
  const found = foundCount(known);
  return (presence.share * presence.strength + found) / (presence.strength + found + known.missesInARow);
}

/**
 * Returns whether the first question about somebody else of the domain with such a name is likelier to be accepted than
 * the next one about this person, of whom some addresses were refused: the first people looked up may not be there, and
 * whoever is found first shows what to ask about them. Never if somebody has been found, or several were not.
 */
export function isAnotherLikelier(
  next: Candidate,
  { name, known, refused }: { name: PersonName; known: DomainPatterns; refused: readonly string[] },
): boolean {
  if (hasConfirmed(known) || known.missesInARow >= missesBeforeDoubt) return false;
  const presence = presenceAt(known);
  const ruledOut = candidates(name, known, { limit: Number.POSITIVE_INFINITY })
    .filter(({ localPart }) => refused.includes(localPart))
    .reduce((sum, { probability }) => sum + presence * probability, 0);
  const chance = (presence * next.probability) / (1 - ruledOut);
  const after = patternsAfterSearch(known, name, { refused });
  const [best] = candidates(name, after, { limit: 1 });
  return best !== undefined && presenceAt(after) * best.probability > chance;
}
