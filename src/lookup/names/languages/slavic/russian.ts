import type { Language } from '../../language.ts';
import { cyrillicLetters } from '../../scripts/cyrillic.ts';

/** ICAO Doc 9303 and BGN/PCGN, and the ways in which people write their own names. Also names in Latin letters. */
export const russian: Language = {
  id: 'russian',
  countries: 'ru su xn--p1ai',
  foreignLetters: /[іїєґўѓќѕђћљњџјәғқңөұүһҷӣӯҳ]/u,
  signs: /^(?!.*(?:аа|ээ|оо|уу|юу)).*[ыэё]|(?:ов|ев|ин|ова|ева|ина|ский|ская)$/u,
  familyEndings: /(?:[оеё]ва?|ский|ская|цкий|цкая|енко|ых)$/u,
  given: `александр алексей андрей анна анастасия антон артём артем борис вадим валентин валерий василий виктор виктория виталий владимир владислав вячеслав галина геннадий георгий григорий
    дарья денис дмитрий евгений евгения екатерина елена елизавета иван игорь илья ирина кирилл константин ксения лариса леонид людмила максим марина мария михаил надежда наталья никита николай
    оксана олег ольга павел пётр петр роман светлана сергей станислав степан тамара татьяна тимур юлия юрий яна ярослав саша наташа лев глеб егор фёдор`,
  family:
    'иванов смирнов кузнецов попов васильев петров соколов михайлов новиков фёдоров морозов волков алексеев лебедев семёнов егоров павлов козлов степанов николаев орлов андреев макаров никитин захаров зайцев соловьёв борисов яковлев григорьев романов воробьёв сергеев кузьмин фролов александров дмитриев королёв гусев киселёв ильин',
  patronymics: /.{2}(?:ович|евич|ич|овна|евна|ична|инична)$/u,
  listedFamilyFirst: true,
  letters: { ...cyrillicLetters, ё: 'e', чё: 'che', шё: 'she' },
  letterChoices: [
    {
      group: 'russian-ending',
      options: [
        { option: 'y', share: 0.66, letters: { ий$: 'y', ый$: 'y', ия$: 'ia' } },
        { option: 'iy', share: 0.19, letters: { ий$: 'iy', ый$: 'yy', ия$: 'iya' } },
        { option: 'ii', share: 0.15, letters: { ий$: 'ii', ый$: 'yi', ия$: 'iia' } },
      ],
    },
    {
      group: 'russian-vowels',
      options: [
        { option: 'y', share: 0.78, letters: { й: 'y', ю: 'yu', я: 'ya', ия$: 'ia' } },
        { option: 'i', share: 0.17, letters: { й: 'i', ю: 'iu', я: 'ia' } },
        { option: 'j', share: 0.05, letters: { й: 'j', ю: 'ju', я: 'ja' } },
      ],
    },
    {
      group: 'russian-kh',
      options: [
        { option: 'kh', share: 0.66, letters: { х: 'kh' } },
        { option: 'h', share: 0.34, letters: { х: 'h' } },
      ],
    },
    {
      group: 'russian-shch',
      options: [
        { option: 'shch', share: 0.58, letters: { щ: 'shch' } },
        { option: 'sch', share: 0.36, letters: { щ: 'sch' } },
        { option: 'sh', share: 0.06, letters: { щ: 'sh' } },
      ],
    },
    {
      group: 'russian-soft-sign',
      options: [
        { option: 'ye', share: 0.5, letters: { ье: 'ye', ьё: 'ye', ъе: 'ye', ьи: 'yi' } },
        { option: 'ie', share: 0.36, letters: { ье: 'ie', ьё: 'ie', ъе: 'ie', ьи: 'i' } },
        { option: 'e', share: 0.14, letters: { ье: 'e', ьё: 'ev', ъе: 'e', ьи: 'i' } },
      ],
    },
    {
      group: 'russian-yo',
      options: [
        { option: 'e', share: 0.72, letters: { ё: 'e' } },
        { option: 'o', share: 0.1, letters: { ё: 'yo', чё: 'cho', шё: 'sho', щё: 'shcho', ьё: 'yo' } },
        { option: 'yo', share: 0.18, letters: { ё: 'yo', чё: 'cho', шё: 'sho', щё: 'shcho', жё: 'zho' } },
      ],
    },
    {
      group: 'russian-initial-e',
      options: [
        { option: 'e', share: 0.9, letters: {} },
        { option: 'ye', share: 0.1, letters: { '^е': 'ye' } },
      ],
    },
    {
      group: 'russian-ts',
      options: [
        { option: 'ts', share: 0.9, letters: { ц: 'ts' } },
        { option: 'c', share: 0.1, letters: { ц: 'c' } },
      ],
    },
  ],
  spellings: `александр alexander alexandr aleksandr, алексей alexey alexei aleksey aleksei, александра alexandra aleksandra, алёна alena alyona, анастасия anastasia anastasiya, артём artem artyom,
    валерий valery valeriy valerii, василий vasily vasiliy vasilii, виктория victoria viktoria viktoriya, виктор viktor victor, виталий vitaly vitaliy vitalii, вячеслав vyacheslav viacheslav, геннадий gennady gennadiy, георгий georgy georgiy george,
    григорий grigory grigoriy grigorii, дарья daria darya, дмитрий dmitry dmitriy dmitrii dmitri, евгений evgeny evgeniy evgenii eugene yevgeny, евгения evgenia evgeniya yevgenia eugenia, екатерина ekaterina katerina yekaterina, елена elena yelena helen,
    елизавета elizaveta yelizaveta, илья ilya ilia, ксения ksenia kseniya xenia, максим maxim maksim, мария maria mariya, михаил mikhail michail, наталья natalia natalya nataliya, наталия natalia nataliya, николай nikolay nikolai, пётр petr pyotr peter, петр petr pyotr peter,
    павел pavel paul, сергей sergey sergei, татьяна tatiana tatyana, софья sofia sofya, юлия yulia yuliya julia iuliia, юрий yury yuriy yuri iurii, андрей andrey andrei, фёдор fedor fyodor, ольга olga, тимофей timofey timofei, яков yakov iakov, софия sofia sofiya, аркадий arkady arkadiy,
    анатолий anatoly anatoliy anatolii, кирилл kirill, хрущёв khrushchev khruschev hruschev, соловьёв soloviev solovyov solovyev solovev, воробьёв vorobyev vorobiev vorobyov vorobev, григорьев grigoriev grigoryev grigorev, васильев vasiliev vasilyev vasilev,
    ильин ilyin ilin, юрьев yuriev yuryev, зиновьев zinoviev zinovyev, арсеньев arseniev arsenyev, лаврентьев lavrentiev lavrentyev, дмитриев dmitriev`,
  shortForms: `alexander sasha alex, alexandr sasha alex, aleksandr sasha alex, alexandra sasha alexandra, aleksandra sasha, alexey alex lesha, alexei alex, aleksey alex, anastasia nastya, dmitry dima, dmitriy dima, dmitrii dima, evgeny zhenya, evgeniy zhenya, evgenia zhenya, ekaterina katya, elena lena, ivan vanya, konstantin kostya,
    maria masha, mikhail misha, natalia natasha, natalya natasha, nikolay kolya, nikolai kolya, olga olya, pavel pasha, svetlana sveta, sergey serge, tatiana tanya, tatyana tanya, vladimir vova volodya, vladislav vlad, yaroslav slava, yulia julia, yuliya julia, yuri yura, viktoria vika, victoria vika, vyacheslav slava, stanislav stas, roman roma, anna anya, ksenia ksusha, daria dasha, darya dasha, elizaveta liza, ludmila lyuda, irina ira, larisa lara, margarita rita, maxim max, maksim max, vasily vasya, boris borya`,
  genders: { feminine: /(?:[оеё]ва|[иы]на|ая)$/u, masculine: /(?:[оеё]в|[иы]н|ий)$/u },
};
