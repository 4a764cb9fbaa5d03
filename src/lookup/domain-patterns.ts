import type { ChosenOption } from './names/weighted.ts';
import { otherPrior, type Pattern, type PatternPriors, patterns } from './patterns.ts';

/** A number for one pattern. */
export interface PatternShare {
  readonly pattern: Pattern | 'other';
  readonly share: number;
}

/**
 * What searches have found out about the addresses of a domain, as JSON of bounded size. Counts may be fractions.
 *
 * `confirmed` counts people found, by the pattern of their address. `against` says how far their addresses speak
 * against each pattern being the company's own: the negative logarithm of its likelihood, relative to the likeliest.
 * `missed` counts the people who were not found, as far as each pattern was asked about; it fades. `choices` counts
 * ways to spell names, such as `umlaut:digraph`.
 */
export interface DomainPatterns {
  readonly confirmed: Counts;
  readonly against: Counts;
  readonly missed: Counts;
  readonly choices: Counts;
  /** How many people were not found since the last one who was. */
  readonly missesInARow: number;
}

type Counts = Readonly<Record<string, number>>;

/** What is known of a domain before the first search. */
export const nothingKnown: DomainPatterns = {
  confirmed: {},
  against: {},
  missed: {},
  choices: {},
  missesInARow: 0,
};

/** The address of one person who was found: how likely it is under each pattern, and how it spells the name. */
export interface FoundAddress {
  /** The probability of the local part if the person's address follows the pattern. Others have none. */
  readonly likelihoods: ReadonlyMap<Pattern, number>;
  /** How likely it is that the address takes each option, after it was seen. */
  readonly choices: readonly ChosenOption[];
}

/** Share of people whose address does not follow the pattern of their company, and in how many people it was seen. */
const exceptions = { share: 0.03, strength: 20 } as const;

/** Weight of the prior shares among the exceptions, in people. */
const exceptionPriorStrength = 2;

/** Bounds what any number of addresses say against a pattern, so that a company may change it. */
const maxAgainst = 14;

/** The least that misses leave of a prior share: rare patterns are then tried before common ones are tried again. */
const leastMissFactor = 0.02;

/** Weight of the prior shares of the options of a group, in people: most companies spell alike, but not all. */
const choiceStrength = 0.8;

/** Groups whose options are more a matter of the person than of the company. */
const personalGroups: Readonly<Record<string, number>> = { 'short-form': 6, reading: 20, 'name-in-use': 6 };

/** A domain is well known once this many people have been found there. Counts are rounded, so not an integer. */
const wellKnownCount = 2.9;

/** Misses count half as much after this long. */
const halfLifeMs = 30 * 86_400_000;

/** Counts of one kind are halved when their sum exceeds this. */
const maxCount = 64;

/** Limits the size of what is stored. */
const maxChoices = 48;

/** Adds a person who was found at the domain. `priors` are the shares of patterns among companies like this one. */
export function withFound(
  known: DomainPatterns,
  { likelihoods, choices }: FoundAddress,
  priors: PatternPriors,
): DomainPatterns {
  const before = patternChances(known, priors);
  const share = exceptionShare(known);
  const likelihood = (pattern: Pattern) => likelihoods.get(pattern) ?? 0;
  const asException = sum(
    patterns.map((pattern) => exceptionChance(known, priors, pattern) * likelihood(pattern)),
  );
  const explained = sum(patterns.map((pattern) => (before.get(pattern) ?? 0) * likelihood(pattern)));
  const responsibilities = patterns.map((pattern): [string, number] => [
    pattern,
    ((before.get(pattern) ?? 0) * likelihood(pattern)) / explained,
  ]);
  return {
    confirmed: addCounts(known.confirmed, explained > 0 ? responsibilities : [['other', 1]]),
    against:
      explained > 0
        ? againstAfter(known, (pattern) => (1 - share) * likelihood(pattern) + share * asException)
        : known.against,
    missed: known.missed,
    choices: addCounts(
      known.choices,
      choices.map(({ group, option, share: chance }) => [`${group}:${option}`, chance]),
      maxChoices,
    ),
    missesInARow: 0,
  };
}

function againstAfter({ against }: DomainPatterns, likelihood: (pattern: Pattern) => number): Counts {
  const sums = patterns.map((pattern): [Pattern, number] => [
    pattern,
    count(against, pattern) - Math.log(likelihood(pattern)),
  ]);
  const least = Math.min(...sums.map(([, value]) => value));
  const bounded = sums.map(
    ([pattern, value]) => [pattern, rounded(Math.min(value - least, maxAgainst))] as const,
  );
  return Object.fromEntries(bounded.filter(([, value]) => value > 0));
}

/** Adds one person who was not found, and for whom these patterns were asked about, each as far as its share says. */
export function withMissed(known: DomainPatterns, shares: readonly PatternShare[]): DomainPatterns {
  return {
    ...known,
    missed: addCounts(
      known.missed,
      shares.map(({ pattern, share }) => [pattern, share]),
    ),
    missesInARow: Math.min(known.missesInARow + 1, maxCount),
  };
}

/** Returns what is known from the people who were found alone. */
export function withoutMisses(known: DomainPatterns): DomainPatterns {
  return { ...known, missed: {}, missesInARow: 0 };
}

/** Returns what is still known after `elapsedMs`: misses fade, because people come and companies change. */
export function fadedPatterns(known: DomainPatterns, elapsedMs: number): DomainPatterns {
  const factor = 0.5 ** (Math.max(0, elapsedMs) / halfLifeMs);
  return { ...known, missed: scaled(known.missed, factor) };
}

/**
 * Returns the probability of each pattern for one more person of the domain. What is missing to 1 is the probability of
 * an address that follows no pattern.
 */
export function patternChances(known: DomainPatterns, priors: PatternPriors): ReadonlyMap<Pattern, number> {
  const company = companyChances(known, priors);
  const share = exceptionShare(known);
  return new Map(
    patterns.map((pattern) => [
      pattern,
      (1 - share) * (company.get(pattern) ?? 0) + share * exceptionChance(known, priors, pattern),
    ]),
  );
}

/** Returns how likely each pattern is to be the company's own. */
function companyChances(known: DomainPatterns, priors: PatternPriors): ReadonlyMap<Pattern, number> {
  const odds = patterns.map((pattern): [Pattern, number] => [
    pattern,
    (priors.get(pattern) ?? 0) *
      missFactor(count(known.missed, pattern)) *
      Math.exp(-count(known.against, pattern)),
  ]);
  const total = sum(odds.map(([, odd]) => odd)) + otherPrior * otherFactor(known);
  return new Map(odds.map(([pattern, odd]) => [pattern, odd / total]));
}

/** Returns how likely each pattern is for a person who does not follow the company's own. */
function exceptionChance(known: DomainPatterns, priors: PatternPriors, pattern: Pattern): number {
  const seen = count(known.confirmed, pattern);
  return (
    (exceptionPriorStrength * (priors.get(pattern) ?? 0) + seen) /
    (exceptionPriorStrength + foundCount(known))
  );
}

/** Addresses of no pattern speak for companies without one, and all others against them. */
function otherFactor({ confirmed }: DomainPatterns): number {
  const unexplained = count(confirmed, 'other');
  const explained = sum(Object.values(confirmed)) - unexplained;
  return Math.exp(Math.min(maxAgainst, Math.max(-maxAgainst, 8 * unexplained - 3.5 * explained)));
}

/**
 * Returns what misses leave of a pattern's odds. The chance that nobody of `misses` people was there, if how many are
 * is not known: more misses in a row are explained ever better by people who have left.
 */
function missFactor(misses: number): number {
  return leastMissFactor + (1 - leastMissFactor) * (1 + 2 * misses) ** -1.73;
}

function exceptionShare(known: DomainPatterns): number {
  const counts = Object.values(known.confirmed);
  const found = sum(counts);
  const usual = Math.max(0, ...counts);
  return (exceptions.share * exceptions.strength + found - usual) / (exceptions.strength + found);
}

/** Returns how much likelier a spelling is at the domain than it was before anything was known. */
export function choiceFactor(known: DomainPatterns, choices: readonly ChosenOption[]): number {
  let factor = 1;
  for (const { group, option, share } of choices) {
    const seen = groupCounts(known, group);
    if (seen === 0 || share === 0) continue;
    const strength = personalGroups[group] ?? choiceStrength;
    const chance = (strength * share + count(known.choices, `${group}:${option}`)) / (strength + seen);
    factor *= chance / share;
  }
  return factor;
}

function groupCounts({ choices }: DomainPatterns, group: string): number {
  let total = 0;
  for (const key in choices)
    if (key.startsWith(group) && key[group.length] === ':') total += choices[key] ?? 0;
  return total;
}

/** Returns whether the address of any person has been found at the domain. */
export function hasConfirmed({ confirmed }: DomainPatterns): boolean {
  return Object.keys(confirmed).length > 0;
}

/** Returns whether the addresses of several people have been found at the domain. */
export function isWellKnown({ confirmed }: DomainPatterns): boolean {
  return sum(Object.values(confirmed)) >= wellKnownCount;
}

/** Returns how many people have been found at the domain, halved now and then. */
export function foundCount({ confirmed }: DomainPatterns): number {
  return sum(Object.values(confirmed));
}

/** Parses stored patterns. Returns `nothingKnown` for any other text. */
export function readDomainPatterns(text: string): DomainPatterns {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return nothingKnown;
  }
  const stored = isRecord(value) ? value : {};
  const { missesInARow } = stored;
  const confirmed = countsIn(stored.confirmed);
  return {
    confirmed,
    against: stored.against === undefined ? againstOthers(confirmed) : countsIn(stored.against),
    missed: countsIn(stored.missed),
    choices: countsIn(stored.choices),
    missesInARow: typeof missesInARow === 'number' && missesInARow > 0 ? missesInARow : 0,
  };
}

/** Returns what confirmations say against the other patterns, for entries that do not tell. */
function againstOthers(confirmed: Counts): Counts {
  const best = Math.max(0, ...patterns.map((pattern) => count(confirmed, pattern)));
  if (best === 0) return {};
  const weight = -Math.log(exceptions.share);
  return Object.fromEntries(
    patterns.map((pattern) => [
      pattern,
      rounded(Math.min(maxAgainst, weight * (best - count(confirmed, pattern)))),
    ]),
  );
}

function addCounts(
  counts: Counts,
  additions: readonly (readonly [string, number])[],
  maxKeys = Number.POSITIVE_INFINITY,
): Counts {
  const sums = new Map(Object.entries(counts));
  for (const [key, value] of additions) {
    if (value > 0) sums.set(key, (sums.get(key) ?? 0) + value);
  }
  const entries = [...sums].sort(([, one], [, other]) => other - one).slice(0, maxKeys);
  return scaled(Object.fromEntries(entries), sum([...sums.values()]) > maxCount ? 0.5 : 1);
}

function scaled(counts: Counts, factor: number): Counts {
  const kept = Object.entries(counts).map(([key, value]) => [key, rounded(value * factor)] as const);
  return Object.fromEntries(kept.filter(([, value]) => value > 0));
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function countsIn(value: unknown): Counts {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).slice(0, maxChoices);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, number] =>
        typeof entry[1] === 'number' && entry[1] > 0 && entry[1] <= 2 * maxCount,
    ),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function count(counts: Counts, key: string): number {
  return Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
