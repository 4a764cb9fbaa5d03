import type { Language } from '../../language.ts';

/** ø as o or oe, å as a or aa: all in use. */
export const danish: Language = {
  id: 'danish',
  countries: 'dk fo gl',
  familyPerMille:
    'jensen 46, nielsen 45, hansen 38, pedersen 29, andersen 28, christensen 21, larsen 20, sorensen 19, rasmussen 17',
  marks: 'æøåéäöüáí',
  signs: /(?:sen|gaard|gård|bjerg|skov|holm|kjær|kjaer|bæk|baek|toft|lund)$/u,
  familyEndings: /.{3}sen$/u,
  given: `peter jens lars michael henrik thomas søren soren jan christian martin niels anders morten jesper hans jørgen jorgen per ole
    rasmus mads mikkel frederik emil kasper nikolaj mette anne kirsten hanne anna helle susanne lene maria marianne lone camilla
    pia louise charlotte bente gitte tina åge age inge birgit karen ulla grethe bodil rikke trine signe astrid anne-grethe
    torben bent flemming kurt finn erik`,
  family: `nygaard bak bruun juhl winther krogh dam bjerre lassen skov toft kragh jensen nielsen hansen pedersen andersen christensen larsen sørensen sorensen rasmussen jørgensen jorgensen petersen madsen kristensen olsen
    thomsen christiansen poulsen johansen møller moller mortensen knudsen holm jakobsen jacobsen mikkelsen olesen frederiksen laursen
    henriksen lund schmidt eriksen clausen simonsen svendsen andreasen iversen østergaard jeppesen vestergaard nissen
    lauridsen kjær kjaer jespersen mogensen nørgaard bæk baek bech dahl kierkegård kierkegaard ørsted`,
  letterChoices: [
    {
      group: 'slash',
      options: [
        { option: 'single', share: 0.66, letters: { ø: 'o' } },
        { option: 'double', share: 0.34, letters: { ø: 'oe' } },
      ],
    },
    {
      group: 'ring',
      options: [
        { option: 'single', share: 0.62, letters: { å: 'a' } },
        { option: 'double', share: 0.38, letters: { å: 'aa' } },
      ],
    },
  ],
  familyNames: { first: 0.2, last: 0.62, joined: 0.13, separated: 0.01, hyphenated: 0.04 },
  shortForms:
    'christian chris, frederik freddy, kristoffer kris, alexander alex, mikkel mik, nikolaj niko, elisabeth lise lisbeth, margrethe grethe, annemette mette, katrine trine',
};
