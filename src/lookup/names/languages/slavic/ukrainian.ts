import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** Resolution 55 of the Cabinet of Ministers of Ukraine, 2010, and older habits. */
export const ukrainian: Language = {
  id: 'ukrainian',
  countries: 'ua xn--j1amh',
  foreignLetters: /[ыэёъўѓќѕђћљњџјәғқңөұүһҷӣӯҳ]/u,
  signs: /[ґєї]|і(?!$|ч$)|(?:енко|чук|ук|юк|ишин|ський|ська|ець)$/u,
  familyEndings: /(?:енко|[чщ]ук|юк|ський|ська|цький|цька|ець|ишин|[оеє]ва?)$/u,
  given: `олександр олександра олексій андрій анна богдан василь віктор вікторія віталій володимир ганна галина дмитро євген євгенія іван ігор ірина катерина ксенія людмила максим марія микола михайло надія наталія наталя
    оксана олег олена ольга павло петро роман світлана сергій соломія софія тарас тетяна юлія юрій ярослав христина зоряна назар остап`,
  family:
    'шевченко коваленко бондаренко ткаченко кравченко олійник шевчук коваль поліщук бондар ткачук мельник марченко лисенко руденко савченко петренко кравчук клименко гриценко зінченко ткач мороз савчук сидоренко гончаренко павленко',
  patronymics: /.{2}(?:ович|йович|івна|ївна)$/u,
  listedFamilyFirst: true,
  letters: {
    ...cyrillicLetters,
    г: 'h',
    ґ: 'g',
    є: 'ie',
    '^є': 'ye',
    зг: 'zgh',
    и: 'y',
    і: 'i',
    ї: 'i',
    '^ї': 'yi',
    й: 'i',
    '^й': 'y',
    ю: 'iu',
    '^ю': 'yu',
    я: 'ia',
    '^я': 'ya',
    ий$: 'yi',
    ё: 'e',
  },
  letterChoices: [
    {
      group: 'ukrainian-shch',
      options: [
        { option: 'shch', share: 0.78, letters: { щ: 'shch' } },
        { option: 'sch', share: 0.22, letters: { щ: 'sch' } },
      ],
    },
    {
      group: 'ukrainian-vowels',
      options: [
        { option: 'law', share: 0.72, letters: {} },
        {
          option: 'y',
          share: 0.28,
          letters: { є: 'ye', ю: 'yu', я: 'ya', й: 'y', ий$: 'y', ія$: 'iya', ї: 'yi' },
        },
      ],
    },
    {
      group: 'ukrainian-ending',
      options: [
        { option: 'yi', share: 0.35, letters: { ський$: 'skyi', ий$: 'yi' } },
        { option: 'y', share: 0.55, letters: { ський$: 'sky', ий$: 'y' } },
        { option: 'iy', share: 0.1, letters: { ський$: 'skiy', ий$: 'iy' } },
      ],
    },
    {
      group: 'ukrainian-h',
      options: [
        { option: 'h', share: 0.84, letters: { г: 'h' } },
        { option: 'g', share: 0.16, letters: { г: 'g' } },
      ],
    },
    {
      group: 'ukrainian-y',
      options: [
        { option: 'y', share: 0.88, letters: { и: 'y' } },
        { option: 'i', share: 0.12, letters: { и: 'i' } },
      ],
    },
  ],
  spellings: `олександр oleksandr alexander olexandr alex, олександра oleksandra alexandra, олексій oleksii oleksiy alexey, андрій andrii andriy andrey, сергій serhii sergii sergiy serhiy sergey, юлія yuliia julia yulia yuliya, марія mariia maria mariya, наталія nataliia natalia nataliya natalya, наталя natalia natalya,
    володимир volodymyr vladimir, дмитро dmytro dmitry, євген yevhen eugene evgen yevgen, вікторія viktoriia victoria viktoria, віталій vitalii vitaliy, микола mykola nikolay, михайло mykhailo mikhail mykhaylo, ірина iryna irina, тетяна tetiana tatiana tetyana, олена olena elena,
    юрій yurii yuriy yuri, катерина kateryna katerina, ганна hanna anna ganna, софія sofiia sofia, соломія solomiia solomia, ксенія kseniia ksenia, анастасія anastasiia anastasia, дарія dariia daria, дарʼя daria, ігор ihor igor, олег oleh oleg, богдан bohdan bogdan, павло pavlo, петро petro, марта marta, людмила liudmyla lyudmyla, василь vasyl, світлана svitlana, григорій hryhorii grygorii hryhoriy grygoriy grigoriy, георгій heorhii georgii, геннадій hennadii gennadii gennadiy, анатолій anatolii anatoliy, валерій valerii valeriy, василина vasylyna, в'ячеслав viacheslav vyacheslav, вячеслав viacheslav vyacheslav, валентина valentyna valentina, надія nadiia nadiya, лідія lidiia lidiya, лілія liliia liliya, євгенія yevheniia evgenia yevgeniya, аліна alina, ілона ilona, інна inna, яна yana, артем artem, антон anton, денис denys denis, кирило kyrylo kirill, станіслав stanislav, ростислав rostyslav, святослав sviatoslav, едуард eduard, гліб hlib gleb, ілля illia ilya, данило danylo, назар nazar, тимофій tymofii tymofiy, федір fedir, степан stepan, орест orest, остап ostap, любов liubov lyubov, любомир liubomyr lyubomyr, галина halyna galyna galina, уляна uliana ulyana, оксана oksana, христина khrystyna, злата zlata, дарина daryna, мирослава myroslava, ярослава yaroslava, вероніка veronika, поліна polina, маргарита marharyta margaryta margarita, єлизавета yelyzaveta elizaveta`,
  shortForms:
    'oleksandr sasha alex, oleksandra sasha, andrii andrew, dmytro dima, kateryna katya kate, mariia masha, yuliia julia, anastasiia nastya, volodymyr vova, viktoriia vika, oleksii alex, olena lena, mykhailo misha, yevhen zhenya, tetiana tanya, serhii serge, nataliia natasha, sofiia sonia, mykola kolya, iryna ira',
  genders: { feminine: /(?:[оеє]ва|іна|ська|цька)$/u, masculine: /(?:[оеє]в|ін|ий)$/u },
};
