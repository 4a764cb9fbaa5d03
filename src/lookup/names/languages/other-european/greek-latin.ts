import type { Language } from '../../language.ts';

/** Greek names that were romanised already, some by ELOT 743, some by sound. */
export const greekLatin: Language = {
  id: 'greek-latin',
  countries: 'gr cy xn--qxam',
  marks: '',
  signs: /(?:opoulos|opoulou|idis|iadis|akis|aki|oglou|ellis|atos|eas|akos|ou|otis|iou|is|os)$/u,
  given: `giorgos george georgios yiorgos dimitris dimitrios giannis yannis ioannis nikos nikolaos kostas konstantinos christos panagiotis panos vasilis vassilis vangelis evangelos michalis
    thodoris theodoros spyros stavros stelios manolis alexandros antonis thanasis tasos petros pavlos ilias lefteris apostolos maria eleni katerina aikaterini vasiliki sofia angeliki georgia evangelia ioanna dimitra
    anna despina christina anastasia eirini irini fotini kyriaki panagiota stavroula athina chrysa`,
  family:
    'papadopoulos vlachos angelopoulos nikolaidis georgiou dimitriou ioannou oikonomou papageorgiou makris konstantinou pappas papanikolaou karagiannis antoniou vasileiou nikolaou athanasiou alexiou christodoulou panagiotou mitsotakis',
  familyEndings: /(?:opoulos|opoulou|idis|idou|iadis|akis|oglou|ou)$/u,
  spellings:
    'konstantinos konstantinos constantinos, konstantina konstantina constantina, oikonomou oikonomou economou ikonomou, ioannis ioannis yannis giannis, eirini eirini irini, christos christos hristos',
  usualShortForms:
    'dimitrios dimitris, ioannis giannis, konstantinos kostas, nikolaos nikos, emmanouil manolis, anastasios tasos, athanasios thanasis, vasileios vasilis, spyridon spyros, georgios giorgos, evangelos vangelis, panagiotis panos, eleftherios lefteris, theodoros thodoris, aikaterini katerina',
  shortForms:
    'dimitrios dimitris jim, georgios giorgos george, giorgos george, ioannis giannis yannis john, giannis john, nikolaos nikos nick, nikos nick, konstantinos kostas costas, panagiotis panos, evangelos vangelis, vasileios vasilis bill, vasiliki vicky, eleni helen, aikaterini katerina, theodoros thodoris, anastasios tasos, athanasios thanasis, emmanouil manolis, stylianos stelios, alexandros alex, michail michalis, christos chris, eleftherios lefteris',
};
