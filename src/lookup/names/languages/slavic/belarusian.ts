import type { Language, LetterTable } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** The Russian form of the same names, as far as letters tell: Гарбачоў is Горбачёв, but Сідараў is Сидоров. */
const byWayOfRussian: LetterTable = {
  ...{ г: 'g', ў: 'v', ё: 'e', э: 'e', й: 'y', ый$: 'y', я: 'ya', ю: 'yu', ія$: 'ia', ыя$: 'ia' },
  ...{ оў$: 'ov', аў$: 'ov', ава$: 'ova', еў$: 'ev', ёў$: 'ev', ева$: 'eva', чоў$: 'chev', шоў$: 'shev' },
  ...{ льеў$: 'liev', льева$: 'lieva', ньеў$: 'niev', еева$: 'eeva', ееў$: 'eev' },
  ...{ энка$: 'enko', енка$: 'enko', анка$: 'enko', оўскі$: 'ovsky', аўскі$: 'ovsky', еўскі$: 'evsky' },
  ...{ скі$: 'sky', цкі$: 'tsky', цв: 'tv', ця: 'te', це: 'te', ці: 'ti', ць: 't', цё: 'te' },
  ...{ дзя: 'de', дзе: 'de', дзі: 'di', дзё: 'de', дзв: 'dv', дзм: 'dm', дзь: 'd', дзю: 'dyu' },
  ...{ ры: 'ri', чы: 'chi', чэ: 'che', шэ: 'she', жэ: 'zhe', рэ: 're', '^я': 'ya', '^ю': 'yu' },
  ...{
    '^пя': 'pe',
    '^бя': 'be',
    '^вя': 've',
    '^мя': 'me',
    '^ня': 'ne',
    '^ся': 'se',
    '^ля': 'le',
    '^зя': 'ze',
  },
};

/** Passports of Belarus (Resolution 1089 of 2007), and the same names by way of Russian. */
export const belarusian: Language = {
  id: 'belarusian',
  countries: 'by',
  foreignLetters: /[щиъїєґѓќѕђћљњџјәғқңөұүһҷӣӯҳ]/u,
  signs: /[ўі]|дз[яеёюі]|ць$|(?:нка|чык|ыя)$/u,
  familyEndings: /(?:[оеё]ў|[ае]ва|[оаеё]віч|скі|ская|[ае]нка|чык|чук)$/u,
  given:
    'яўген яўгенія кірыл віталь вераніка максім арцём ягор юрый раман дар’я дарʼя настасся анастасія алеся аляксей анатоль валерый васіль міхаіл канстанцін руслан сяржук алёна валянціна людміла марына крысціна святлана ульяна паліна дзіна зміцер рыгор пётр антон глеб ілья данііл улад уладзіслаў станіслаў вячаслаў аляксандр сяргей андрэй дзмітрый мікалай уладзімір павел віктар ігар вольга таццяна наталля святлана алена ірына ганна марыя кацярына юлія алесь васіль янка',
  family: 'кавалёў іваноў казлоў новік лукашэвіч марозаў каваленка навіцкі жук мельнік кавальчук',
  patronymics: /.{2}(?:[аоеё]віч|ьевіч|[аеё]ўна|[іы]нічна)$/u,
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
    ...{ ый$: 'y', ая: 'aya', ія: 'iya', ыя: 'yia', ея: 'eya', ье: 'ye', ья: 'ya', ьё: 'yo' },
    ...{ ее: 'eye', ае: 'aye', ое: 'oye', уе: 'uye' },
  },
  letterChoices: [
    {
      group: 'belarusian-way',
      options: [
        { option: 'passport', share: 0.6, letters: {} },
        { option: 'russian', share: 0.4, letters: byWayOfRussian },
      ],
    },
  ],
  spellings: `аксана aksana oksana, яўген yauhen yauheni evgeny eugene, мікіта mikita nikita, пётр piotr petr peter, павел pavel, кацярына katsiaryna ekaterina katerina, дарья darya daria, ксенія kseniya ksenia xenia, алеся alesia olesya alesya, таццяна tatsiana tatiana tatyana, тацяна tatsiana tatiana, людміла liudmila lyudmila ludmila, валянціна valiantsina valentina, галіна halina galina, жанна zhanna, лізавета lizaveta elizaveta, паліна palina polina, вікторыя viktoryia victoria viktoria, анастасія anastasiya anastasia, васіль vasil vasily, рыгор ryhor grigory, генадзь henadz gennady, леанід leanid leonid, раман raman roman, станіслаў stanislau stanislav, яраслаў yaraslau yaroslav, уладзіслаў uladzislau vladislav, вячаслаў viachaslau vyacheslav, ігар ihar igor, алег aleh oleg, аляксей aliaksei alexey alexei, антон anton, максім maksim maxim, мікола mikola nikolai, міхась mikhas, янка yanka, юрась yuras, юрый yury yuri, юры yury yuri, сяргей siarhei sergey sergei, аляксандр aliaksandr alexander aleksandr, дзмітрый dzmitry dmitry, уладзімір uladzimir vladimir, мікалай mikalai nikolay nikolai, андрэй andrei andrey, вольга volha olga, таццяна tatsiana tatiana, наталля natallia natalia, святлана sviatlana svetlana,
    алена alena elena, ірына iryna irina, ганна hanna anna, марыя maryia maria, кацярына katsiaryna ekaterina, юлія yuliya yulia julia, кавалёў kavaliou kovalev kavalyou, іваноў ivanou ivanov, марозаў marozau morozov, казлоў kazlou kozlov, лукашэвіч lukashevich, міхаіл mikhail, яўген yauheni evgeny eugene yauhen, яўгеній yauheni evgeny eugene, яўгенія yauheniya evgenia, кірыл kiryl kirill, вераніка veranika veronika, віталь vital vitali vitaly, арцём artsiom artem artsem artyom, ягор yahor egor, юрый yury yuri yuriy, алесь ales, алеся alesia alesya olesya, аляксей aliaksei alexey alexei, васіль vasil vasily, анатоль anatol anatoly, валерый valery valeriy, раман raman roman, канстанцін kanstantsin konstantin, вячаслаў viachaslau vyacheslav, станіслаў stanislau stanislav, уладзіслаў uladzislau vladislav, яраслаў yaraslau yaroslav, рыгор ryhor grigory, пётр piotr petr, настасся nastassia anastasia, анастасія anastasiya anastasia nastassia, дарʼя darya daria, крысціна krystsina kristina, марына maryna marina, людміла liudmila lyudmila, валянціна valiantsina valentina, вікторыя viktoryia victoria viktoria, паліна palina polina, алёна aliona alena, глеб hleb gleb, багдан bahdan bogdan, дзяніс dzianis denis, сцяпан stsiapan stepan, фёдар fiodar fedor, мацвей matsvei matvey, цімафей tsimafei timofey, зміцер zmitser dmitry, надзея nadzeya nadezhda, любоў liubou lyubov, ксенія kseniya ksenia, васільеў vasilyeu vasiliev vasileu, сідараў sidarau sidorov, сідарэнка sidarenka sidorenko, гарбачоў harbachou gorbachev, саколаў sakalou sokolov, новікаў novikau novikov, паўлаў paulau pavlov, казлова kazlova kozlova, марозава marozava morozova, кавалёва kavaliova kovaleva, кавальчук kavalchuk kovalchuk, кавалеўскі kavaleuski kovalevsky, багдановіч bahdanovich bogdanovich, бандарэнка bandarenka bondarenko, гаўрылаў haurylau gavrilov, гаўрылава haurylava gavrilova, рамановіч ramanovich romanovich, фёдараў fiodarau fedorov, фёдарава fiodarava fedorova, арлоў arlou orlov, краўчанка krauchanka kravchenko, шаўчэнка shauchenka shevchenko, дзмітрыеў dzmitryieu dmitriev, палякоў paliakou polyakov, максім maksim maxim, ігар ihar igor, віктар viktar viktor`,
  genders: { feminine: /(?:[ае]ва|іна|ская)$/u, masculine: /(?:[оеё]ў|ін|кі)$/u },
};
