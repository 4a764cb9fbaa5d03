import type { FamilyName } from './affixes/family-names.ts';
import { fullParticles, particleInitials, particles } from './affixes/particles.ts';
import type { Language, NamesCustom } from './language.ts';
import {
  familyHyphenWeights,
  familyNamesWeights,
  keptParticleWeights,
  placeNamesWeights,
} from './spelling-weights.ts';
import type { Transliterate } from './transliteration.ts';
import { certain, chooseByName, combine, likeliest, type Weighted } from './weighted.ts';

/** Languages in which "v.d." is van der; in others it is two initials. */
const dutch = /^(?:dutch|afrikaans|english|german|french|unknown)$/u;

const iberian = /^(?:spanish|basque|galician|catalan)$/u;

/** Share of addresses that shorten a particle of which a short form is in use: vdberg. */
const shortParticleShare = 0.1;

/** Returns the ways to write a family name: one or all of several names, with or without particles and hyphens. */
export function familyForms(
  family: readonly FamilyName[],
  language: Language,
  transliterate: Transliterate,
): readonly Weighted<string>[] {
  const names = family.map((name) => familyForm(name, language, transliterate));
  const [first, ...others] = names;
  const last = others.at(-1);
  if (first === undefined || last === undefined) return first ?? [];
  const all = names.flatMap((forms) => likeliest(1, forms).map((form) => form.value));
  const custom = customOf(family, language);
  const option = (name: keyof NamesCustom, value: string): readonly Weighted<string>[] =>
    custom[name] === 0
      ? []
      : [
          {
            value,
            weight: custom[name],
            choices: [{ group: 'family-names', option: name, share: custom[name] }],
          },
        ];
  return [
    ...combine(option('first', ''), first, rightOf),
    ...combine(option('last', ''), last, rightOf),
    ...option('joined', all.join('')),
    ...option('separated', all.join(' ')),
    ...option('hyphenated', all.join('-')),
  ];
}

/** Of "Otxoa de Alda" and "Ponce de León", which are one name with that of a place, hardly anybody uses the place alone. */
function customOf(family: readonly FamilyName[], language: Language): NamesCustom {
  const [, second, third] = family;
  const hasPlace = third === undefined && second?.particles.join(' ') === 'de' && iberian.test(language.id);
  return hasPlace ? placeNamesWeights : (language.familyNames ?? familyNamesWeights);
}

function familyForm(
  { particles: leading, core }: FamilyName,
  language: Language,
  transliterate: Transliterate,
): readonly Weighted<string>[] {
  const cores = hyphenForms(transliterate(core), language);
  if (leading.length === 0) return cores;
  const words = leading.map(transliterate);
  const isAbbreviated = dutch.test(language.id);
  const spelled = words.map((word) => (isAbbreviated ? fullParticles[word] : undefined) ?? word);
  const own = language.particles ?? {};
  const kept = Math.min(...spelled.map((particle) => own[particle] ?? particles[particle] ?? 1));
  const short = particleInitials[words.join(' ')];
  const isShort = short === undefined ? 0 : shortParticleShare;
  const { joined, separated, hyphenated } = keptParticleWeights;
  const written = chooseByName<string, string>(
    'particles',
    {
      joined: (kept - isShort) * joined,
      dropped: 1 - kept,
      separated: (kept - isShort) * separated,
      hyphenated: (kept - isShort) * hyphenated,
      ...(short === undefined ? {} : { short: isShort }),
    },
    {
      joined: spelled.join(''),
      dropped: '',
      separated: `${spelled.join(' ')} `,
      hyphenated: `${spelled.join('-')}-`,
      ...(short === undefined ? {} : { short }),
    },
  );
  return combine(written, cores, (particle, text) => particle + text);
}

function hyphenForms(word: string, language: Language): readonly Weighted<string>[] {
  const parts = word.split('-').filter((part) => part !== '');
  if (parts.length < 2) return [certain(parts.join(''))];
  return chooseByName('family-hyphen', language.familyHyphens ?? familyHyphenWeights, {
    kept: parts.join('-'),
    joined: parts.join(''),
    first: parts[0] ?? '',
    last: parts.at(-1) ?? '',
  });
}

function rightOf(_: string, text: string): string {
  return text;
}
