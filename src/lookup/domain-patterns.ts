import { otherPrior, type Pattern, patterns, priorOf } from './patterns.ts';

/** The share of one address that counts for a pattern. The shares of one address add up to one. */
export interface PatternShare {
  readonly pattern: Pattern | 'other';
  readonly share: number;
}

/**
 * What searches have found out about the addresses of a domain, as JSON of bounded size. `confirmed` counts people
 * found by a pattern, `refuted` people without an address by it, and `choices` the spellings of names, such as
 * `umlaut:digraph`. Counts may be fractions; old ones fade.
 */
export interface DomainPatterns {
  readonly confirmed: Counts;
  readonly refuted: Counts;
  readonly choices: Counts;
}

type Counts = Readonly<Record<string, number>>;

/** What is known of a domain before the first search. */
export const nothingKnown: DomainPatterns = { confirmed: {}, refuted: {}, choices: {} };

/** Weight of the prior shares, in confirmations. Low: most companies use one pattern, so one address shows it. */
const priorStrength = 0.05;

/** Share of people whose address does not follow the pattern of their company. */
const exceptionShare = 0.03;

/** Factor on the prior share of a pattern for each person of the company without an address by it. */
const refutationFactor = 0.1;

/** Counts of one kind are halved when their sum exceeds this. */
const maxCount = 64;

/** Limits the size of what is stored. Names offer fewer different choices than this. */
const maxChoices = 64;

/** Adds people found at the domain by these patterns. The shares of each person add up to one. */
export function withConfirmed(known: DomainPatterns, shares: readonly PatternShare[]): DomainPatterns {
  return {
    ...known,
    confirmed: addCounts(
      known.confirmed,
      shares.map(({ pattern, share }) => [pattern, share]),
    ),
  };
}

/** Adds one person without an address by each pattern. The share is below one if the person may not work there. */
export function withRefuted(known: DomainPatterns, shares: readonly PatternShare[]): DomainPatterns {
  return {
    ...known,
    refuted: addCounts(
      known.refuted,
      shares.map(({ pattern, share }) => [pattern, share]),
    ),
  };
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
      priorOf(pattern) * refutationFactor ** count(known.refuted, pattern),
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

/** Parses stored patterns. Returns `nothingKnown` for any other text. */
export function readDomainPatterns(text: string): DomainPatterns {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return nothingKnown;
  }
  const field = (name: string): Counts => countsIn(isRecord(value) ? value[name] : undefined);
  return { confirmed: field('confirmed'), refuted: field('refuted'), choices: field('choices') };
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
  const scale = sum([...sums.values()]) > maxCount ? 0.5 : 1;
  const rounded = [...sums].map(([key, value]) => [key, Math.round(value * scale * 1000) / 1000] as const);
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
