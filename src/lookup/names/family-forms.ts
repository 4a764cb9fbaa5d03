import { hyphenForms } from './hyphen-forms.ts';
import { portugueseCountries, portugueseNames, spanishCountries } from './name-hints.ts';
import { keptParticles, particles } from './particles.ts';
import type { FamilyName, PersonName } from './person-name.ts';
import { familyNamesWeights } from './spelling-weights.ts';
import type { Transliterate } from './transliteration.ts';
import { chooseByName, combine, likeliest, type Weighted } from './weighted.ts';

/** Returns the ways to write a family name: one or all of several names, with or without particles and hyphens. */
export function familyForms(name: PersonName, transliterate: Transliterate): readonly Weighted<string>[] {
  const names = name.family.map((family) => familyForm(family, transliterate));
  const [first, ...others] = names;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return first ?? [];
  const all = names.flatMap((forms) => likeliest(1, forms).map((form) => form.value));
  const weights = familyNamesWeights[namingCustomOf(name)];
  return [
    ...combine(option('family-names', 'first', weights.first, ''), first, rightOf),
    ...combine(option('family-names', 'last', weights.last, ''), last, rightOf),
    ...option('family-names', 'joined', weights.joined, all.join('')),
    ...option('family-names', 'separated', weights.separated, all.join(' ')),
    ...option('family-names', 'hyphenated', weights.hyphenated, all.join('-')),
  ];
}

function namingCustomOf({ script, text, country }: PersonName): keyof typeof familyNamesWeights {
  if (script !== 'latin') return 'any';
  if (portugueseCountries.has(country)) return 'portuguese';
  if (spanishCountries.has(country)) return 'spanish';
  return portugueseNames.test(text) ? 'portuguese' : 'any';
}

function familyForm(family: FamilyName, transliterate: Transliterate): readonly Weighted<string>[] {
  const core = hyphenForms('family-hyphen', transliterate(family.core));
  if (family.particles.length === 0) return core;
  const leading = family.particles.map(transliterate);
  const kept = Math.min(...leading.map((particle) => particles[particle] ?? 1));
  const { joined, separated, hyphenated } = keptParticles;
  const written = chooseByName(
    'particles',
    { joined: kept * joined, dropped: 1 - kept, separated: kept * separated, hyphenated: kept * hyphenated },
    {
      joined: leading.join(''),
      dropped: '',
      separated: `${leading.join(' ')} `,
      hyphenated: `${leading.join('-')}-`,
    },
  );
  return combine(written, core, (particle, text) => particle + text);
}

function option(group: string, name: string, weight: number, value: string): readonly Weighted<string>[] {
  return [{ value, weight, choices: [`${group}:${name}`] }];
}

function rightOf(_: string, text: string): string {
  return text;
}
