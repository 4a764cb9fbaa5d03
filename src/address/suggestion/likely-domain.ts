import { onFirstUse } from '../../first-use.ts';
import { neverDisposable, sharedSuffixes } from '../disposable-allowlist.ts';
import { freeProviders } from '../free-providers.ts';
import { coinedNames, commonDomains } from './common-domains.ts';
import { isKnownSuffix } from './known-suffixes.ts';
import { typingCost } from './typing-cost.ts';

/**
 * Domains of others that look like typos of the common ones. They are meant when they are typed. In lower-case A-labels.
 */
export const realLookalikes: readonly string[] = [
  // Disposable email services
  ...'5ymail.com amail.com fboxmail.com fizmail.com foxymail.com gmail.or.at gotmail.com'.split(' '),
  ...'gtmail.com notmail.com tmail.com'.split(' '),
  // Companies, their offices, and institutions
  ...'alo.com ao.com cloud.com cox.com coxmail.com daum.com dox.net fox.net gol.com.br mai.ru'.split(' '),
  ...'majl.com mil.ru msi.com outlooks.com roger.com rodgers.com sap.fr shad.ca skype.net'.split(' '),
  ...'sol.com.br tetra.com.br vol.com.br'.split(' '),
  // Words and names of persons
  ...'alive.it auto.pl dive.com dive.nl fine.com five.com fox.com gail.com give.com grange.fr'.split(' '),
  ...'hive.com india.com jive.com kite.com lie.com life.com lime.com line.com lice.it lie.fr'.split(' '),
  ...'lie.nl line.fr line.it line.nl liver.com lives.com lost.ru love.fr love.it love.nl lust.ru'.split(' '),
  ...'mali.ru men.com nacer.com nail.ru never.com olive.com olive.fr olive.it one.pl oranges.fr'.split(' '),
  ...'range.fr sin.com sing.com sins.com slice.it solive.com tree.fr waver.com webs.de wed.de'.split(' '),
  ...'wet.de wine.com'.split(' '),
];

/** A domain in the parts by which mistakes are weighed. */
interface DomainParts {
  readonly domain: string;
  /** Up to the first dot. */
  readonly name: string;
  /** After the first dot; empty without one. */
  readonly suffix: string;
  readonly withoutDots: string;
  /** Which characters occur; see `charactersIn`. */
  readonly characters: number;
  readonly nameCharacters: number;
}

interface CommonDomain extends DomainParts {
  readonly coined: boolean;
  /** How much a typo of it may cost. */
  readonly budget: number;
  /** Added to the cost of a typo to compare it with those of other domains: the less common, the more. */
  readonly handicap: number;
}

interface TypedDomain extends DomainParts {
  /** Whether domains with this suffix exist. */
  readonly suffixExists: boolean;
}

/**
 * How much a typo may cost, by the length of the name, beginning with one character; the second number is for very common
 * domains. Short names differ by little from those of companies, which have taken them all. But most people who type
 * `gmz.de` have an address at `gmx.de`: there are a thousand times more of them.
 */
const budgets: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.5, 0.5],
  [0.55, 0.8],
  [0.8, 0.95],
  [0.95, 1.32],
  [0.95, 1.05],
];
const longNameBudget = [1.2, 1.6] as const;
const veryCommon = 40;

/** What mistakes cost that are not among single characters. */
const costs = {
  /** The suffix is missing. */
  missingSuffix: 0.4,
  /** All characters are right, and only the dots are not. */
  wrongDots: 0.45,
  /** The suffix is of another country or kind, and nobody else has the name. */
  wrongSuffix: 0.5,
  /** The name is written as it is heard: gmale, outluk. */
  sameSound: 0.9,
  /** Added where the suffix exists, so that it may be meant. */
  existingSuffix: 0.3,
};

/** Suffixes that exist, but are mostly slips for a commoner one, and what such a slip costs. */
const slips: ReadonlyMap<string, number> = new Map([
  ['cm for com', 0.45],
  ['co for com', 0.55],
  ['om for com', 0.45],
  ['cam for com', 0.8],
  ['et for net', 0.45],
  ['ne for net', 0.45],
]);

/** What mistakes cost in a suffix that does not exist, in proportion to those in a name. */
const suffixWeight = 0.5;

/** The least that a character costs that only one of two names has. */
const leastPerCharacter = 0.8;

const longestTypo = 24;
/** By how many characters a typo is longer than the domain, or shorter than its name. */
const mostExtra = 6;
const mostMissing = 2;

const common = onFirstUse((): readonly CommonDomain[] => {
  const coined = new Set(coinedNames);
  const veryCommonNames = new Set(commonDomains.slice(0, veryCommon).map((domain) => partsOf(domain).name));
  return commonDomains.map((domain, index) => {
    const parts = partsOf(domain);
    // Companies prefer `com`, and many are called by three letters: elsewhere, fewer have such short names.
    const isCompanyLike = /^[a-z]{3}\.com$/.test(domain);
    const isShort = parts.suffix !== 'com' && parts.name.length === 4;
    return {
      ...parts,
      coined: coined.has(parts.name),
      budget: budgetOf(parts.name, isShort || (veryCommonNames.has(parts.name) && !isCompanyLike)),
      handicap: 0.08 * Math.log(index + 1),
    };
  });
});

/** Domains that are meant when they are typed. */
const meant = onFirstUse(
  (): ReadonlySet<string> =>
    new Set([...commonDomains, ...freeProviders, ...neverDisposable, ...sharedSuffixes, ...realLookalikes]),
);

/**
 * Returns the common domain that was probably meant by somebody who typed `typed`, or undefined if `typed` may be what was
 * meant. `typed` is in lower case, and need not be a valid domain: the suffix may be wrong or missing.
 */
export function likelyDomain(typed: string): string | undefined {
  if (typed.length < 2 || typed.length > longestTypo || meant().has(typed)) return undefined;
  const parts = partsOf(typed);
  const { suffix } = parts;
  const domain = { ...parts, suffixExists: isKnownSuffix(suffix) };
  let best: { readonly domain: string; readonly score: number } | undefined;
  for (const candidate of common()) {
    if (!mayResemble(parts, candidate)) continue;
    const cost = costOf(domain, candidate);
    if (cost > candidate.budget) continue;
    const score = cost + candidate.handicap + suffixHandicap(suffix, candidate);
    if (best === undefined || score < best.score) best = { domain: candidate.domain, score };
  }
  return best?.domain;
}

/** Tells most domains apart quickly: by their lengths, and the characters of the name that are missing. */
function mayResemble(typed: DomainParts, candidate: CommonDomain): boolean {
  const longer = typed.domain.length - candidate.domain.length;
  if (longer > mostExtra || candidate.name.length - typed.domain.length > mostMissing) return false;
  const missing = countBits(candidate.nameCharacters & ~typed.characters);
  return missing * leastPerCharacter <= candidate.budget;
}

/** Returns what it costs to type one domain for another; more than the budget if that was not meant. */
function costOf(typed: TypedDomain, candidate: CommonDomain): number {
  const { name, suffix } = typed;
  if (typed.withoutDots === candidate.withoutDots) return costs.wrongDots;
  if (suffix === candidate.suffix) {
    const isHeard = candidate.name.length > 4 && soundOf(name) === soundOf(candidate.name);
    return isHeard ? costs.sameSound : nameCost(typed, candidate);
  }
  if (name === candidate.name) {
    if (suffix === '') return costs.missingSuffix;
    // "gmail.com.com"
    if (suffix.startsWith(candidate.suffix) && !typed.suffixExists) return costs.wrongDots;
    if (candidate.coined && isPlausibleSuffix(typed)) return costs.wrongSuffix;
  }
  const slip = slips.get(`${suffix} for ${candidate.suffix}`);
  return slip === undefined ? domainCost(typed, candidate) : slip + nameCost(typed, candidate);
}

/** Returns what sounds alike in the same letters, for speakers of English. */
function soundOf(name: string): string {
  return name
    .replace(/ale|eil|ayl/g, 'ail')
    .replace(/cl?ou[ln]d/g, 'cloud')
    .replaceAll('ow', 'ou')
    .replace(/oo|ock/g, (sound) => (sound === 'oo' ? 'u' : 'uk'))
    .replaceAll('er', 'ir')
    .replace(/(?<=.)y/g, 'i')
    .replaceAll('x', 'ks')
    .replaceAll('k', 'c');
}

function nameCost(typed: TypedDomain, { name, nameCharacters, budget }: CommonDomain): number {
  const missing = countBits(nameCharacters & ~typed.nameCharacters);
  const extra = countBits(typed.nameCharacters & ~nameCharacters);
  if (Math.max(missing, extra) * leastPerCharacter > budget) return Number.POSITIVE_INFINITY;
  // With the dot, because that has neighbours, too.
  return typingCost(`${typed.name}.`, `${name}.`, { limit: budget });
}

function domainCost(typed: TypedDomain, candidate: CommonDomain): number {
  const { budget, domain, name } = candidate;
  const extra = countBits(typed.characters & ~candidate.characters) * leastPerCharacter;
  if (extra * suffixWeight > budget) return Number.POSITIVE_INFINITY;
  if (!typed.suffixExists)
    return typingCost(typed.domain, domain, { limit: budget, from: name.length, weight: suffixWeight });
  const limit = budget - costs.existingSuffix;
  if (extra > limit) return Number.POSITIVE_INFINITY;
  return costs.existingSuffix + typingCost(typed.domain, domain, { limit });
}

/** Of two domains with the same name, the one whose suffix is more like what was typed was meant. */
function suffixHandicap(suffix: string, candidate: CommonDomain): number {
  if (suffix === '' || suffix === candidate.suffix) return 0;
  return 0.3 * Math.min(2, typingCost(suffix, candidate.suffix, { limit: 2 }));
}

function budgetOf(name: string, isVeryCommon: boolean): number {
  const [budget, raised] = budgets[name.length - 1] ?? longNameBudget;
  return isVeryCommon ? raised : budget;
}

function partsOf(domain: string): DomainParts {
  const dot = domain.indexOf('.');
  const name = dot === -1 ? domain : domain.slice(0, dot);
  return {
    domain,
    name,
    suffix: dot === -1 ? '' : domain.slice(dot + 1),
    withoutDots: domain.replaceAll('.', ''),
    characters: charactersIn(domain),
    nameCharacters: charactersIn(name),
  };
}

const usualSuffix = /^(com|net|org|(com?\.)?(?!cf$|ga$|gq$|ml$|tk$)[a-z]{2})$/;

/** Suffixes of other kinds, and those that were free of charge, are chosen on purpose. */
function isPlausibleSuffix({ suffix, suffixExists }: TypedDomain): boolean {
  return usualSuffix.test(suffix) && suffixExists;
}

/** Returns a bit for each letter that occurs, and one for all other characters. */
function charactersIn(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) - 96;
    bits |= letter >= 1 && letter <= 26 ? 1 << letter : 1;
  }
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}
