import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** Passports of Belarus (Resolution 1089 of 2007), and the same names by way of Russian. */
export const belarusian: Language = {
  id: 'belarusian',
  countries: 'by',
  foreignLetters: /[щиъїєґѓќѕђћљњџјәғқңөұүһ]/u,
  signs: /ў|дз[яеёюі]|ць$|(?:віч|эвіч|скі)$/u,
  familyEndings: /(?:[оеё]ў|[ае]ва|[оаеё]віч|скі|ская|[ае]нка|чык|чук)$/u,
  given:
    'аляксандр сяргей андрэй дзмітрый мікалай уладзімір павел віктар ігар вольга таццяна наталля святлана алена ірына ганна марыя кацярына юлія алесь васіль янка',
  family: 'кавалёў іваноў казлоў новік лукашэвіч марозаў каваленка навіцкі жук мельнік кавальчук',
  listedFamilyFirst: true,
  letters: {
    ...cyrillicLetters,
    г: 'h',
    '^е': 'ye',
    ё: 'io',
    '^ё': 'yo',
    і: 'i',
    й: 'i',
    ў: 'u',
    ю: 'iu',
    '^ю': 'yu',
    я: 'ia',
    '^я': 'ya',
    лё: 'lio',
    ёў$: 'iou',
    лёў$: 'liou',
  },
  spellings: `сяргей siarhei sergey sergei, аляксандр aliaksandr alexander aleksandr, дзмітрый dzmitry dmitry, уладзімір uladzimir vladimir, мікалай mikalai nikolai, андрэй andrei andrey, вольга volha olga, таццяна tatsiana tatiana, наталля natallia natalia, святлана sviatlana svetlana,
    алена alena elena, ірына iryna irina, ганна hanna anna, марыя maryia maria, кацярына katsiaryna ekaterina, юлія yuliya yulia julia, кавалёў kavaliou kovalev kavalyou, іваноў ivanou ivanov, марозаў marozau morozov, казлоў kazlou kozlov, лукашэвіч lukashevich, міхаіл mikhail, яўген yauheni evgeny, максім maksim maxim, ігар ihar igor, віктар viktar viktor`,
  genders: { feminine: /(?:[ае]ва|іна|ская)$/u, masculine: /(?:[оеё]ў|ін|кі)$/u },
};
