import { otherPrior, type Pattern, patterns, priorOf } from './patterns.ts';

/** The share of one address that counts for a pattern. The shares of one address add up to one. */
export interface PatternShare {
  readonly pattern: Pattern | 'other';
  readonly share: number;
}

/**
 * What searches have found out about the addresses of a domain, as JSON of bounded size. `confirmed` counts people
 * found by a pattern, `refuted` people found by another one, `missed` people who were not found at all, and `choices`
 * the spellings of names, such as `umlaut:digraph`. Counts may be fractions. Those of `refuted` and `missed` fade.
 */
export interface DomainPatterns {
  readonly confirmed: Counts;
  readonly refuted: Counts;
  readonly missed: Counts;
  readonly choices: Counts;
  /** How many people were not found since the last one who was. */
  readonly missesInARow: number;
}

type Counts = Readonly<Record<string, number>>;

/** What is known of a domain before the first search. */
export const nothingKnown: DomainPatterns = {
  confirmed: {},
  refuted: {},
  missed: {},
  choices: {},
  missesInARow: 0,
};

/** Weight of the prior shares, in confirmations. Low: most companies use one pattern, so one address shows it. */
const priorStrength = 0.05;

/** Share of people whose address does not follow the pattern of their company. */
const exceptionShare = 0.03;

/** Factor on the prior share of a pattern for each person of the company without an address by it. */
const refutationFactor = 0.1;

/** Factor on the prior share of a pattern for each person who was not found. */
const missFactor = 0.1;

/** The least that misses leave of a prior share: rare patterns are then tried before common ones are tried again. */
const leastMissFactor = 0.001;

/** A domain is well known once this many people have been found there. Counts are rounded, so not an integer. */
const wellKnownCount = 2.9;

/** Refutations and misses count half as much after this long. */
const halfLifeMs = 30 * 86_400_000;

/** Counts of one kind are halved when their sum exceeds this. */
const maxCount = 64;

/** Limits the size of what is stored. Names offer fewer different choices than this. */
const maxChoices = 64;

/** Adds people found at the domain by these patterns. The shares of each person add up to one. */
export function withConfirmed(known: DomainPatterns, shares: readonly PatternShare[]): DomainPatterns {
  return {
    ...known,
    missesInARow: 0,
    confirmed: addCounts(
      known.confirmed,
      shares.map(({ pattern, share }) => [pattern, share]),
    ),
  };
}

/** Adds one person who was found, and has no address by these patterns. */
export function withRefuted(known: DomainPatterns, shares: readonly PatternShare[]): DomainPatterns {
  return {
    ...known,
    refuted: addCounts(
      known.refuted,
      shares.map(({ pattern, share }) => [pattern, share]),
    ),
  };
}

/** Adds one person who was not found, and for whom these patterns were asked about. */
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

/** Returns what is still known after `elapsedMs`: refutations and misses fade, because companies change. */
export function fadedPatterns(known: DomainPatterns, elapsedMs: number): DomainPatterns {
  const factor = 0.5 ** (Math.max(0, elapsedMs) / halfLifeMs);
  return { ...known, refuted: scaled(known.refuted, factor), missed: scaled(known.missed, factor) };
}

/** Adds the spellings that an address of the domain shows. */
export function withChoices(known: DomainPatterns, choices: readonly string[]): DomainPatterns {
  return {
    ...known,
    choices: addCounts(
      known.choices,
      choices.map((choice) => [choice, 1]),
    ),
  };
}

/**
 * Returns the probability of each pattern for one more person of the domain. What is missing to 1 is the probability of
 * an address that follows no pattern.
 */
export function patternChances(known: DomainPatterns): ReadonlyMap<Pattern, number> {
  const base = new Map(
    patterns.map((pattern) => [
      pattern,
      priorOf(pattern) *
        refutationFactor ** count(known.refuted, pattern) *
        (leastMissFactor + (1 - leastMissFactor) * missFactor ** count(known.missed, pattern)),
    ]),
  );
  const baseTotal = sum([...base.values()]) + otherPrior;
  const evidence = new Map(patterns.map((pattern) => [pattern, evidenceFor(known, pattern)]));
  const total = priorStrength + sum([...evidence.values()]) + count(known.confirmed, 'other');
  return new Map(
    patterns.map((pattern) => {
      const prior = (priorStrength * (base.get(pattern) ?? 0)) / baseTotal;
      const usual = (prior + (evidence.get(pattern) ?? 0)) / total;
      return [pattern, (1 - exceptionShare) * usual + exceptionShare * priorOf(pattern)];
    }),
  );
}

/** Returns how well a spelling fits the addresses known at the domain, at most 1. */
export function choiceFactor(known: DomainPatterns, choices: readonly string[]): number {
  const shown = Object.entries(known.choices);
  if (shown.length === 0) return 1;
  let factor = 1;
  for (const choice of choices) {
    const group = choice.slice(0, choice.indexOf(':') + 1);
    const seen = shown.filter(([key]) => key.startsWith(group));
    factor *= (1 + 4 * count(known.choices, choice)) / (1 + 4 * sum(seen.map(([, value]) => value)));
  }
  return factor;
}

/** Returns whether the address of any person has been found at the domain. */
export function hasConfirmed({ confirmed }: DomainPatterns): boolean {
  return Object.keys(confirmed).length > 0;
}

/** Returns whether the addresses of several people have been found at the domain. */
export function isWellKnown({ confirmed }: DomainPatterns): boolean {
  return sum(Object.values(confirmed)) >= wellKnownCount;
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
  return {
    confirmed: countsIn(stored.confirmed),
    // Entries without misses count them as refutations.
    refuted: countsIn(stored.missed === undefined ? undefined : stored.refuted),
    missed: countsIn(stored.missed),
    choices: countsIn(stored.choices),
    missesInARow: typeof missesInARow === 'number' && missesInARow > 0 ? missesInARow : 0,
  };
}

/** Returns the weight of a pattern's confirmations: half of them if as many people were refuted as confirmed. */
function evidenceFor(known: DomainPatterns, pattern: Pattern): number {
  const found = count(known.confirmed, pattern);
  return found === 0 ? 0 : found ** 2 / (found + count(known.refuted, pattern));
}

function addCounts(counts: Counts, additions: readonly (readonly [string, number])[]): Counts {
  const sums = new Map(Object.entries(counts));
  for (const [key, value] of additions) {
    if (value > 0) sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return scaled(Object.fromEntries(sums), sum([...sums.values()]) > maxCount ? 0.5 : 1);
}

function scaled(counts: Counts, factor: number): Counts {
  const rounded = Object.entries(counts).map(
    ([key, value]) => [key, Math.round(value * factor * 1000) / 1000] as const,
  );
  return Object.fromEntries(rounded.filter(([, value]) => value > 0).slice(-maxChoices));
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
