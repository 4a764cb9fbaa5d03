import type { NameForm } from '../patterns.ts';
import { familyForms } from './family-forms.ts';
import { givenForms } from './given-forms.ts';
import { letteringsOf } from './lettering.ts';
import type { PersonName } from './person-name.ts';
import { combine, heaviest, type Weighted } from './weighted.ts';

/** What is rarer than these is not worth a question, and names of many parts have thousands of forms. */
const maxLetterings = 4;
const maxForms = 12;
const maxSpellings = 64;

/**
 * The ways in which a company may spell the name in an address: how its letters are written, what becomes of
 * hyphens, particles, double and middle names, and the short forms of the given name. The weights add up to one,
 * but for what is left out as too rare.
 */
export function spellingsOf(name: PersonName): readonly Weighted<NameForm>[] {
  const spellings = heaviest(maxLetterings, letteringsOf(name)).flatMap((lettering) => {
    const family = heaviest(maxForms, familyForms(name, lettering.value));
    const given = heaviest(maxForms, givenForms(name, lettering.value));
    const forms = combine(given, family, ({ text, initials }, surname) => ({
      given: text,
      initials,
      family: surname,
    }));
    return combine([lettering], forms, (_, form) => form);
  });
  return heaviest(maxSpellings, spellings);
}
