import { foldCase } from '../address/fold-case.ts';
import { maxLocalPartOctets } from '../address/local-part.ts';
import { isRoleAccount } from '../address/role.ts';
import { choiceFactor, type DomainPatterns, type FoundAddress } from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { type Spelling, spellingsOf } from './names/spellings.ts';
import type { ChosenOption } from './names/weighted.ts';
import { localPartBy, type NameForm, type Pattern, patterns } from './patterns.ts';

/** A local part that a pattern forms from one spelling of a name. */
export interface Rendering {
  readonly localPart: string;
  readonly pattern: Pattern;
  /** The probability of this local part if the person's address follows the pattern. */
  readonly weight: number;
  readonly form: NameForm;
  readonly choices: readonly ChosenOption[];
}

/** A rendering before anything is known of the company, and its spelling, by its index. */
interface Rendered {
  readonly localPart: string;
  readonly pattern: Pattern;
  readonly form: NameForm;
  readonly spelling: number;
}

interface RenderedName {
  readonly spellings: readonly Spelling[];
  readonly renderings: readonly Rendered[];
}

/** Renderings by name: one search needs those of its name several times. */
const renderedNames = new WeakMap<PersonName, RenderedName>();

/**
 * Returns what each pattern forms from each spelling of a name, by pattern in the order of their prior shares. Weights
 * are shifted towards the ways to spell that are known at the domain. Those of a pattern add up to at most one.
 */
export function renderingsOf(name: PersonName, known: DomainPatterns): readonly Rendering[] {
  const rendered = renderedNames.get(name) ?? renderName(name);
  renderedNames.set(name, rendered);
  const before = rendered.spellings.reduce((sum, { weight }) => sum + weight, 0);
  const shifted = rendered.spellings.map(({ weight, choices }) => weight * choiceFactor(known, choices));
  const after = shifted.reduce((sum, weight) => sum + weight, 0);
  return rendered.renderings.map(({ localPart, pattern, form, spelling }) => ({
    localPart,
    pattern,
    form,
    weight: ((shifted[spelling] ?? 0) * before) / after,
    choices: rendered.spellings[spelling]?.choices ?? [],
  }));
}

/** Returns what an address found for a person tells about the domain. */
export function readFoundAddress(name: PersonName, localPart: string, known: DomainPatterns): FoundAddress {
  const folded = foldCase(localPart);
  const matching = renderingsOf(name, known).filter((rendering) => rendering.localPart === folded);
  const likelihoods = new Map<Pattern, number>();
  for (const { pattern, weight } of matching)
    likelihoods.set(pattern, (likelihoods.get(pattern) ?? 0) + weight);
  return { likelihoods, choices: choicesBehind(matching) };
}

/** Returns the chance of each option behind these renderings, of the groups about which they tell something. */
function choicesBehind(matching: readonly Rendering[]): readonly ChosenOption[] {
  const total = matching.reduce((sum, { weight }) => sum + weight, 0);
  const chances = new Map<string, { choice: ChosenOption; chance: number }>();
  for (const { weight, choices } of matching) {
    for (const choice of choices) {
      const key = `${choice.group}:${choice.option}`;
      chances.set(key, { choice, chance: (chances.get(key)?.chance ?? 0) + weight / total });
    }
  }
  const told = new Set(
    [...chances.values()]
      .filter(({ choice, chance }) => chance > choice.share + leastSurprise)
      .map(({ choice }) => choice.group),
  );
  return [...chances.values()]
    .filter(({ choice }) => told.has(choice.group))
    .map(({ choice, chance }) => ({ ...choice, share: chance }));
}

/** An option that an address makes no more likely than this is left open by it. */
const leastSurprise = 0.03;

function renderName(name: PersonName): RenderedName {
  const spellings = spellingsOf(name);
  const renderings: Rendered[] = [];
  // Most local parts come from several spellings, of a thousand in all for a long name.
  const kinds = new Map<string, LocalPartKind>();
  for (const pattern of patterns) {
    for (const [spelling, { value }] of spellings.entries()) {
      const localPart = localPartBy(pattern, value);
      if (localPart === undefined) continue;
      let kind = kinds.get(localPart);
      if (kind === undefined) {
        kind = kindOf(localPart);
        kinds.set(localPart, kind);
      }
      if (kind === 'personal' || (kind === 'role' && isNameOf(value, localPart)))
        renderings.push({ localPart, pattern, form: value, spelling });
    }
  }
  return { spellings, renderings };
}

/** Whose a local part is. That of a role may be a person's whose name it is. */
type LocalPartKind = 'personal' | 'role' | 'invalid';

/** Dot-atoms without further signs: of these, only long ones are no local parts. */
const wordsAndSeparators = /^[a-z0-9]+(?:[._'-][a-z0-9]+)*$/;

function kindOf(localPart: string): LocalPartKind {
  if (!wordsAndSeparators.test(localPart) || localPart.length > maxLocalPartOctets) return 'invalid';
  return isRoleAccount(localPart) ? 'role' : 'personal';
}

function isNameOf({ given, family }: Spelling['value'], localPart: string): boolean {
  return !isRoleAccount(localPart, { first_name: given, last_name: family });
}
