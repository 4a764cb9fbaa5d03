import type { Language } from '../language.ts';

/** Short forms after common use in British and American offices. */
const english: Language = {
  id: 'english',
  countries: 'uk us au nz ca ie',
  familyPerMille: 'smith 10, jones 7, johnson 7, williams 6, brown 6, taylor 5, davis 4, miller 4, wilson 4',
  given: `vivian winnie jacky kelvin calvin edwin candy cherry gigi elaine phoebe bonnie kenny sammy ivan janice irene priscilla eunice esther iris june marco jimmy benny freddie willy ada leo ava ella isla mia lily freya evie florence alfie archie theo jude toby max felix hugo owen luke mason liam connor hunter chase cole blake brooke paige faith hope holly heidi hazel ivy ruby pearl violet daisy rosie molly millie maisie edith agnes doris mabel joyce maureen sheila marjorie audrey wilma velma marcia tara kayla kelsey lindsay lindsey whitney courtney erin shannon colleen kathy debbie peggy penny katie jackie vicky sally sylvia yvonne cheryl darlene marlene lorraine geraldine bernard hugh rupert giles piers miles clifford cecil cyril neville rodney derek terence desmond maurice percy ernest herbert wilfred edmund julian dominic adrian damian quentin spencer preston parker carter robin quinn rory ross lewis callum ewan angus hamish fraser john james robert michael william david richard thomas charles christopher daniel matthew anthony mark donald
    steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas
    eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis
    jerry tyler aaron henry douglas peter adam nathan zachary walter kyle harold jeremy ethan carl keith roger gerald
    christian terry sean arthur austin noah lawrence jesse joe bryan billy jordan albert dylan bruce willie gabriel alan
    juan logan wayne ralph roy eugene randy vincent russell louis philip bobby johnny bradley mary patricia jennifer linda
    elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna michelle
    carol amanda melissa deborah stephanie rebecca laura sharon cynthia kathleen amy angela shirley anna ruth brenda
    pamela nicole katherine samantha christine catherine emma olivia grace chloe sophie lucy charlotte oliver harry
    george oscar poppy claire helen alice jane simon graham nigel ian stuart neil craig hannah megan abigail carmen
    jason ann anne joanne tracy rachel julia caroline victoria natalie diana diane janet heather teresa theresa evelyn joan
    judith judy rose beverly denise marilyn kathryn martha gloria madison jacqueline frances ellen tina wendy leah vivian
    valerie bob jim tom bill mike dave steve chris matt dan ben sam tim greg jeff ken ron ted nick alex tony fred arnold
    stanley leonard howard victor martin duncan gavin keith trevor clive barry leslie lesley gillian hilary philippa fiona`,
  family: `simmons hayes griffin ellis bryant alexander perkins coleman gibson freeman webster holmes rice burke wheeler lawson dunn chapman armstrong harper greene lane carpenter fields franklin snyder weaver spencer garner douglas peterson cunningham elliott bradley barrett riley bishop fox crawford jordan rhodes kensington hartley whitfield ashworth holloway pritchard thornton marsh wade chandler smith johnson williams brown jones miller davis wilson anderson taylor thomas moore jackson martin thompson
    white harris clark lewis robinson walker young allen king wright scott torres hill green adams nelson baker hall
    campbell mitchell carter roberts phillips evans turner parker collins edwards stewart morris murphy cook rogers
    morgan cooper reed bailey bell kelly howard ward cox richardson wood watson brooks bennett gray hughes price myers
    foster long ross powell jenkins perry russell sullivan fisher henderson cole hamilton graham reynolds ford marshall
    owens harrison shaw hunt black palmer stone mills knight butler barnes wells webb simpson tucker porter hunter
    mason dixon mcdonald mckenzie macdonald fitzgerald burton pearson fletcher saunders atkinson`,
  shortForms: `abigail abby, albert al bert, alexander alex, alexandra alex sandra, alfred fred alf alfie, amanda mandy,
    andrew andy drew, anthony tony, arthur art, barbara barb, benjamin ben, bernard bernie, bradley brad,
    catherine cathy kate cat, charles charlie chuck, charlotte charlie lottie, christina tina chris, christine chris,
    christopher chris, cynthia cindy, daniel dan danny, david dave, deborah debbie deb, dennis denny, donald don,
    dorothy dot dottie, douglas doug, edward ed eddie ted, eleanor ellie nell, elizabeth liz beth lizzie,
    emily em, eugene gene, frances fran, francis frank fran, franklin frank, frederick fred, gabriel gabe, gerald jerry,
    geoffrey geoff, gregory greg, harold harry hal, henry harry hank, isabella bella izzy, jacob jake,
    jacqueline jackie, james jim jamie, jeffrey jeff, jennifer jen jenny, jeremy jem, jessica jess,
    john jack johnny, jonathan jon, joseph joe, joshua josh, judith judy, katherine kate kathy katie,
    kathleen kathy kate, kenneth ken, kimberly kim, lawrence larry, leonard len leo, lewis lew, louis lou,
    margaret maggie peggy meg, martin marty, matthew matt, maxwell max, melissa mel, michael mike mick, michelle shelly,
    mitchell mitch, nathan nate, nathaniel nate nat, nicholas nick, nicole nicky, oliver olly ollie, olivia liv,
    pamela pam, patricia pat trish tricia, patrick pat paddy, peter pete, philip phil, phillip phil, raymond ray,
    rebecca becky becca, richard rick rich dick, robert bob rob, roderick rod, rodney rod, ronald ron, russell russ,
    samantha sam, samuel sam, sandra sandy, stanley stan, stephanie steph, stephen steve, steven steve, stuart stu,
    susan sue susie, suzanne sue, terence terry, theodore ted theo, theresa terry tess, thomas tom tommy, timothy tim,
    valerie val, victor vic, victoria vicky tori, vincent vince, walter walt, william bill will billy, zachary zach zack,
    gillian gill, josephine jo josie, joanna jo, leslie les, cameron cam, dominic dom, edmund ed, graham gray,
    georgina georgie, harriet hattie, hugh hughie, imogen immy, natalie nat, penelope penny, rosemary rosie, vanessa nessa`,
  usualShortForms: `christopher chris, michael mike, robert bob rob, david dave, daniel dan, matthew matt, thomas tom, nicholas nick, benjamin ben, timothy tim,
    gregory greg, jeffrey jeff, stephen steve, steven steve, kenneth ken, joshua josh, samuel sam, andrew andy, william bill will, james jim, anthony tony, ronald ron, donald don, jonathan jon,
    zachary zach, deborah debbie, katherine kate, catherine cathy kate, elizabeth liz, jennifer jen, rebecca becky, susan sue, alexander alex, edward ed, frederick fred, theodore ted, geoffrey geoff, philip phil`,
};

export const germanic: readonly Language[] = [
  /** Names of Dutch and French origin; particles are mostly kept. */
  {
    id: 'afrikaans',
    countries: 'za na',
    marks: 'êëïôéèöüû',
    given:
      'marietjie mariëtte mariette ansie hettie tienie wynand schalk dirk willem jan hennie gert andre charl ruan werner christiaan danelle chantelle adri ina johan pieter hendrik francois jaco kobus gerhard annelise elmarie riaan deon danie hannes christo anton stefan liezel marlize karin',
    family: `labuschagne vuuren heerden zyl rooyen staden jaarsveld schoeman strydom oosthuizen pienaar engelbrecht swanepoel snyman bezuidenhout potgieter janse westhuizen cronje kotze botha merwe pretorius coetzee plessis nel venter steyn fourie kruger vermaak jansen marais swart smit wyk
    villiers toit joubert erasmus theron viljoen burger lombard naude malan merwe niekerk rensburg`,
    particles: { van: 0.92, der: 0.92, du: 0.95, de: 0.95, janse: 0.9 },
    shortForms:
      'jacobus kobus jaco, johannes johan hannes, hendrik hennie, pieter piet, petrus piet, daniel danie, susanna sanet, francois frans, gerhardus gert, elizabeth elize',
  },
  /** ø as o or oe, å as a or aa: all in use. */
  {
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
    letterChoices: {
      slash: {
        single: { share: 0.66, letters: { ø: 'o' } },
        double: { share: 0.34, letters: { ø: 'oe' } },
      },
      ring: {
        single: { share: 0.62, letters: { å: 'a' } },
        double: { share: 0.38, letters: { å: 'aa' } },
      },
    },
    familyNames: { first: 0.2, last: 0.62, joined: 0.13, separated: 0.01, hyphenated: 0.04 },
    shortForms:
      'christian chris, frederik freddy, kristoffer kris, alexander alex, mikkel mik, nikolaj niko, elisabeth lise lisbeth, margrethe grethe, annemette mette, katrine trine',
  },
  /** Particles: joined or dropped in most offices; vd for van der in some. */
  {
    id: 'dutch',
    countries: 'nl be',
    marks: 'áéíóúëïöüèĳçê',
    signs:
      /^(?:van|vander|vanden|den|ter|ten)$|^ij|sz?oon$|(?:ink|stra|sma|veld|huis|dijk|beek|broek|broeck|kamp)$/u,
    given: `floor joris rik bart frank hans peter dennis ronald erik rob ad lars jesse milan finn luca eva emma anna julia isa noor roos maud marjolein petra karin sandra astrid yvonne ria truus jan piet kees cees henk willem johannes hendrik gerrit pieter cornelis jacobus dirk marieke sanne anouk femke lotte
    daan bram sem luuk thijs bas koen joost ruud wouter maarten jeroen sander niels mark tim stijn wim jaap koos ineke
    anneke els marjan saskia esther monique ellen linda wendy inge fleur lieke evi sophie daniëlle danielle annelies
    hanneke marloes tessa ilse ijsbrand ysbrand luc filip geert dries lieve griet an ann veerle hilde karel`,
    family: `hendriksen willemsen gerritsen wouda hart kramer bosman blom scheffer nijhuis jonker prins evers schipper post vink koning dijkman vandamme declercq lambrechts aerts wuyts claeys jansen vries berg bakker janssen visser smit meijer boer mulder groot bos vos peters hendriks leeuwen dekker
    brouwer wit dijkstra smits graaf meer linden kok jacobs haan vermeulen heuvel veen broek bruijn bruin heijden
    schouten beek willems vliet ven hoekstra maas verhoeven koster dam peeters maes mertens claes wouters goossens
    dubois desmet vandenberghe hof horst hoff bosch broeck hondt dijk kuipers postma scholten wal huisman`,
    particles: { van: 0.8, de: 0.84, der: 0.8, den: 0.8, t: 0.76, ter: 0.84, ten: 0.84, v: 0.8, d: 0.95 },
    letters: { ĳ: 'ij' },
    givenNames: { first: 0.78, last: 0.02, joined: 0.13, separated: 0.02, hyphenated: 0.05 },
    shortForms: `cornelis cees kees, hendrik henk, jacobus koos jaap, johannes hans jan johan, wilhelmus wim, willem wim,
    pieter piet, gerardus gerard, antonius ton toon, elisabeth els liesbeth, catharina trees, margaretha greet,
    maximiliaan max, nicolaas nico klaas, johanna hanneke joke, adrianus ad arjan, theodorus theo, petrus piet, bastiaan bas,
    sebastiaan bas, maarten marty, annelies lies, frederik fred, lodewijk lo`,
  },
  english,
  /** ä, ö, ü as ae, oe, ue: DIN 5007-2 and common use in Germany and Austria; a, o, u mostly outside. */
  {
    id: 'german',
    countries: 'de at ch li lu',
    familyPerMille: 'mueller 9, muller 9, schmidt 7',
    marks: 'äöüßéèáëç',
    signs:
      /^(?:von|vom|zu)$|ß|äu|ü[a-z]?(?:tz|ck|ch|h[lnr]|n[zg]|pp|gg|ff|ller)|[äö](?:tz|ck|ch|hl|hr)|(?:mann|stein|berger|bauer|maier|meier|meyer|schmidt|schmitt|inger|hofer|huber|lüdenscheidt|straße)$/u,
    given: `max anna uli toni thomas peter michael martin frank daniel alexander christian patrick robert walter georg anton hannah lara emma marie julia sarah laura lisa vanessa jessica sabrina nina doris angelika marion ilona marlies karl-heinz hans-peter rolf egon kurt rudolf ludwig erich fritz georg arne nils ole lasse finn tim jan ben paul luca elias noah emil anton theo leon mia clara frieda charlotte antonia johanna theresa miriam svenja maike wiebke frauke hans jürgen jurgen juergen karl heinz wolfgang klaus dieter günther gunther guenther werner horst uwe jörg jorg joerg
    stefan andreas matthias markus sebastian tobias florian lukas jonas felix maximilian ulrich friedrich wilhelm johann
    johannes joachim rainer bernd ralf holger torsten thorsten sven jens kai ute ursula monika renate sabine petra
    claudia birgit heike susanne andrea anke silke katrin kathrin katharina annette ingrid helga gisela brigitte
    hannelore anneliese jutta lena leonie annika franziska ulrike gerhard manfred helmut herbert günter gunter
    urs beat reto heidi änne anne gudrun elke dörte ilse otto christoph philipp moritz dominik niklas lothar
    hartmut eckhard axel sonja tanja anja nadine melanie elisabeth liesl sepp josef franz xaver alois`,
    family: `brandstätter schreiner ritter bayer maurer kaufmann lindner ernst beyer arndt thiele kessler hermann barth ullrich reuter voss heinz wenzel krebs brunner frey nowak krieger hauser stadler egger wimmer hofer leitner baumgartner reiter schmid bachmann gerber bieri leyen müller muller mueller schmidt schneider fischer weber meyer wagner becker schulz hoffmann schäfer schafer koch bauer
    richter klein wolf schröder schroder neumann schwarz zimmermann braun krüger kruger hofmann hartmann lange schmitt werner krause meier
    lehmann köhler kohler herrmann könig konig walter mayer huber kaiser fuchs peters lang scholz möller moller weiß weiss jung hahn
    schubert vogel friedrich keller günther berger winkler roth beck lorenz baumann franke albrecht schuster simon ludwig
    böhm bohm winter kraus schumacher krämer kramer vogt stein jäger jager otto sommer groß gross seidel heinrich brandt haas schreiber graf
    dietrich ziegler kuhn kühn kuhn pohl engel horn busch bergmann voigt sauer arnold wolff pfeiffer lüders luders bänziger
    hölzl holzl strauß strauss zürcher wyss gruber steiner moser pichler eder`,
    letterChoices: {
      umlaut: {
        digraph: { share: 0.84, letters: { ä: 'ae', ö: 'oe', ü: 'ue' } },
        plain: { share: 0.16, letters: { ä: 'a', ö: 'o', ü: 'u' } },
      },
    },
    particles: { von: 0.8, zu: 0.65 },
    shortForms: `andreas andi andy, alexander alex, christian chris, daniel dani, elisabeth lisa elli sissi, friedrich fritz,
    franziska franzi, gerhard gerd, hans-peter hape, hildegard hilde, ilse ilsa, johann hans hannes, johannes hannes hans jo,
    joachim jochen achim, josef sepp, jürgen jogi, juergen jogi, katharina kathi kathrin katja, klaus klausi, konrad konni, ludwig lutz,
    magdalena leni magda, manfred manni, margarete grete gretel, maximilian max, michael micha michi, nikolaus klaus niko,
    peter pit, reinhard reini, sabine bine, sebastian basti, siegfried sigi, stefan steff, stephan steff, susanne susi sanne,
    therese resi, thomas tom, tobias tobi, ulrich uli ulli, ulrike uli ulli, ursula uschi ulla, walter walti, werner werni,
    wilhelm willi willy, wolfgang wolf wolfi, dorothea doro thea, florian flo, günter, matthias matze matt, philipp phil, theodor theo,
    benjamin ben, jonathan jona, leonhard leo, leopold poldi, rudolf rudi, theresa resi, viktoria vicky`,
  },
  /** þ as th, ð as d: as in Icelandic addresses. The last name is formed from the father's or the mother's. */
  {
    id: 'icelandic',
    countries: 'is',
    marks: 'áðéíóúýþæö',
    signs: /[þð]|(?:dóttir|dottir|sson|ursson)$/u,
    familyEndings: /(?:ss?on|dóttir|dottir)$/u,
    given: `jón jon sigurður sigurdur guðmundur gudmundur gunnar ólafur olafur einar kristján kristjan magnús magnus stefán stefan jóhann bjarni árni arni guðrún gudrun anna kristín kristin sigríður sigridur
    margrét margret helga sigrún ingibjörg ingibjorg jóhanna þórdís thordis björk bjork örn orn ægir katrín katrin hildur halldór halldor`,
    family:
      'jónsson jonsson sigurðsson sigurdsson guðmundsson gunnarsson ólafsson einarsson magnússon jónsdóttir sigurðardóttir guðmundsdóttir gunnarsdóttir magnúsdóttir þórsdóttir',
    letters: { þ: 'th', ð: 'd', æ: 'ae', ö: 'o' },
    letterChoices: {
      thorn: {
        th: { share: 0.93, letters: { þ: 'th' } },
        t: { share: 0.07, letters: { þ: 't' } },
      },
    },
    shortForms:
      'guðrún gunna, sigurður siggi, guðmundur gummi, kristín stína, ingibjörg inga, magnús maggi, jón nonni',
  },
  /** Written as French names are, with German umlauts in both ways. */
  {
    id: 'luxembourgish',
    countries: 'lu',
    marks: 'äëéöüèçôêïß',
    given:
      'jang pol luc marc jean-claude joëlle joelle mäite maite fränk frank sven tom carole martine nadine romain gilles',
    family:
      'schmit muller weber wagner hoffmann thill kremer welter becker welfring reuter kieffer reding bettel junck schiltz',
    letterChoices: {
      umlaut: {
        plain: { share: 0.7, letters: { ä: 'a', ö: 'o', ü: 'u' } },
        digraph: { share: 0.3, letters: { ä: 'ae', ö: 'oe', ü: 'ue' } },
      },
    },
    familyNames: { first: 0.6, last: 0.15, joined: 0.1, separated: 0.03, hyphenated: 0.12 },
    shortForms: 'nicolas nic, françois franz, jean jang',
  },
  /** ø as o or oe, æ as ae or a, å as a or aa: all in use. */
  {
    id: 'norwegian',
    countries: 'no',
    givenNames: { first: 0.56, last: 0.03, joined: 0.2, separated: 0.14, hyphenated: 0.07 },
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
    letterChoices: {
      slash: {
        single: { share: 0.8, letters: { ø: 'o' } },
        double: { share: 0.2, letters: { ø: 'oe' } },
      },
      ligature: {
        digraph: { share: 0.66, letters: { æ: 'ae' } },
        plain: { share: 0.34, letters: { æ: 'a' } },
      },
      ring: {
        single: { share: 0.82, letters: { å: 'a' } },
        double: { share: 0.18, letters: { å: 'aa' } },
      },
    },
    familyNames: { first: 0.24, last: 0.62, joined: 0.08, separated: 0.01, hyphenated: 0.05 },
    shortForms:
      'kristoffer kris, alexander alex, elisabeth lise lisbeth, johannes johs, kristian kris, magnus mags, katrine trine, margrethe grete, andreas anders',
  },
  /** å, ä, ö without marks: common use in Sweden. */
  {
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
    letterChoices: {
      ring: {
        single: { share: 0.96, letters: { å: 'a' } },
        double: { share: 0.04, letters: { å: 'aa' } },
      },
    },
    familyNames: { first: 0.27, last: 0.5, joined: 0.17, separated: 0.01, hyphenated: 0.05 },
    shortForms: `alexander alex, andreas adde, anna-karin anki, christer chris, fredrik fredde, gunilla gulli, johan johnny,
    karl-johan kalle, karl kalle, kristina stina, lars lasse, margareta greta maggan, mikael micke, niklas nicke, nils nisse,
    per pelle, stefan steffe, tobias tobbe, torbjörn tobbe, ulrika ulla, charlotta lotta, magdalena lena, elisabet lisa,
    gustav gurra, kristoffer kris stoffe, anders ante, thomas tompa`,
  },
];
