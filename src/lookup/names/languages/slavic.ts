import type { Language, LetterTable } from '../language.ts';
import { cyrillicLetters } from '../letters.ts';
import { readLetters } from '../word-lists.ts';

/** The Russian form of the same names, as far as letters tell: Гарбачоў is Горбачёв, but Сідараў is Сидоров. */
const byWayOfRussian: LetterTable = readLetters(`
  г g, ў v, ё e, э e, й y, ый$ y, я ya, ю yu, ія$ ia, ыя$ ia, оў$ ov, аў$ ov, ава$ ova, еў$ ev, ёў$ ev,
  ева$ eva, чоў$ chev, шоў$ shev, льеў$ liev, льева$ lieva, ньеў$ niev, еева$ eeva, ееў$ eev, энка$ enko,
  енка$ enko, анка$ enko, оўскі$ ovsky, аўскі$ ovsky, еўскі$ evsky, скі$ sky, цкі$ tsky, цв tv, ця te,
  це te, ці ti, ць t, цё te, дзя de, дзе de, дзі di, дзё de, дзв dv, дзм dm, дзь d, дзю dyu, ры ri, чы chi,
  чэ che, шэ she, жэ zhe, рэ re, ^я ya, ^ю yu, ^пя pe, ^бя be, ^вя ve, ^мя me, ^ня ne, ^ся se, ^ля le,
  ^зя ze`);

/** Bulgarian names that were romanised already. */
const bulgarianLatin: Language = {
  id: 'bulgarian-latin',
  countries: 'bg xn--90ae',
  familyPerMille:
    'ivanov 25, ivanova 25, georgiev 20, georgieva 20, dimitrov 20, dimitrova 20, petrov 15, petrova 15',
  marks: '',
  given:
    'milena bilyana borislav silviya silvia viktoria snezhana anelia galina krasimira zdravko zhivko nevena boryana daniela magdalena emil lyuben kalina asen stanimir miroslav vladimir stanislav bozhidar yana yoana ivelina maya diana vanya georgi ivan dimitar petar nikolay hristo stoyan todor vasil angel yordan aleksandar lyubomir krasimir plamen ivaylo boyko rumen ognyan simeon veselin valentin kiril stefan tsvetan yordanka stoyanka ivanka penka radka tsvetelina desislava gergana ralitsa teodora rositsa nevena mariya elena violeta kaloyan svetoslav',
  family:
    'ivanov dimitrov georgiev petrov nikolov todorov angelov stoyanov hristov iliev vasilev atanasov yordanov kolev marinov ivanova dimitrova georgieva petrova nikolova todorova stoyanova hristova vasileva markova',
  familyEndings: /(?:[oe]va?|ski|ska)$/u,
  patronymics: /.{2}[oe]va?$/u,
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  spellings:
    'dimitar dimitar dimiter, petar petar peter, aleksandar aleksandar alexander, yordan yordan jordan, hristo hristo christo, nikolay nikolay nikolai, viktoria viktoria victoria viktoriya, krasimir krasimir krassimir, krasimira krasimira krassimira, assen assen asen, asen asen assen, vasil vasil vassil, lyubomir lyubomir lubomir, ivaylo ivaylo ivailo, mariya mariya maria',
};

export const slavic: readonly Language[] = [
  /** Belarusian names as in passports, and the same names by way of Russian. */
  {
    id: 'belarusian-latin',
    countries: 'by',
    marks: '',
    signs:
      /^dzm|dzi|tsi[^aou]|(?:[aelnr]iou|evich|[aei]nka)$|^(?:uladz|siarh|aliaks|mikal|katsi|yauh|viach)/u,
    familyEndings: /(?:[oea]vich|ou|[eo]va|ski|skaya|[ae]nka|chyk|chuk)$/u,
    given:
      'volha siarhei aliaksandr dzmitry uladzimir mikalai andrei tatsiana natallia sviatlana iryna hanna maryia katsiaryna yuliya ihar aleh alena pavel',
    family: 'dzmitryieva kavaliou ivanou marozau kazlou novik zhuk lukashevich kavalenka',
    spellings: `volha volha olga, siarhei siarhei sergey sergei, aliaksandr aliaksandr alexander aleksandr, dzmitry dzmitry dmitry, uladzimir uladzimir vladimir, mikalai mikalai nikolai, tatsiana tatsiana tatiana, natallia natallia natalia, sviatlana sviatlana svetlana, iryna iryna irina,
    hanna hanna anna, maryia maryia maria, katsiaryna katsiaryna ekaterina katerina, ihar ihar igor, aleh aleh oleg, alena alena elena, dzmitryieva dzmitryieva dmitrieva, kavaliou kavaliou kovalev, ivanou ivanou ivanov, yauheni yauheni evgeny`,
    genders: { feminine: /(?:[aeo]va|ina|skaya)$/u, masculine: /(?:[oe]u|in|ski)$/u },
  },
  /** Passports of Belarus (Resolution 1089 of 2007), and the same names by way of Russian. */
  {
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
      ...readLetters(`
        г h, ^е ye, ё io, ^ё yo, і i, й i, ў u, ю iu, ^ю yu, я ia, ^я ya, лё lio, ёў$ iou, лёў$ liou, ый$ y,
        ая aya, ія iya, ыя yia, ея eya, ье ye, ья ya, ьё yo, ее eye, ае aye, ое oye, уе uye`),
    },
    letterChoices: {
      'belarusian-way': {
        passport: { share: 0.6, letters: {} },
        russian: { share: 0.4, letters: byWayOfRussian },
      },
    },
    spellings: `аксана aksana oksana, яўген yauhen yauheni evgeny eugene, мікіта mikita nikita, пётр piotr petr peter, павел pavel, кацярына katsiaryna ekaterina katerina, дарья darya daria, ксенія kseniya ksenia xenia, алеся alesia olesya alesya, таццяна tatsiana tatiana tatyana, тацяна tatsiana tatiana, людміла liudmila lyudmila ludmila, валянціна valiantsina valentina, галіна halina galina, жанна zhanna, лізавета lizaveta elizaveta, паліна palina polina, вікторыя viktoryia victoria viktoria, анастасія anastasiya anastasia, васіль vasil vasily, рыгор ryhor grigory, генадзь henadz gennady, леанід leanid leonid, раман raman roman, станіслаў stanislau stanislav, яраслаў yaraslau yaroslav, уладзіслаў uladzislau vladislav, вячаслаў viachaslau vyacheslav, ігар ihar igor, алег aleh oleg, аляксей aliaksei alexey alexei, антон anton, максім maksim maxim, мікола mikola nikolai, міхась mikhas, янка yanka, юрась yuras, юрый yury yuri, юры yury yuri, сяргей siarhei sergey sergei, аляксандр aliaksandr alexander aleksandr, дзмітрый dzmitry dmitry, уладзімір uladzimir vladimir, мікалай mikalai nikolay nikolai, андрэй andrei andrey, вольга volha olga, таццяна tatsiana tatiana, наталля natallia natalia, святлана sviatlana svetlana,
    алена alena elena, ірына iryna irina, ганна hanna anna, марыя maryia maria, кацярына katsiaryna ekaterina, юлія yuliya yulia julia, кавалёў kavaliou kovalev kavalyou, іваноў ivanou ivanov, марозаў marozau morozov, казлоў kazlou kozlov, лукашэвіч lukashevich, міхаіл mikhail, яўген yauheni evgeny eugene yauhen, яўгеній yauheni evgeny eugene, яўгенія yauheniya evgenia, кірыл kiryl kirill, вераніка veranika veronika, віталь vital vitali vitaly, арцём artsiom artem artsem artyom, ягор yahor egor, юрый yury yuri yuriy, алесь ales, алеся alesia alesya olesya, аляксей aliaksei alexey alexei, васіль vasil vasily, анатоль anatol anatoly, валерый valery valeriy, раман raman roman, канстанцін kanstantsin konstantin, вячаслаў viachaslau vyacheslav, станіслаў stanislau stanislav, уладзіслаў uladzislau vladislav, яраслаў yaraslau yaroslav, рыгор ryhor grigory, пётр piotr petr, настасся nastassia anastasia, анастасія anastasiya anastasia nastassia, дарʼя darya daria, крысціна krystsina kristina, марына maryna marina, людміла liudmila lyudmila, валянціна valiantsina valentina, вікторыя viktoryia victoria viktoria, паліна palina polina, алёна aliona alena, глеб hleb gleb, багдан bahdan bogdan, дзяніс dzianis denis, сцяпан stsiapan stepan, фёдар fiodar fedor, мацвей matsvei matvey, цімафей tsimafei timofey, зміцер zmitser dmitry, надзея nadzeya nadezhda, любоў liubou lyubov, ксенія kseniya ksenia, васільеў vasilyeu vasiliev vasileu, сідараў sidarau sidorov, сідарэнка sidarenka sidorenko, гарбачоў harbachou gorbachev, саколаў sakalou sokolov, новікаў novikau novikov, паўлаў paulau pavlov, казлова kazlova kozlova, марозава marozava morozova, кавалёва kavaliova kovaleva, кавальчук kavalchuk kovalchuk, кавалеўскі kavaleuski kovalevsky, багдановіч bahdanovich bogdanovich, бандарэнка bandarenka bondarenko, гаўрылаў haurylau gavrilov, гаўрылава haurylava gavrilova, рамановіч ramanovich romanovich, фёдараў fiodarau fedorov, фёдарава fiodarava fedorova, арлоў arlou orlov, краўчанка krauchanka kravchenko, шаўчэнка shauchenka shevchenko, дзмітрыеў dzmitryieu dmitriev, палякоў paliakou polyakov, максім maksim maxim, ігар ihar igor, віктар viktar viktor`,
    genders: { feminine: /(?:[ае]ва|іна|ская)$/u, masculine: /(?:[оеё]ў|ін|кі)$/u },
  },
  /** đ as dj or d. */
  {
    id: 'bosnian',
    countries: 'ba',
    marks: 'čćđšž',
    signs: /đ|(?:hodžić|begović|agić|ić)$/u,
    familyEndings: /(?:ić|ic)$/u,
    given:
      'amila zlatan zlatko dino faruk mersiha enes jasmina fikret alija amra lejla emina senad edin adnan mirza haris amir almir nermin jasmin armin emir kenan fatima amina selma azra merima aida dženan dzenan elma mujo huso suad',
    family:
      'hadžiosmanović hadziosmanovic mustafić smajlović bajramović avdić karić kovač hodžić hodzic begić begic begović delić halilović hadžić softić mehmedović đulbegović omerović salihović muratović ibrahimović kovačević suljić husić mujić alić bašić',
    letterChoices: {
      stroke: {
        dj: { share: 0.62, letters: { đ: 'dj' } },
        d: { share: 0.38, letters: { đ: 'd' } },
      },
    },
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  },
  bulgarianLatin,
  /** Transliteration Act of Bulgaria, 2009, and older habits. */
  {
    id: 'bulgarian',
    countries: 'bg xn--90ae',
    familyPerMille: bulgarianLatin.familyPerMille ?? '',
    foreignLetters: /[ыэёіїєґўѓќѕђћљњџјәғқңөұүһҷӣӯҳ]/u,
    signs: /ъ[бвгджзклмнпрстфхцчш]|(?:[ое]ва?|ска|ски|чев|джиев|джиева)$/u,
    familyEndings: /(?:[ое]ва?|ски|ска)$/u,
    given:
      'юлия мария виктория биляна силвия ваня ася асен борислав надежда снежана анелия милена галина красимира здравко явор живко румяна невена ивелина боряна даниела светла антоанета магдалена теменужка тодорка станимир мирослав владимир венцислав емил методи любен делян калоян стефка ана таня соня диана ивайло стоянка йорданка цветан борислав станислав бойко румен огнян симеон веселин валентин десислава гергана ралица теодора росица георги иван димитър петър николай христо стоян тодор васил ангел йордан александър любомир красимир пламен мария иванка елена виолета пенка радка маргарита надежда даниела ива цветелина жельо кирил стефан борис',
    family:
      'иванов димитров георгиев петров николов тодоров ангелов стоянов христов илиев василев атанасов йорданов колев стефанов първанова маринов',
    patronymics: /.{2}[ое]ва?$/u,
    letters: { ...cyrillicLetters, х: 'h', щ: 'sht', ъ: 'a', ь: 'y', ия$: 'ia' },
    letterChoices: {
      'bulgarian-zh': {
        zh: { share: 0.77, letters: { ж: 'zh' } },
        j: { share: 0.23, letters: { ж: 'j' } },
      },
      'bulgarian-h': {
        h: { share: 0.9, letters: { х: 'h' } },
        ch: { share: 0.1, letters: { х: 'ch' } },
      },
      'bulgarian-a': {
        a: { share: 0.85, letters: { ъ: 'a' } },
        u: { share: 0.15, letters: { ъ: 'u' } },
      },
      'bulgarian-y': {
        y: { share: 0.72, letters: {} },
        i: { share: 0.28, letters: { ай: 'ai', ей: 'ei', ой: 'oi', уй: 'ui', ий: 'ii' } },
      },
      'bulgarian-ts': {
        ts: { share: 0.88, letters: { ц: 'ts' } },
        c: { share: 0.12, letters: { ц: 'c' } },
      },
    },
    spellings:
      'александър alexander aleksandar alexandar, димитър dimitar dimiter, петър petar peter, мария maria mariya, юлия yulia julia yuliya, виктория viktoria victoria viktoriya, силвия silvia silviya sylvia, ася asya assya asia, асен asen assen, теодора teodora theodora, асенов asenov assenov, николай nikolay nikolai, красимир krasimir krassimir, красимира krasimira krassimira, стефан stefan stephan, васил vasil vassil, биляна bilyana biliana, ваня vanya vania, таня tanya tania, соня sonya sonia, катя katya katia, емилия emilia emiliya, людмила lyudmila ludmila, любов lyubov lubov, йордан yordan jordan, любомир lyubomir lubomir, людмил lyudmil, цветелина tsvetelina cvetelina, христо hristo christo',
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  },
  /** đ as d or dj: both in use. */
  {
    id: 'croatian',
    countries: 'hr',
    familyPerMille: 'horvat 5, kovacevic 4, babic 3, maric 3',
    marks: 'čćđšžéó',
    signs: /đ|(?:ić|ović|ević)$/u,
    familyEndings: /(?:ić|ic)$/u,
    given: `domagoj zvonimir vedran dino matija juraj ivona antonija dubravka ivan josip marko tomislav ante luka mario ivica željko zeljko stjepan zoran goran davor dario hrvoje đuro duro petar nikola mate krešimir branko ana marija ivana mirjana
    katarina nada petra maja martina marina ljubica jelena vesna sanja snježana lucija`,
    family:
      'horvat kovačević kovacevic babić babic marić maric jurić juric novak kovačić knežević knezevic vuković vukovic marković markovic petrović matić tomić pavlović kovač božić blažević grgić pavić radić perić filipović šarić lovrić šimić simic đurđević đaković vidović',
    letterChoices: {
      stroke: {
        d: { share: 0.64, letters: { đ: 'd' } },
        dj: { share: 0.36, letters: { đ: 'dj' } },
      },
    },
    shortForms:
      'tomislav tomo tom, josip joso, ivan ivo, stjepan stipe stipo, ante toni, krešimir kreso, hrvoje hrco, katarina kata, marija maja, nikola niko, domagoj domo, željko zeljo, aleksandar sasa aco',
  },
  {
    id: 'czech',
    countries: 'cz',
    marks: 'áčďéěíňóřšťúůýžöü',
    signs: /[ěřů]|(?:ová|ý|ák|ček)$/u,
    familyEndings: /(?:ová|ský|ská)$/u,
    given: `jan jiří jiri petr josef pavel martin jaroslav tomáš tomas miroslav zdeněk zdenek františek frantisek václav vaclav michal karel milan vladimír vladimir lukáš lukas david ladislav jakub
    stanislav roman ondřej ondrej antonín radek marek daniel vojtěch filip jana marie eva hana anna lenka kateřina katerina lucie věra alena petra jaroslava
    veronika martina jitka tereza ludmila helena michaela zdeňka ivana jarmila monika zuzana markéta marketa barbora šárka sarka`,
    family: `novák novak svoboda novotný novotny dvořák dvorak černý cerny procházka prochazka kučera kucera veselý horák horak němec nemec marek pokorný pospíšil hájek král jelínek růžička ruzicka
    beneš fiala sedláček doležal zeman kolář navrátil čermák vaněk urban blažek kříž kratochvíl kopecký bartoš vlček musil čapek šimek říha šťastný
    nováková novakova svobodová dvořáková černá procházková`,
    shortForms: `jan honza jenda, josef pepa, františek franta, václav vasek, vaclav vasek, jiří jirka, jiri jirka, jaroslav jarda, miroslav mirek, stanislav standa, ladislav lada, zdeněk zdena, tomáš tom, tomas tom,
    jakub kuba, ondřej ondra, ondrej ondra, vojtěch vojta, vojtech vojta, michal misa, pavel pavlik, karel karlik, antonín tonda, kateřina katka, katerina katka, lucie lucka, lenka leni, jana janca, hana hanka, marie majka,
    tereza terka, veronika verca, barbora bara, zuzana zuzka, martina marta, markéta market, petra peta, vladimír vlada, david dave, matěj mates, filip fila, alžběta bety, eliška eli`,
    usualShortForms: 'josef pepa',
  },
  /** Macedonian names that were romanised already, with or without marks. */
  {
    id: 'macedonian-latin',
    countries: 'mk xn--d1alf',
    marks: 'čžšćđǵḱ',
    signs: /[ǵḱ]|(?:ovski|evski|ovska|evska|oski|eski|oska|eska)$/u,
    familyEndings: /(?:[oe]v(?:sk[ia])?|[oe]va|[oe]sk[ia])$/u,
    given: `zoran goran dragan branko ljupcho ljupco trajche trajce blagoj kiril stojan risto toni aco vancho vanco petar nikola
    aleksandar filip stefan bojan dejan igor vlatko zharko zarko kire mitko gjorgji gorgi slavcho slavco dimitar elena biljana
    snezhana snezana vesna suzana violeta gordana katerina natasha natasa sonja ljubica lidija simona tamara angela`,
    family: `stojanovski petrovski nikolovski trajkovski ristovski jovanovski dimovski angelovski kostovski mitrevski stojchevski
    stojcevski georgievski gjorgjievski gjorgievski trajkovska petrovska stojanovska nikolovska ristovska jovanovska dimovska
    bogdanovska velkovski velkovska popovski popovska ilievski ilievska naumovski naumovska spasovski spasovska`,
    letterChoices: {
      'macedonian-sh': {
        s: { share: 0.6, letters: { š: 's', č: 'c', ž: 'z' } },
        sh: { share: 0.4, letters: { š: 'sh', č: 'ch', ž: 'zh' } },
      },
      'macedonian-gj': {
        gj: { share: 0.6, letters: { ǵ: 'gj', ḱ: 'kj', đ: 'gj', ć: 'kj' } },
        g: { share: 0.4, letters: { ǵ: 'g', ḱ: 'k', đ: 'dj', ć: 'c' } },
      },
    },
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  },
  /** Official transliteration of passports, and letters without marks. */
  {
    id: 'macedonian',
    countries: 'mk xn--d1alf',
    foreignLetters: /[ыэёъьщйюяіїєґўђћғқңөұүһҷӣӯҳ]/u,
    signs: /[ѓќѕ]|(?:ски|ска|овски|евски)$/u,
    familyEndings: /(?:[ое]ва?|ски|ска)$/u,
    given:
      'жарко бранко драган љубе ристо ванчо ацо тони филип стефан јован петар илија ана сања ивана маја ѓорѓи горан зоран александар никола димитар кирил стојан марија елена билјана снежана весна љупчо благој трајче',
    family:
      'ѓорчев ѓорѓиев ѓоргиев ќосев стојановски петровски јованов димовски николовски трајковски џамбазов ангеловски костовски',
    letters: {
      ...cyrillicLetters,
      ...readLetters('ѓ gj, ѕ dz, ј j, љ lj, њ nj, ќ kj, х h, ц c, џ dzh'),
    },
    letterChoices: {
      'macedonian-gj': {
        gj: { share: 0.6, letters: { ѓ: 'gj', ќ: 'kj' } },
        mixed: { share: 0.08, letters: { ѓ: 'g', ќ: 'kj' } },
        g: { share: 0.32, letters: { ѓ: 'g', ќ: 'k' } },
      },
      'macedonian-dz': {
        dz: { share: 0.62, letters: { џ: 'dz' } },
        dj: { share: 0.2, letters: { џ: 'dj' } },
        dzh: { share: 0.18, letters: { џ: 'dzh' } },
      },
      'macedonian-sh': {
        sh: { share: 0.62, letters: { ш: 'sh', ч: 'ch', ж: 'zh' } },
        s: { share: 0.38, letters: { ш: 's', ч: 'c', ж: 'z' } },
      },
    },
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  },
  {
    id: 'polish',
    countries: 'pl',
    marks: 'ąćęłńóśźż',
    signs: /[ąćęłńśźż]|(?:ski|ska|cki|cka|wicz|czyk|arz)$/u,
    familyEndings: /(?:sk[ia]|ck[ia]|wicz|czyk|czak|dzk[ia])$/u,
    given: `błażej blazej marek bartosz bartłomiej szymon mikołaj franciszek antoni wiktor oskar hubert dominik konrad leszek waldemar bogdan kinga natalia weronika paulina sylwia renata urszula wanda patrycja kamila ewelina izabela andrzej piotr krzysztof stanisław stanislaw tomasz paweł pawel jan michał michal marcin grzegorz jerzy tadeusz adam łukasz lukasz zbigniew ryszard dariusz
    henryk mariusz kazimierz wojciech robert mateusz marian rafał rafal jacek janusz mirosław jakub maciej sławomir jarosław kamil wiesław roman
    artur sebastian damian przemysław anna maria katarzyna małgorzata malgorzata agnieszka krystyna barbara ewa elżbieta elzbieta zofia teresa magdalena joanna
    monika danuta jadwiga aleksandra halina irena beata marta dorota helena grażyna bożena karolina justyna iwona alicja`,
    family: `żmuda zmuda zawadzki sadowski bąk duda szewczyk tomaszewski pietrzak marciniak wróblewski zalewski jakubowski baran szczepański górski rutkowska kowalska nowicki adamczyk gajewski urbański makowski chmielewski borkowski sobczak nowak kowalski wiśniewski wisniewski wójcik wojcik kowalczyk kamiński kaminski lewandowski zieliński zielinski szymański woźniak wozniak dąbrowski dabrowski kozłowski kozlowski mazur
    jankowski kwiatkowski krawczyk kaczmarek piotrowski grabowski pawłowski michalski król zając wieczorek jabłoński wróbel nowakowski majewski stępień
    olszewski jaworski malinowski dudek pawlak witkowski walczak sikora rutkowski szczęsny żółć kozieł lis`,
    shortForms: `aleksander olek alek, aleksandra ola, andrzej jedrek, agnieszka aga, anna ania, antoni antek, barbara basia, bartłomiej bartek, bartlomiej bartek, bartosz bartek, dorota dorka,
    elżbieta ela, elzbieta ela, ewa ewka, franciszek franek, grzegorz grzesiek grzes, henryk heniek, jacek jacus, jakub kuba, jan janek, janusz janek, jerzy jurek, joanna asia, józef jozek, justyna justa,
    katarzyna kasia, kazimierz kazik, krystyna krysia, krzysztof krzysiek, łukasz luki, maciej maciek, magdalena magda, małgorzata gosia, malgorzata gosia, marcin martin, maria marysia, marta martusia,
    mateusz mati, michał michu, michal michal, mirosław mirek, monika monia, paweł pawelek, piotr piotrek, przemysław przemek, rafał rafi, ryszard rysiek, sławomir slawek, slawomir slawek,
    stanisław staszek, stanislaw staszek, tadeusz tadek, tomasz tomek, wojciech wojtek, zbigniew zbyszek, zofia zosia, karolina karola, urszula ula, jarosław jarek, jaroslaw jarek, dariusz darek, mariusz marek`,
  },
  /** Russian names that were romanised already. */
  {
    id: 'russian-latin',
    countries: 'ru su xn--p1ai',
    marks: '',
    signs: /shch|.{3}(?:skiy|skii|ovich|evich|ovna|evna|ova|eva|yev|iev)$/u,
    familyEndings: /(?:[oe]va?|skiy|skaya|skii|skaia|sky|tsky|enko)$/u,
    given:
      'ivan anton artem artyom roman denis stanislav viktor pavel konstantin valery vasiliy stepan timur ruslan elena maria marina polina daria darya viktoria veronika larisa lyubov nadezhda vera tatyana yana kristina alina alexandra aleksandr alexandr alexey alexei aleksey aleksei sergey sergei andrey andrei dmitry dmitriy dmitri mikhail nikolay nikolai evgeny evgeniy vladimir igor oleg yuri yury olga tatiana natalia ekaterina svetlana irina anastasia yulia ksenia galina lyudmila maxim ilya kirill boris vasily',
    family:
      'ivanov petrov sidorov smirnov kuznetsov popov sokolov morozov sorokin volkov kozlov novikov fedorov orlov zaytsev pavlov ivanova petrova smirnova kuznetsova morozova',
    patronymics: /.{2}(?:ovich|evich|ovna|evna|ichna|inichna)$/u,
    genders: { feminine: /(?:[oe]va|[iy]na|aya|aia)$/u, masculine: /(?:[oe]v|[iy]n|iy|ii|ky)$/u },
  },
  /** ICAO Doc 9303 and BGN/PCGN, and the ways in which people write their own names. Also names in Latin letters. */
  {
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
    letterChoices: {
      'russian-ending': {
        y: { share: 0.66, letters: { ий$: 'y', ый$: 'y', ия$: 'ia' } },
        iy: { share: 0.19, letters: { ий$: 'iy', ый$: 'yy', ия$: 'iya' } },
        ii: { share: 0.15, letters: { ий$: 'ii', ый$: 'yi', ия$: 'iia' } },
      },
      'russian-vowels': {
        y: { share: 0.78, letters: { й: 'y', ю: 'yu', я: 'ya', ия$: 'ia' } },
        i: { share: 0.17, letters: { й: 'i', ю: 'iu', я: 'ia' } },
        j: { share: 0.05, letters: { й: 'j', ю: 'ju', я: 'ja' } },
      },
      'russian-kh': {
        kh: { share: 0.66, letters: { х: 'kh' } },
        h: { share: 0.34, letters: { х: 'h' } },
      },
      'russian-shch': {
        shch: { share: 0.58, letters: { щ: 'shch' } },
        sch: { share: 0.36, letters: { щ: 'sch' } },
        sh: { share: 0.06, letters: { щ: 'sh' } },
      },
      'russian-soft-sign': {
        ye: { share: 0.5, letters: { ье: 'ye', ьё: 'ye', ъе: 'ye', ьи: 'yi' } },
        ie: { share: 0.36, letters: { ье: 'ie', ьё: 'ie', ъе: 'ie', ьи: 'i' } },
        e: { share: 0.14, letters: { ье: 'e', ьё: 'ev', ъе: 'e', ьи: 'i' } },
      },
      'russian-yo': {
        e: { share: 0.72, letters: { ё: 'e' } },
        o: { share: 0.1, letters: { ё: 'yo', чё: 'cho', шё: 'sho', щё: 'shcho', ьё: 'yo' } },
        yo: { share: 0.18, letters: { ё: 'yo', чё: 'cho', шё: 'sho', щё: 'shcho', жё: 'zho' } },
      },
      'russian-initial-e': {
        e: { share: 0.9, letters: {} },
        ye: { share: 0.1, letters: { '^е': 'ye' } },
      },
      'russian-ts': {
        ts: { share: 0.9, letters: { ц: 'ts' } },
        c: { share: 0.1, letters: { ц: 'c' } },
      },
    },
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
  },
  /** Serbian Latin letters without marks; ђ as dj or d. */
  {
    id: 'serbian-cyrillic',
    countries: 'rs me ba xn--90a3ac',
    foreignLetters: /[ыэёъьщйюяіїєґўѓќѕғқңөұүһҷӣӯҳ]/u,
    signs: /[ђјљњћџ]/u,
    familyEndings: /ић$/u,
    given:
      'јелена љиљана ђорђе милан никола марко јован стефан милица драгана ана марија александар душан зоран милош владимир небојша',
    family:
      'јовановић петровић николић марковић ђорђевић стојановић илић станковић живковић поповић тодоровић',
    letters: {
      ...cyrillicLetters,
      ...readLetters('ђ dj, ж z, ј j, љ lj, њ nj, ћ c, х h, ц c, ч c, џ dz, ш s'),
    },
    letterChoices: {
      stroke: {
        dj: { share: 0.85, letters: { ђ: 'dj' } },
        d: { share: 0.15, letters: { ђ: 'd' } },
      },
    },
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  },
  /** đ as dj, in most addresses. */
  {
    id: 'serbian',
    countries: 'rs me',
    marks: 'čćđšž',
    signs: /đ|(?:ović|ević|jić)$/u,
    familyEndings: /(?:ić|ic)$/u,
    given: `bogdan dejan slavko radovan miodrag nebojša veljko uroš lazar dušica danica tijana dragan milan nikola zoran aleksandar miloš milos marko jovan stefan đorđe djordje dorde dušan dusan nenad vladimir bojan goran slobodan branislav ivan petar vuk
    marija jelena milica dragana ana ljiljana snežana ivana gordana mirjana jovana katarina sanja nataša biljana vesna`,
    family:
      'jovanović jovanovic petrović petrovic nikolić nikolic marković markovic đorđević djordjevic stojanović stojanovic ilić ilic stanković stankovic pavlović pavlovic milošević đoković djokovic živković zivkovic popović todorović kostić mitrović lazarević ristić savić',
    letterChoices: {
      stroke: {
        dj: { share: 0.85, letters: { đ: 'dj' } },
        d: { share: 0.15, letters: { đ: 'd' } },
      },
    },
    shortForms:
      'aleksandar aca sasa, aleksandra sandra, dragan gagi, nemanja neca, nikola nidzo, vladimir vlada, slobodan boban, jovan joca, milan mile, jelena jeca, milica mica, dušan duda, miloš misa, stefan stef, ljiljana ljilja',
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  },
  {
    id: 'slovak',
    countries: 'sk',
    marks: 'áäčďéíĺľňóôŕřšťúýžöüě',
    signs: /[ľĺŕôď]|[mpbv]ä(?!u)|(?:ová|ček|ák)$/u,
    familyEndings: /(?:ová|ský|ská)$/u,
    given: `matúš matus erik lukáš jakub samuel adam filip richard rastislav branislav dušan vladimíra lenka veronika barbora dominika ján jan jozef peter štefan michal martin milan miroslav ľubomír lubomir juraj ľuboš lubos marek tomáš ladislav vladimír igor pavol zuzana mária maria anna jana
    katarína katarina eva monika andrea ivana lucia marta silvia viera zdenka ľudmila`,
    family:
      'horváth horvath kováč kovac varga tóth toth nagy baláž balaz szabó molnár molnar balog lukáč novák kováčová hruška hruska ďurišová hôrka balážová hudák bartoš zeman kollár gašpar mikuš',
    shortForms:
      'jozef jozo, ján jano, jan jano, štefan stevo, michal miso, peter peto, pavol palo, juraj juro, ľubomír lubo, lubomir lubo, vladimír vlado, zuzana zuzka, katarína katka, mária majka, tomáš tomi, miroslav miro, ladislav laco, martin maros, alžbeta betka',
  },
  {
    id: 'slovene',
    countries: 'si',
    marks: 'čšžćđ',
    signs: /(?:čič|nik|ček|pančič|vec)$/u,
    familyEndings: /(?:ič|ic|šek|nik)$/u,
    given:
      'nuša nusa tadej blaž jure miha simon bojan igor zoran alenka vesna tatjana metka maruša franc janez marko ivan anton andrej jožef jozef luka matej marjan peter tomaž tomaz aleš ales matjaž matjaz gregor rok žiga ziga marija ana maja irena mojca mateja nina nataša barbara petra špela spela urška katja tina andreja',
    family:
      'novak horvat krajnc kovačič kovacic zupančič zupancic potočnik mlakar vidmar golob kos turk božič kralj korošec bizjak hribar kotnik kavčič rozman černe cerne oblak žagar hočevar',
    shortForms:
      'franc franci, janez jani, jožef joze, anton tone, aleksander sandi, marija micka, katarina katja, matjaž matjaz, gregor grega, dušan dule, uroš uros',
  },
  /** Ukrainian names that were romanised already. */
  {
    id: 'ukrainian-latin',
    countries: 'ua xn--j1amh',
    marks: '',
    signs: /(?:enko|chuk|iuk|yshyn|skyi)$|^(?:oleks|volod|mykh|mykol|serh)/u,
    familyEndings: /(?:enko|chuk|shchuk|iuk|yuk|skyi|skyy|sky|ska|ets|[oe]va?)$/u,
    given:
      'oleksiy nataliya yulia zoia zoya lesia lesya solomiia yaroslav vladyslav artem denys maksym roman ostap nazar yaryna khrystyna liudmyla olha nadiia halyna vira liubov andrii andriy oleksandr oleksandra oleksii kateryna yuliia mariia nataliia volodymyr dmytro yevhen viktoriia vitalii mykola mykhailo iryna tetiana olena serhii yurii anastasiia sofiia bohdan taras oleh ihor pavlo petro vasyl svitlana hanna',
    family:
      'honcharuk horbach tymoshenko polishchuk romanenko havryliuk vasylenko ponomarenko oliynyk klymenko tkach bilyi panchenko yurchenko shevchenko kovalenko bondarenko tkachenko kravchenko oliinyk shevchuk koval melnyk marchenko lysenko rudenko savchenko petrenko hrytsenko zhuravel bondar moroz',
    spellings: `andrii andrii andriy andrey, andriy andriy andrii, oleksii oleksii oleksiy, serhii serhii serhiy sergiy, yuliia yuliia julia yulia, mariia mariia maria, nataliia nataliia natalia, yurii yurii yuriy, vitalii vitalii vitaliy, kateryna kateryna katerina`,
    genders: { feminine: /(?:[oe]va|ina|ska)$/u, masculine: /(?:[oe]v|in|yi|ky)$/u },
  },
  /** Resolution 55 of the Cabinet of Ministers of Ukraine, 2010, and older habits. */
  {
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
      ...readLetters(`
        г h, ґ g, є ie, ^є ye, зг zgh, и y, і i, ї i, ^ї yi, й i, ^й y, ю iu, ^ю yu, я ia, ^я ya, ий$ yi,
        ё e`),
    },
    letterChoices: {
      'ukrainian-shch': {
        shch: { share: 0.78, letters: { щ: 'shch' } },
        sch: { share: 0.22, letters: { щ: 'sch' } },
      },
      'ukrainian-vowels': {
        law: { share: 0.72, letters: {} },
        y: { share: 0.28, letters: { є: 'ye', ю: 'yu', я: 'ya', й: 'y', ий$: 'y', ія$: 'iya', ї: 'yi' } },
      },
      'ukrainian-ending': {
        yi: { share: 0.35, letters: { ський$: 'skyi', ий$: 'yi' } },
        y: { share: 0.55, letters: { ський$: 'sky', ий$: 'y' } },
        iy: { share: 0.1, letters: { ський$: 'skiy', ий$: 'iy' } },
      },
      'ukrainian-h': {
        h: { share: 0.84, letters: { г: 'h' } },
        g: { share: 0.16, letters: { г: 'g' } },
      },
      'ukrainian-y': {
        y: { share: 0.88, letters: { и: 'y' } },
        i: { share: 0.12, letters: { и: 'i' } },
      },
    },
    spellings: `олександр oleksandr alexander olexandr alex, олександра oleksandra alexandra, олексій oleksii oleksiy alexey, андрій andrii andriy andrey, сергій serhii sergii sergiy serhiy sergey, юлія yuliia julia yulia yuliya, марія mariia maria mariya, наталія nataliia natalia nataliya natalya, наталя natalia natalya,
    володимир volodymyr vladimir, дмитро dmytro dmitry, євген yevhen eugene evgen yevgen, вікторія viktoriia victoria viktoria, віталій vitalii vitaliy, микола mykola nikolay, михайло mykhailo mikhail mykhaylo, ірина iryna irina, тетяна tetiana tatiana tetyana, олена olena elena,
    юрій yurii yuriy yuri, катерина kateryna katerina, ганна hanna anna ganna, софія sofiia sofia, соломія solomiia solomia, ксенія kseniia ksenia, анастасія anastasiia anastasia, дарія dariia daria, дарʼя daria, ігор ihor igor, олег oleh oleg, богдан bohdan bogdan, павло pavlo, петро petro, марта marta, людмила liudmyla lyudmyla, василь vasyl, світлана svitlana, григорій hryhorii grygorii hryhoriy grygoriy grigoriy, георгій heorhii georgii, геннадій hennadii gennadii gennadiy, анатолій anatolii anatoliy, валерій valerii valeriy, василина vasylyna, в'ячеслав viacheslav vyacheslav, вячеслав viacheslav vyacheslav, валентина valentyna valentina, надія nadiia nadiya, лідія lidiia lidiya, лілія liliia liliya, євгенія yevheniia evgenia yevgeniya, аліна alina, ілона ilona, інна inna, яна yana, артем artem, антон anton, денис denys denis, кирило kyrylo kirill, станіслав stanislav, ростислав rostyslav, святослав sviatoslav, едуард eduard, гліб hlib gleb, ілля illia ilya, данило danylo, назар nazar, тимофій tymofii tymofiy, федір fedir, степан stepan, орест orest, остап ostap, любов liubov lyubov, любомир liubomyr lyubomyr, галина halyna galyna galina, уляна uliana ulyana, оксана oksana, христина khrystyna, злата zlata, дарина daryna, мирослава myroslava, ярослава yaroslava, вероніка veronika, поліна polina, маргарита marharyta margaryta margarita, єлизавета yelyzaveta elizaveta`,
    shortForms:
      'oleksandr sasha alex, oleksandra sasha, andrii andrew, dmytro dima, kateryna katya kate, mariia masha, yuliia julia, anastasiia nastya, volodymyr vova, viktoriia vika, oleksii alex, olena lena, mykhailo misha, yevhen zhenya, tetiana tanya, serhii serge, nataliia natasha, sofiia sonia, mykola kolya, iryna ira',
    genders: { feminine: /(?:[оеє]ва|іна|ська|цька)$/u, masculine: /(?:[оеє]в|ін|ий)$/u },
  },
];
