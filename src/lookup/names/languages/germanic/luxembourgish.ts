import type { Language } from '../../language.ts';

/** Written as French names are, with German umlauts in both ways. */
export const luxembourgish: Language = {
  id: 'luxembourgish',
  countries: 'lu',
  marks: 'äëéöüèçôêïß',
  given:
    'jang pol luc marc jean-claude joëlle joelle mäite maite fränk frank sven tom carole martine nadine romain gilles',
  family:
    'schmit muller weber wagner hoffmann thill kremer welter becker welfring reuter kieffer reding bettel junck schiltz',
  letterChoices: [
    {
      group: 'umlaut',
      options: [
        { option: 'plain', share: 0.7, letters: { ä: 'a', ö: 'o', ü: 'u' } },
        { option: 'digraph', share: 0.3, letters: { ä: 'ae', ö: 'oe', ü: 'ue' } },
      ],
    },
  ],
  familyNames: { first: 0.6, last: 0.15, joined: 0.1, separated: 0.03, hyphenated: 0.12 },
  shortForms: 'nicolas nic, françois franz, jean jang',
};
