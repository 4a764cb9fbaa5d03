import type { Language } from '../../language.ts';

/** å, ä, ö without marks: common use in Sweden. */
export const swedish: Language = {
  id: 'swedish',
  countries: 'se',
  familyPerMille:
    'andersson 23, johansson 23, karlsson 20, nilsson 17, eriksson 14, larsson 12, olsson 11, persson 11',
  marks: 'åäöéáü',
  signs: /(?:sson|ström|stroem|berg|qvist|quist|gren|lund|sjö|fjäll|gård|dahl|blom)$|å|sjö/u,
  familyEndings: /sson$/u,
  given: `kjell olof olov rolf stig gunnar arne ingemar tommy conny kenneth christer patrik henrik robert simon david johanna cecilia helena susanne yvonne monica agneta louise therese josefin frida elsa alma alva maja wilma saga eva-lena lars anders johan karl per mikael erik jan peter fredrik thomas daniel hans andreas niklas mats magnus björn bjorn bo
    göran goran sven leif bengt lennart åke ake oskar filip viktor anton emil axel anna eva maria karin kristina lena sara kerstin emma
    ingrid marie malin jenny åsa asa annika linnéa linnea märta marta birgitta ulla gunilla astrid elin ida sofia hanna klara ebba
    torbjörn håkan jörgen rasmus hampus gustav ludvig`,
  family: `andersson johansson karlsson nilsson eriksson larsson olsson persson svensson gustafsson pettersson jonsson
    jansson hansson bengtsson jönsson lindberg jakobsson magnusson olofsson lindström lindstrom lindqvist lindgren axelsson berg
    bergström bergstrom lundberg lind lundgren lundqvist mattsson berglund fredriksson sandberg henriksson forsberg sjöberg sjoberg
    wallin engström engstrom danielsson håkansson eklund lundin gunnarsson holm björk bergman samuelsson fransson wikström åkesson
    isaksson bergqvist arvidsson nyström nystrom holmberg söderberg soderberg ström strom öberg oberg ängquist östlund hedlund`,
  letterChoices: [
    {
      group: 'ring',
      options: [
        { option: 'single', share: 0.96, letters: { å: 'a' } },
        { option: 'double', share: 0.04, letters: { å: 'aa' } },
      ],
    },
  ],
  familyNames: { first: 0.27, last: 0.5, joined: 0.17, separated: 0.01, hyphenated: 0.05 },
  shortForms: `alexander alex, andreas adde, anna-karin anki, christer chris, fredrik fredde, gunilla gulli, johan johnny,
    karl-johan kalle, karl kalle, kristina stina, lars lasse, margareta greta maggan, mikael micke, niklas nicke, nils nisse,
    per pelle, stefan steffe, tobias tobbe, torbjörn tobbe, ulrika ulla, charlotta lotta, magdalena lena, elisabet lisa,
    gustav gurra, kristoffer kris stoffe, anders ante, thomas tompa`,
};
