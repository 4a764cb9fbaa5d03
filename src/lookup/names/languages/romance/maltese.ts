import type { Language } from '../../language.ts';

export const maltese: Language = {
  id: 'maltese',
  countries: 'mt',
  marks: 'ċġħżàèìòùé',
  signs: /[ħġċż]|(?:ul|illa)$/u,
  given:
    'ġużeppa guzeppa ċensu censu karmenu ġanni marija pawlu wistin toni joseph mario charles paul carmel john maria carmen rita josephine ġorġ gorg saviour ġużeppi luke matthew claire doris',
  family:
    'tabona zahra żahra cassar cutajar cuschieri abela debono saliba schembri borg camilleri vella farrugia zammit galea micallef grech attard spiteri azzopardi mifsud caruana muscat agius pace fenech sammut haddiem ħaddiem buttigieg',
  familyNames: { first: 0.62, last: 0.2, joined: 0.13, separated: 0.01, hyphenated: 0.04 },
  familyNameCount: 2,
  shortForms: 'joseph joe, carmel charlie, saviour sam, josephine josie',
  sharesNames: true,
};
