import type { Language } from '../../language.ts';

export const catalan: Language = {
  id: 'catalan',
  countries: 'cat es ad',
  marks: 'àçéèíïóòúü·ŀ',
  signs: /l·l|ŀl|^i$|(?:puig|ferrer|casals|vila|vilà)$/u,
  given: `jordi montserrat josep núria nuria marc pau pere joan xavier jaume francesc ramon lluís lluis carles albert oriol arnau guillem mercè merce meritxell
    laia anna marta eulàlia eulalia dolors esteve ferran miquel mireia neus`,
  family:
    'puig ferrer vila vilà soler bosch casals serra roca pujol mas font riera rovira valls vidal costa sala martí marti solé sole esteve batlle prat',
  familyNames: { first: 0.88, last: 0.03, joined: 0.06, separated: 0.01, hyphenated: 0.02 },
  givenNames: { first: 0.42, last: 0.02, joined: 0.5, separated: 0, hyphenated: 0.06 },
  familyNameCount: 2,
  spellings: 'ma maria m',
  shortForms:
    'montserrat montse, josep pep, francesc cesc xesc, jaume jaumet, eulàlia laia, meritxell txell, mercè merche, núria nuri, ferran nan, jordi jordi',
  usualShortForms: 'montserrat montse, francesc cesc, josep pep',
};
