import { hyphenForms } from './hyphen-forms.ts';
import type { Lettering } from './lettering.ts';
import { portugueseCountries, portugueseNames, spanishCountries } from './name-hints.ts';
import { keptParticles, particles } from './particles.ts';
import type { FamilyName, PersonName } from './person-name.ts';
import { familyNamesWeights } from './spelling-weights.ts';
import { combine, heaviest, options, type Weighted } from './weighted.ts';

/** The ways to write a family name: which of several, and what becomes of particles and hyphens. */
export function familyForms(name: PersonName, lettering: Lettering): readonly Weighted<string>[] {
  const names = name.family.map((family) => familyForm(family, lettering));
  const [first, ...others] = names;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return first ?? [];
  const all = names.flatMap((forms) => heaviest(1, forms).map((form) => form.value));
  const weights = familyNamesWeights[customOf(name)];
  return [
    ...combine(option('family-names', 'first', weights.first, ''), first, takeRight),
    ...combine(option('family-names', 'last', weights.last, ''), last, takeRight),
    ...option('family-names', 'joined', weights.joined, all.join('')),
    ...option('family-names', 'separated', weights.separated, all.join(' ')),
    ...option('family-names', 'hyphenated', weights.hyphenated, all.join('-')),
  ];
}

function customOf({ script, text, country }: PersonName): keyof typeof familyNamesWeights {
  if (script !== 'latin') return 'any';
  if (portugueseCountries.has(country)) return 'portuguese';
  if (spanishCountries.has(country)) return 'spanish';
  return portugueseNames.test(text) ? 'portuguese' : 'any';
}

function familyForm(family: FamilyName, lettering: Lettering): readonly Weighted<string>[] {
  const core = hyphenForms('family-hyphen', lettering(family.core));
  if (family.particles.length === 0) return core;
  const leading = family.particles.map(lettering);
  const kept = Math.min(...leading.map((particle) => particles[particle] ?? 1));
  const { joined, separated, hyphenated } = keptParticles;
  const written = options(
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

function takeRight(_: string, text: string): string {
  return text;
}
