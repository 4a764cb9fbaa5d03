import type { NameForm } from '../patterns.ts';
import { familyForms } from './family-forms.ts';
import { givenForms } from './given-forms.ts';
import type { PersonName } from './person-name.ts';
import { transliterationsOf } from './transliteration.ts';
import { combine, likeliest, type Weighted } from './weighted.ts';

/** Limits the work: names of many parts have thousands of forms, and the rare ones are not worth a probe. */
const maxTransliterations = 4;
const maxForms = 12;
const maxSpellings = 64;

/**
 * Returns the ways to spell a name in an address. They differ in transliteration, hyphens, particles, double and
 * middle names, and short forms of the given name. The weights add up to at most one; rare spellings are left out.
 */
export function spellingsOf(name: PersonName): readonly Weighted<NameForm>[] {
  const spellings = likeliest(maxTransliterations, transliterationsOf(name)).flatMap((transliteration) => {
    const family = likeliest(maxForms, familyForms(name, transliteration.value));
    const given = likeliest(maxForms, givenForms(name, transliteration.value));
    const forms = combine(given, family, ({ text, initials }, surname) => ({
      given: text,
      initials,
      family: surname,
    }));
    return combine([transliteration], forms, (_, form) => form);
  });
  return likeliest(maxSpellings, spellings);
}
