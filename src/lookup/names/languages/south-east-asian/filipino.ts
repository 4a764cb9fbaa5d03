import type { Language } from '../../language.ts';

export const filipino: Language = {
  id: 'filipino',
  countries: 'ph',
  familyPerMille: 'santos 15, reyes 12, cruz 12, bautista 9, garcia 9',
  signs: /^dela$|(?:mangga|pangan|gat|bayan|sioc|co)$/u,
  given:
    'maria jose juan ramon cristina kristine joy mary grace jun rodel jayson jomar marites rowena rosario liza angelica princess michelle mark john paul noel',
  family:
    'santos reyes cruz bautista ocampo garcia mendoza torres flores ramos castillo aquino villanueva fernandez gonzales delacruz guzman rivera dizon pascual manalo magsaysay peña soriano mercado salazar tolentino',
  spellings: 'ma ma maria, ma. ma maria',
  familyNames: { first: 0.1, last: 0.84, joined: 0.04, separated: 0.01, hyphenated: 0.01 },
  particles: { de: 0.94, la: 0.94, dela: 0.94, los: 0.94 },
  givenNames: { first: 0.72, last: 0.08, joined: 0.16, separated: 0.02, hyphenated: 0.02 },
  initials: { first: 0.68, all: 0.32 },
  shortForms:
    'francisco kiko, josefina josie pining, roberto bobby, eduardo ed, fernando nanding, maria ria, cristina tina, antonio tony, ricardo ric, rodrigo rody, benigno ninoy noynoy, jose joey, juanito johnny',
};
