import type { Language } from '../../language.ts';

/** ø as o or oe, æ as ae or a, å as a or aa: all in use. */
export const norwegian: Language = {
  id: 'norwegian',
  countries: 'no',
  familyPerMille: 'hansen 11, johansen 10, olsen 10, larsen 8, andersen 8',
  marks: 'æøåéäöòôè',
  signs: /(?:sen|stad|land|haug|vik|nes|moen|bakken|dal|rud|sæther|gård|gaard)$|øy/u,
  familyEndings: /.{3}sen$/u,
  given: `aksel sigurd sverre leif arild roar tormod ottar ivar egil trygve einar oddvar vegard eirik henning frode stig helge olav per-erik ole-johan johan johannes åse ase unni wenche aud laila torill bente mona heidi line camilla ane thea frida jan per bjørn bjorn ole lars kjell knut svein arne thomas geir morten terje odd erik tor martin andreas john anders
    rune trond tore magnus håkon hakon øyvind oyvind pål pal kåre kare stian espen henrik sondre sindre anne inger kari marit ingrid liv eva
    berit astrid bjørg hilde anna solveig marianne randi ida nina maria elisabeth kristin silje siv turid gro ragnhild
    ingeborg synnøve vigdis hege trine tone`,
  family: `bø vik nes østby myhre lunde aasen ruud sandvik bråthen bakke fredriksen rasmussen solheim holm thorsen birkeland ellingsen nordby myklebust hansen johansen olsen larsen andersen pedersen nilsen kristiansen jensen karlsen johnsen pettersen eriksen berg
    haugen hagen johannessen andreassen jacobsen dahl jørgensen jorgensen halvorsen henriksen lund sørensen sorensen jakobsen moen gundersen
    iversen strand solberg svendsen eide knutsen martinsen bakken lie kristoffersen amundsen nygaard sæther haugland
    bjørnstad håland ødegård tangen hauge aas`,
  letterChoices: [
    {
      group: 'slash',
      options: [
        { option: 'single', share: 0.8, letters: { ø: 'o' } },
        { option: 'double', share: 0.2, letters: { ø: 'oe' } },
      ],
    },
    {
      group: 'ligature',
      options: [
        { option: 'digraph', share: 0.66, letters: { æ: 'ae' } },
        { option: 'plain', share: 0.34, letters: { æ: 'a' } },
      ],
    },
    {
      group: 'ring',
      options: [
        { option: 'single', share: 0.82, letters: { å: 'a' } },
        { option: 'double', share: 0.18, letters: { å: 'aa' } },
      ],
    },
  ],
  familyNames: { first: 0.24, last: 0.62, joined: 0.08, separated: 0.01, hyphenated: 0.05 },
  shortForms:
    'kristoffer kris, alexander alex, elisabeth lise lisbeth, johannes johs, kristian kris, magnus mags, katrine trine, margrethe grete, andreas anders',
};
