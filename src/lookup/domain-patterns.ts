import { otherPrior, type Pattern, patterns, priorOf } from './patterns.ts';

/** How much of one confirmation speaks for a pattern; the shares of one address add up to one. */
export interface PatternShare {
  readonly pattern: Pattern | 'other';
  readonly share: number;
}

/**
 * What a domain has shown about its addresses: plain JSON, bounded in size. `confirmed` counts people found by a
 * pattern, `refuted` people who have no address by it, `choices` how names were spelt (`umlaut:digraph`). Counts may
 * be fractions, and older ones fade.
 */
export interface DomainPatterns {
  readonly confirmed: Counts;
  readonly refuted: Counts;
  readonly choices: Counts;
}

type Counts = Readonly<Record<string, number>>;

export const nothingKnown: DomainPatterns = { confirmed: {}, refuted: {}, choices: {} };

/** Confirmations that the prior table is worth: most companies keep to one pattern, so one address says most of it. */
const priorStrength = 0.05;

/** Share of people whose address does not follow the pattern of their company. */
const exceptions = 0.03;

/** How much less likely a pattern is after one person of the company turned out not to have an address by it. */
const refutation = 0.1;

/** Counts of a kind are halved when they add up to more. */
const maxCount = 64;

/** More kinds of choices than there are: whatever a name offers, what is kept stays small. */
const maxChoices = 64;

/** People found at the domain by these patterns. Pure; the shares of each person add up to one. */
export function confirmed(known: DomainPatterns, shares: readonly PatternShare[]): DomainPatterns {
  return {
    ...known,
    confirmed: added(
      known.confirmed,
      shares.map(({ pattern, share }) => [pattern, share]),
    ),
  };
}

/** People who have no address by these patterns, one each. A share below one is a person who may not be there. */
export function refuted(known: DomainPatterns, shares: readonly PatternShare[]): DomainPatterns {
  return {
    ...known,
    refuted: added(
      known.refuted,
      shares.map(({ pattern, share }) => [pattern, share]),
    ),
  };
}

/** Names were seen spelt in these ways. */
export function spelt(known: DomainPatterns, choices: readonly string[]): DomainPatterns {
  return {
    ...known,
    choices: added(
      known.choices,
      choices.map((choice) => [choice, 1]),
    ),
  };
}

/**
 * The chance of each pattern for one more person of the domain. What is missing to one is the chance of an address
 * that follows none.
 */
export function patternChances(known: DomainPatterns): ReadonlyMap<Pattern, number> {
  const base = new Map(
    patterns.map((pattern) => [pattern, priorOf(pattern) * refutation ** count(known.refuted, pattern)]),
  );
  const baseTotal = sum([...base.values()]) + otherPrior;
  const evidence = new Map(patterns.map((pattern) => [pattern, evidenceFor(known, pattern)]));
  const total = priorStrength + sum([...evidence.values()]) + count(known.confirmed, 'other');
  return new Map(
    patterns.map((pattern) => {
      const prior = (priorStrength * (base.get(pattern) ?? 0)) / baseTotal;
      const usual = (prior + (evidence.get(pattern) ?? 0)) / total;
      return [pattern, (1 - exceptions) * usual + exceptions * priorOf(pattern)];
    }),
  );
}

/** How much better the spelling fits what the domain has shown than one it has not shown; at most 1. */
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

/** Reads what `JSON.stringify` made of it; nothing known where the text is something else. */
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

/** A pattern that fails for as many as it fits is worth half of its confirmations. */
function evidenceFor(known: DomainPatterns, pattern: Pattern): number {
  const found = count(known.confirmed, pattern);
  return found === 0 ? 0 : found ** 2 / (found + count(known.refuted, pattern));
}

function added(counts: Counts, additions: readonly (readonly [string, number])[]): Counts {
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
