import type { Language } from '../language.ts';

export const romance: readonly Language[] = [
  {
    id: 'basque',
    countries: 'eus es',
    marks: 'ñáéíóúü',
    signs: /etxea|^(?!.*(?:ü|sch)).*(?:tx|tz)|(?:aga|egi|eta|uri|mendi|barri)$/u,
    given:
      'begoña begona maialen oihane garazi uxue june eñaut oier julen markel beñat kepa joseba jon-ander amaia iker jon mikel ane nerea leire aitor ander gorka unai eneko itziar maite ainhoa josu xabier iñaki inaki koldo arantxa asier miren jone',
    family:
      'arriola etxebarria bilbao iturbe azkue olabarria uriarte lizarraga altuna mendieta elorriaga aristegi goikoetxea etxeberria larrañaga larranaga agirre zubizarreta garmendia aranburu urrutia mendizabal ibarra elizondo arrieta otegi zabala lasa',
    familyNames: { first: 0.93, last: 0.03, joined: 0.02, separated: 0.01, hyphenated: 0.01 },
    familyNameCount: 2,
    spellings: 'ma maria m',
    shortForms: 'arantxa arantza, francisco patxi, ignacio iñaki, josé joxe, itziar itzi, goikoetxea goiko',
  },
  {
    id: 'catalan',
    countries: 'cat es ad',
    marks: 'àçéèíïóòúü·ŀ',
    signs: /l·l|ŀl|^i$|(?:puig|ferrer|casals|vila|vilà)$/u,
    given: `jordi montserrat josep núria nuria marc pau pere joan xavier jaume francesc ramon lluís lluis carles albert oriol arnau guillem mercè merce meritxell
    laia anna marta eulàlia eulalia dolors esteve ferran miquel mireia neus`,
    family:
      'puig ferrer vila vilà soler bosch casals serra roca pujol mas font riera rovira valls vidal costa sala martí marti solé sole esteve batlle prat',
    familyNames: { first: 0.88, last: 0.03, joined: 0.06, separated: 0.01, hyphenated: 0.02 },
    givenNames: { first: 0.42, last: 0.02, joined: 0.5, separated: 0, hyphenated: 0.06 },
    familyNameCount: 2,
    spellings: 'ma maria m',
    shortForms:
      'montserrat montse, josep pep, francesc cesc xesc, jaume jaumet, eulàlia laia, meritxell txell, mercè merche, núria nuri, ferran nan, jordi jordi',
    usualShortForms: 'montserrat montse, francesc cesc, josep pep',
  },
  {
    id: 'french',
    countries: 'fr be lu mc ch ca ma dz tn sn ci cm cd',
    marks: 'àâæçéèêëîïôœùûüÿñö',
    signs: /ç|œ|(?:eau|eaux|ault|ois|oux|ier|iere|ière|elle|ette|iste)$|^(?:le|du|des|de)$/u,
    given: `benjamin arthur jules raphaël raphael gabriel léo leo lucas adam maël mael noé noe ethan nathan tom mathis quentin clément clement romain florian kevin jérôme jerome fabrice yves yvonne marcelle simone denise odile brigitte annick maryse josiane sandrine delphine karine laure claire pauline mathilde inès ines clara jade louise alice juliette margaux amandine virginie séverine severine patricia corinne dominique claudine ghislaine solange bérénice axelle noémie noemie marie-claude jean-baptiste jean-claude jean-michel jean-paul jean-marie françois-xavier pierre-yves marie-thérèse marie-christine tristan gaël gael yann yannick erwan jean pierre michel andré andre philippe rené louis alain jacques bernard marcel daniel roger robert paul claude christian henri
    georges nicolas françois francois patrick gérard gerard christophe olivier laurent frédéric frederic éric eric sébastien sebastien julien pascal thierry vincent
    antoine guillaume maxime alexandre benoît benoit cédric cedric loïc loic hugo théo mathieu marie jeanne françoise francoise monique catherine
    nathalie isabelle jacqueline anne sylvie martine nicole hélène helene christine valérie valerie sophie stéphanie stephanie céline celine chloé
    camille élodie elodie aurélie aurelie émilie emilie julie laëtitia laetitia anaïs anais lucie manon léa lea zoé zoe véronique veronique
    jean-pierre jean-luc jean-marc marie-claire anne-sophie anne-marie`,
    family: `dupuis marchand giraud bourgeois lemoine renard marie picard barbier schmitt colin vidal caron aubert rey renaud leclerc lacroix moulin bailly barre perret fleury meunier klein berger royer poirier benoit ndiaye diallo diop traoré traore bruyère bruyere carpentier vasseur deschamps guillot besson hubert prevost martin bernard dubois thomas robert richard petit durand leroy moreau simon laurent lefebvre lefèvre michel garcia david
    bertrand roux vincent fournier morel girard andré mercier dupont lambert bonnet françois martinez legrand garnier
    faure rousseau blanc guerin guérin muller henry roussel perrin morin mathieu clement gauthier dumont lopez
    fontaine chevalier robin masson sanchez gerard nguyen boyer denis lemaire duval gautier roger roche roy noel noël
    gaulle goff tour benali bouchard tremblay gagnon lavoie`,
    familyNames: { first: 0.55, last: 0.15, joined: 0.17, separated: 0.03, hyphenated: 0.1 },
    particles: { de: 0.84, la: 0.84, le: 0.95, du: 0.95 },
    shortForms: `alexandre alex, alexandra alex, benoît ben, benoit ben, benjamin ben, catherine cathy, christophe chris, christine chris, dominique dom,
    frédéric fred, frederic fred, françois franck, gabriel gab, guillaume guigui, isabelle isa, jean-baptiste jb, jean-charles jc, jean-michel jm,
    jean-christophe jc, laurent lolo, maxime max, maximilien max, nathalie nath, nicolas nico, olivier oli, philippe phil, sébastien seb, sebastien seb,
    stéphane steph, stephane steph, stéphanie steph, stephanie steph, thibault titi, valérie val, valerie val, véronique vero, veronique vero, vincent vince,
    emmanuel manu, emmanuelle manu, élisabeth babeth, elisabeth babeth, mathieu math, grégory greg, gregory greg, anthony tony, jonathan jo, zoé zo,
    geneviève gene, jacqueline jackie, caroline caro, charlotte cha`,
  },
  {
    id: 'galician',
    countries: 'gal es',
    marks: 'áéíñóúüï',
    signs: /^x[oiu]|(?:eiro|eira|iño|iña|ouro|eiras)$/u,
    given:
      'antón anton paulo xoel martín lois helena xosé xose iria brais uxía uxia antía antia roi anxo xoán xoan sabela noa breixo carme manuel martiño xavier xurxo',
    family:
      'beiras souto fernández rodríguez pérez lema castro varela pazos seoane ferreiro outeiro rial carballo couto lago fdez',
    familyNames: { first: 0.88, last: 0.06, joined: 0.04, separated: 0.01, hyphenated: 0.01 },
    familyNameCount: 2,
    initials: { first: 0.55, all: 0.45 },
    spellings: 'fdez fernandez fdez, glez gonzalez glez, rguez rodriguez rguez',
    shortForms: 'xosé pepe, manuel manolo, uxía uxi',
  },
  {
    id: 'italian',
    countries: 'it sm va ch',
    marks: 'àèéìíîòóùúç',
    signs:
      /^(?:di|della|dello|degli|dei|dalla)$|(?:ucci|etti|elli|ini|oni|acchi|ezzi|ossi|zzo)$|^(?:dell|dall|degl)/u,
    given: `giancarlo pierluigi piero emanuele tommaso gabriele daniele claudio maurizio massimiliano enrico fabrizio filippo giacomo leonardo edoardo raffaele gennaro ciro pasquale nicola gaetano cosimo rosario patrizia daniela stefania cristina barbara monica roberta simona manuela ornella donatella antonella emanuela serena ilaria irene noemi camilla arianna giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore carlo franco domenico bruno paolo michele giorgio aldo
    sergio luciano marco alessandro andrea roberto stefano matteo luca davide fabio massimo simone federico lorenzo riccardo niccolò niccolo nicolò nicolo
    gianluca gianni pier gian maria anna rosa angela giovanna teresa lucia carmela caterina francesca antonietta carla elena paola laura giulia chiara
    sara martina valentina silvia alessia federica elisa alice grazia giorgia sofia aurora ginevra beatrice`,
    family: `santis amico orto damico deangelis desantis deluca piras melis porcu cossu ruggiero ferri bellini pagano rosso bernardi donati montanari sartori fiore orlando de bassi martino guerra negri rota zanetti sorrentino basile cirillo dellorto bonetti rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti luca mancini costa giordano
    rizzo lombardi moretti barbieri fontana santoro mariani rinaldi caruso ferrara galli martini leone longo gentile
    martinelli vitale lombardo serra coppola d'angelo dangelo marchetti parisi villa conte ferraro fabbri bianco marini grasso valentini
    messina sala gatti pellegrini palumbo sanna farina rizzi monti cattaneo morelli amato silvestri mazza testa grassi
    pellegrino carbone giuliani benedetti barone corsini valle acqua presti però lo`,
    familyNames: { first: 0.65, last: 0.13, joined: 0.17, separated: 0.01, hyphenated: 0.04 },
    givenNames: { first: 0.5, last: 0.02, joined: 0.44, separated: 0.01, hyphenated: 0.03 },
    familyNameCount: 2,
    shortForms: `alessandro ale sandro, alessandra ale sandra, andrea andre, antonio tonino toni, carmela mela, domenico mimmo, eleonora ele, elisabetta betta, emanuele manu, federica fede, federico fede,
    filippo pippo, francesca franci, francesco franco ciccio, gabriele gabri, giacomo jack, gianluca luca, giovanni gianni nanni, giuseppe beppe pino peppe, ignazio nacho, leonardo leo, lorenzo lollo,
    luigi gigi, margherita marghe, massimiliano max, matteo teo, michele miky, nicola nico, raffaele lello, salvatore totò salvo, stefania stefy, tommaso tommy, valentina vale, vincenzo enzo`,
  },
  {
    id: 'maltese',
    countries: 'mt',
    marks: 'ċġħżàèìòùé',
    signs: /[ħġċż]|(?:ul|illa)$/u,
    given:
      'ġużeppa guzeppa ċensu censu karmenu ġanni marija pawlu wistin toni joseph mario charles paul carmel john maria carmen rita josephine ġorġ gorg saviour ġużeppi luke matthew claire doris',
    family:
      'tabona zahra żahra cassar cutajar cuschieri abela debono saliba schembri borg camilleri vella farrugia zammit galea micallef grech attard spiteri azzopardi mifsud caruana muscat agius pace fenech sammut haddiem ħaddiem buttigieg',
    familyNames: { first: 0.62, last: 0.2, joined: 0.13, separated: 0.01, hyphenated: 0.04 },
    familyNameCount: 2,
    shortForms: 'joseph joe, carmel charlie, saviour sam, josephine josie',
    sharesNames: true,
  },
  {
    id: 'portuguese',
    countries: 'pt br ao mz cv',
    familyPerMille:
      'silva 80, santos 55, ferreira 45, pereira 45, oliveira 40, costa 35, rodrigues 33, souza 30, sousa 30, martins 25, lima 20',
    marks: 'áàâãçéêíóôõúü',
    signs: /^(?:dos|das)$|[ãõ]|(?:ões|ães|eira|eiro|inho|inha)$/u,
    given: `paula simone vera lúcia lucia regina sônia sonia rosa raquel carla filipa vanda telma débora debora natália natalia renata roberta flávia flavia fábio fabio márcio marcio cláudio claudio cláudia claudia rogério rogerio leandro anderson wellington wagner everton jefferson luiz joaquim augusto álvaro alvaro artur henrique vinícius vinicius caio igor yara iara tatiana priscila josé jose joão joao antónio antonio antônio manuel francisco carlos paulo pedro luís luis rui miguel jorge fernando ricardo bruno tiago thiago
    gonçalo goncalo andré andre diogo nuno hugo sérgio sergio rafael gabriel lucas matheus mateus felipe filipe gustavo rodrigo marcelo marcos eduardo
    leonardo roberto daniel vítor vitor maria ana inês ines catarina conceição conceicao sofia joana mariana beatriz rita sara marta cristina fernanda juliana
    camila amanda bruna gabriela letícia leticia larissa patrícia patricia adriana márcia marcia luciana vanessa isabel teresa carolina helena lurdes lourdes fátima fatima
    raimundo severino antônia francisca aparecida`,
    family: `reis menezes meneses nogueira sampaio paiva amaral castro campos borges pinheiro xavier brito matos faria esteves domingues abreu bastos coimbra leite maia miranda pacheco peixoto queiroz resende sá salgado torres valente viana silva santos ferreira pereira oliveira costa rodrigues martins sousa souza gonçalves goncalves fernandes gomes lopes marques almeida
    alves ribeiro pinto carvalho teixeira moreira correia mendes nunes soares vieira monteiro cardoso rocha neves coelho cunha pires ramalho
    barbosa araujo araújo lima barros freitas machado nascimento tavares simões simoes antunes henriques moura azevedo magalhães dias melo
    batista leal vaz albuquerque moraes morais brandão figueiredo fonseca guimarães`,
    familyNames: { first: 0.23, last: 0.61, joined: 0.12, separated: 0.01, hyphenated: 0.03 },
    givenNames: { first: 0.62, last: 0.12, joined: 0.22, separated: 0.01, hyphenated: 0.03 },
    familyNameCount: 2,
    particles: { de: 0.18, da: 0.14, do: 0.14, dos: 0.16, das: 0.14, e: 0.3 },
    shortForms: `alexandre alex, alexandra xana, antónio tó, antonio toni, beatriz bia, bernardo be, carolina carol, catarina cata, daniel dani, eduardo edu dudu, fernanda nanda fe,
    fernando nando, filipe lipe, francisco chico xico, gabriel gabi, gabriela gabi, gonçalo goncas, guilherme gui, isabel bel, joão joca, joana ju, josé ze, jose ze, juliana ju, leonardo leo,
    letícia le, luciana lu, luís lu, manuel manel, marcelo celo, mariana mari, matheus theo, patrícia paty, patricia paty, rafael rafa, ricardo rick, roberto beto, rodrigo digo, sebastião tião,
    teresa teca, thiago thi, tiago ti, vítor vi`,
  },
  {
    id: 'romanian',
    countries: 'ro md',
    marks: 'ăâîșşțţáéöü',
    signs: /[șțăş]|(?:escu|eanu|oiu|aru|oaia|ache)$/u,
    familyEndings: /(?:escu|eanu)$/u,
    given: `ana-maria anamaria ioana-maria cosmin claudiu lucian sorin liviu ovidiu petru tudor victor emil răzvan razvan cezar laura diana oana corina adina carmen anca loredana lavinia luminița andrei alexandru ion gheorghe nicolae constantin mihai vasile dumitru ştefan ștefan stefan cristian adrian florin radu ionuț ionut bogdan gabriel marius daniel
    maria elena ana ioana mihaela andreea cristina alina daniela gabriela georgiana monica roxana simona raluca ileana cătălin catalin ciprian vlad dragoș ștefania`,
    family: `dobrescu vasilescu țăranu taranu lungu ursu moldovan muresan mureșan crișan neagu tudor lazar lazăr manole enache voicu barbu toma cojocaru popescu ionescu popa pop radu dumitru stan stoica gheorghe matei ciobanu rusu constantin constantinescu marin mihai florea stanciu dinu
    diaconu munteanu stefan dobre nistor oprea dragomir georgescu câmpeanu brâncuși turcanu țurcanu țepeş`,
    givenHyphens: { kept: 0.1, joined: 0.08, first: 0.63, last: 0.16, initials: 0.03 },
    shortForms:
      'alexandru alex, alexandra alexa alex, constantin costin costi, cristian cristi, gabriel gabi, gabriela gabi, gheorghe gigi ghita, ion ionel, mihai misu, mihaela miha, nicolae nicu, ștefan fane, ștefania stefi, andreea deea, daniel dani',
  },
  {
    id: 'spanish',
    countries: 'es mx ar co cl pe ve ec uy py bo cr gt do pa hn sv ni cu pr',
    familyPerMille:
      'garcia 32, rodriguez 22, gonzalez 21, fernandez 19, lopez 21, martinez 20, hernandez 20, sanchez 17, perez 17, gomez 11',
    marks: 'áéíñóúüª',
    signs: /ñ|(?:ez|ez-|ález|ández|íguez|illo|ero|ados)$/u,
    given: `césar cesar martín martin felipe esteban gonzalo mateo lucas bruno iker noelia natalia verónica veronica yolanda susana esther rosario amparo inmaculada lorena sandra nuria eva olga gloria ángeles angeles milagros consuelo jimena renata regina itzel yesenia jaqueline leticia norma blanca araceli antonio josé jose manuel francisco juan david javier daniel carlos miguel rafael pedro alejandro ángel angel fernando luis pablo sergio
    jorge alberto álvaro alvaro diego adrián adrian raúl raul iván ivan rubén ruben enrique óscar oscar ramón ramon vicente andrés andres joaquín joaquin santiago víctor victor eduardo
    mario roberto jaime ignacio marcos alfonso salvador ricardo emilio hugo julián julian guillermo gabriel rodrigo tomás tomas agustín íñigo iñigo inigo
    maría maria carmen ana isabel dolores pilar laura cristina marta lucía lucia paula elena sara raquel beatriz patricia rosa juana begoña begona
    mercedes silvia encarnación teresa julia irene alba andrea rocío rocio mónica monica montserrat sofía sofia martina valentina camila ximena
    fernanda guadalupe alejandra gabriela daniela mariana jesús jesus concepción concepcion luz soledad xavier sebastián sebastian matías matias nicolás nicolas`,
    family: `zapatero arriola cárdenas cardenas salazar guzmán guzman contreras estrada sandoval espinoza espinosa acosta figueroa rivera juárez juarez miranda rosales valdez salas cervantes ochoa pacheco ponce villarreal bravo paredes rivas arroyo villanueva zambrano cordero bermúdez escobar quintero restrepo ospina giraldo castaño barrios benítez benitez ledesma sosa godoy peralta garcía garcia gonzález gonzalez rodríguez rodriguez fernández fernandez lópez lopez martínez martinez sánchez sanchez pérez perez gómez gomez martín martin jiménez jimenez ruiz
    hernández hernandez díaz diaz moreno álvarez alvarez muñoz munoz romero alonso gutiérrez gutierrez navarro torres domínguez dominguez vázquez vazquez ramos gil ramírez ramirez
    serrano blanco molina morales suárez suarez ortega delgado castro ortiz rubio marín marin sanz núñez nunez iglesias medina garrido cortés cortes castillo
    santos lozano guerrero cano prieto méndez mendez cruz calvo gallego herrera márquez marquez león leon vidal peña pena cabrera flores
    campos vega fuente fuentes carrasco diez reyes caballero nieto aguilar pascual santana herrero montero lorenzo hidalgo giménez
    ibáñez ibanez ferrer santiago vargas mora rojas silva mendoza quispe mamani quiroga sepúlveda araya gasset`,
    familyNames: { first: 0.8, last: 0.05, joined: 0.11, separated: 0.01, hyphenated: 0.03 },
    givenNames: { first: 0.62, last: 0.14, joined: 0.22, separated: 0, hyphenated: 0.02 },
    initials: { first: 0.6, all: 0.4 },
    familyNameCount: 2,
    particles: { de: 0.82, la: 0.82, del: 0.86, los: 0.82 },
    spellings: `fdez. fernandez fdez, fdez fernandez fdez, glez gonzalez glez, rguez rodriguez rguez, mtnez martinez mtnez, hdez hernandez hdez, mª maria m,
    ma maria ma, m.ª maria`,
    shortForms: `alejandro alex ale, alejandra ale alex, alberto berto, antonio toni antonio, beatriz bea, carmen menchu, concepción concha conchi, concepcion concha conchi,
    cristina cris, daniel dani, dolores lola, eduardo edu, enrique quique, federico fede, fernando fer nando, francisca paqui paca, francisco paco fran pancho,
    gabriel gabi, gabriela gabi, gonzalo gonza, gregorio goyo, guadalupe lupe, guillermo guille, ignacio nacho, isabel isa, jesús chus, jesus chus, javier javi,
    joaquín quino, joaquin quino, jorge coque, josé pepe, jose pepe, juan juanjo, leonardo leo, manuel manolo manu, maría mari, maria mari, mercedes merche, miguel migue, montserrat montse,
    nicolás nico, nicolas nico, patricia patri, pilar pili, rafael rafa, ricardo ricky, roberto beto, rosario charo, salvador salva, santiago santi, sebastián seba, sebastian seba,
    sergio sergi, teresa tere, tomás tomy, valentina vale, verónica vero, veronica vero, vicente vicen, víctor vic, victor vic`,
    usualShortForms:
      'josé pepe, jose pepe, francisco paco, ignacio nacho, dolores lola, enrique quique, concepción concha, montserrat montse',
  },
];
