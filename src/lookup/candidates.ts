import { foldCase } from '../address/fold-case.ts';
import { parseLocalPart } from '../address/local-part.ts';
import { isRoleAccount } from '../address/role.ts';
import { choiceFactor, type DomainPatterns, nothingKnown, patternChances } from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { spellingsOf } from './names/spellings.ts';
import type { Weighted } from './names/weighted.ts';
import { hasOneName, localPartBy, type NameForm, type Pattern, patterns, priorOf } from './patterns.ts';

/** A local part that a person may have at a domain. */
export interface Candidate {
  readonly localPart: string;
  /** The most likely of the patterns that produce it. */
  readonly pattern: Pattern;
  /** Probability that it is the person's, provided that the person has an address at the domain. */
  readonly probability: number;
}

/** A local part that a pattern produces from one spelling of a name. */
export interface Rendering {
  readonly localPart: string;
  readonly pattern: Pattern;
  /** Weight of the spelling among those of the name. */
  readonly weight: number;
  /** The options of the spelling, as `group:option`. */
  readonly choices: readonly string[];
}

/** Of the people who have a single name: the share whose address has it once, not in both positions. */
const singleNameShare = 0.5;

/**
 * Returns candidates by descending probability, at most `limit` (default 10). The probabilities add up to at most one;
 * the rest is the probability that the person has a different address. All are distinct, valid local parts in
 * lower-case ASCII. Role accounts are left out, unless the person has such a name.
 */
export function candidates(
  name: PersonName,
  known: DomainPatterns = nothingKnown,
  { limit = 10 }: { limit?: number } = {},
): readonly Candidate[] {
  const chances = chancesFor(name, patternChances(known));
  const renderings = renderingsOf(name, known);
  const byLocalPart = new Map<string, { total: number; best: number; pattern: Pattern }>();
  for (const { localPart, pattern, weight } of renderings) {
    const chance = (chances.get(pattern) ?? 0) * weight;
    const entry = byLocalPart.get(localPart) ?? { total: 0, best: 0, pattern };
    const better = chance > entry.best ? { best: chance, pattern } : entry;
    byLocalPart.set(localPart, { ...entry, ...better, total: entry.total + chance });
  }
  return [...byLocalPart]
    .map(([localPart, { total, pattern }]) => ({ localPart, pattern, probability: total }))
    .sort((one, other) => other.probability - one.probability)
    .slice(0, limit);
}

/** Returns the patterns that produce this local part for this person, with their shares; none if no pattern does. */
export function patternsOf(
  name: PersonName,
  localPart: string,
): readonly { readonly pattern: Pattern; readonly share: number }[] {
  const folded = foldCase(localPart);
  const weights = new Map<Pattern, number>();
  for (const rendering of renderingsOf(name)) {
    if (rendering.localPart !== folded) continue;
    const { pattern, weight } = rendering;
    weights.set(pattern, (weights.get(pattern) ?? 0) + weight * priorOf(pattern));
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return [...weights]
    .map(([pattern, weight]) => ({ pattern, share: weight / total }))
    .sort((one, other) => other.share - one.share);
}

/** Returns all renderings of a name, by pattern in the order of their prior shares. */
export function renderingsOf(name: PersonName, known: DomainPatterns = nothingKnown): readonly Rendering[] {
  const renderings = rendered.get(name) ?? render(name);
  rendered.set(name, renderings);
  return patterns.flatMap((pattern) => reweighted(renderings.get(pattern) ?? [], known));
}

/** Renderings by name: one search needs those of its name several times. */
const rendered = new WeakMap<PersonName, ReadonlyMap<Pattern, readonly Rendering[]>>();

function render(name: PersonName): ReadonlyMap<Pattern, readonly Rendering[]> {
  const spellings = spellingsOf(name);
  return new Map(patterns.map((pattern) => [pattern, renderBy(pattern, spellings)]));
}

function renderBy(pattern: Pattern, spellings: readonly Weighted<NameForm>[]): readonly Rendering[] {
  return spellings.flatMap(({ value, weight, choices }) => {
    const localPart = localPartBy(pattern, value);
    return localPart !== undefined && isPersonal(localPart, value)
      ? [{ localPart, pattern, weight, choices }]
      : [];
  });
}

/** Shifts the weights towards spellings known at the domain, without changing their sum. */
function reweighted(renderings: readonly Rendering[], known: DomainPatterns): readonly Rendering[] {
  const factors = renderings.map(({ choices }) => choiceFactor(known, choices));
  const before = renderings.reduce((sum, { weight }) => sum + weight, 0);
  const after = renderings.reduce((sum, { weight }, index) => sum + weight * (factors[index] ?? 1), 0);
  return renderings.map((rendering, index) => ({
    ...rendering,
    weight: (rendering.weight * (factors[index] ?? 1) * before) / after,
  }));
}

/** For a person with one name only, moves part of the probability of patterns with two names to `first`. */
function chancesFor(
  { single }: PersonName,
  chances: ReadonlyMap<Pattern, number>,
): ReadonlyMap<Pattern, number> {
  if (!single) return chances;
  let moved = 0;
  const changed = new Map<Pattern, number>();
  for (const [pattern, chance] of chances) {
    const kept = hasOneName(pattern) ? chance : chance * (1 - singleNameShare);
    changed.set(pattern, kept);
    moved += chance - kept;
  }
  return changed.set('first', (changed.get('first') ?? 0) + moved);
}

const wordsAndSeparators = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

function isPersonal(localPart: string, { given, family }: NameForm): boolean {
  return (
    wordsAndSeparators.test(localPart) &&
    parseLocalPart(localPart).kind === 'local-part' &&
    !isRoleAccount(localPart, { first_name: given, last_name: family })
  );
}
