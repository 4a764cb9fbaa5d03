import type { Language } from '../language.ts';
import { readLetters } from '../word-lists.ts';

const diphthongs = readLetters(`
  ου ou, αυ av, ευ ev, ηυ iv, αυθ afth, αυκ afk, αυξ afx, αυπ afp, αυσ afs, αυτ aft, αυφ aff, αυχ afch,
  αυψ afps, ευθ efth, ευκ efk, ευξ efx, ευπ efp, ευσ efs, ευτ eft, ευφ eff, ευχ efch, ευψ efps`);

export const otherEuropean: readonly Language[] = [
  {
    id: 'latvian',
    countries: 'lv',
    marks: 'āčēģīķļņšūžō',
    signs: /[āēģīķļņ]|(?:iņš|ņš|[kln]iņa|ovs|evs)$/u,
    given:
      'pēteris roberts gints normunds uldis aigars agnese laura zane elīna santa jānis janis andris juris edgars māris maris artūrs aivars guntis ģirts girts kaspars anna kristīne kristine inese ilze dace līga liga inga baiba sandra evija mārtiņš martins andrejs raimonds valdis ivars',
    family:
      'martinsons petersons vitols klavins bērziņš berzins kalniņš kalnins ozoliņš ozolins jansons liepiņš krūmiņš krumins balodis eglītis zariņš pētersons vītols kļaviņš ķēniņš žukovs siliņš',
  },
  {
    id: 'lithuanian',
    countries: 'lt',
    marks: 'ąčęėįšųūž',
    signs:
      /[ėįų]|(?:auskas|inskas|[aeč]vičius|[aeč]vicius|ienė|iene|aitė|aite|ytė|utė|ūnas|unas|onis|aitis|ulis|auskaitė|auskaite)$/u,
    familyEndings: /(?:auskas|[ei]vičius|avičius|ienė|iene|[aiyų]t[ėe]|utė|unas)$/u,
    given:
      'lukas matas dovydas domantas mantas andrius marius viktoras aušra vilma asta jolanta ingrida jonas antanas vytautas juozas kazys petras algirdas tomas mindaugas darius rasa jūratė jurate rūta ruta daiva vida kristina laima birutė ona giedrė giedre rimantas gintaras žydrūnas saulius arūnas egidijus ramūnas eglė agnė',
    family:
      'kazlauskas petrauskas jankauskas stankevičius paulauskas balčiūnas žukauskas butkus petrauskienė petrauskiene vasiliauskas kazlauskienė šimkus jonaitė čepaitė žukauskienė urbonas navickas',
    familyHyphens: { kept: 0.45, joined: 0.09, first: 0.23, last: 0.23 },
  },
  {
    id: 'irish',
    countries: 'ie',
    familyPerMille: 'murphy 12, kelly 9, byrne 8, ryan 8, walsh 8',
    marks: 'áéíóúḃċḋḟġṁṗṡṫ',
    signs: /^(?:mac|mc|ó|ní|nic|uí)$|^(?:mac|mc)[bcdfghklmnrst]\w{3,}|aoi/u,
    given: `seán sean siobhán siobhan niamh aoife ciarán ciaran pádraig padraig gráinne grainne oisín oisin tomás tomas máire maire caoimhe róisín roisin eoin liam
    conor declan fergus brendan brigid orla sinéad sinead aisling cathal donal eamon colm diarmuid saoirse maeve deirdre`,
    family: `murphy kelly osullivan walsh smith obrien byrne ryan oconnor oneill oreilly doyle mccarthy gallagher doherty kennedy
    lynch murray quinn moore mcloughlin ocarroll connolly daly búrca burca shea dowd malley donald súilleabháin`,
    shortForms: `pádraig paddy, padraig paddy, tomás tom, tomas tom, seán john, máire mary, siobhán shiv, eamon ned, patrick paddy pat, brigid bríd,
    mícheál mike, caoimhe keeva, liam bill`,
  },
  {
    id: 'welsh',
    countries: 'wales cymru',
    familyPerMille: 'jones 57, davies 37, williams 36, evans 25, thomas 24',
    marks: 'âêîôûŵŷïäëöáéí',
    signs: /^(?:ap|ab|llŷr)$|ŵ|ŷ|^ll/u,
    given: `ceri delyth eirian gwyneth heledd non llyr macsen osian gethin rhodri angharad siân sian gwenllïan gwenllian rhys dafydd gareth owain iwan huw ieuan carys bethan nia megan rhiannon cerys
    eleri ffion llinos lowri mared nerys glyn emrys geraint hywel aled tomos`,
    family:
      'jones williams davies evans thomas roberts hughes lewis morgan griffiths edwards owen price pryce rees llwyd gwilym rhys llŷr powell pugh parry',
    familyNames: { first: 0.05, last: 0.82, joined: 0.1, separated: 0.01, hyphenated: 0.02 },
    shortForms: 'dafydd dai, gwenllian gwen, gwenllïan gwen, angharad hari, thomas tom',
  },
  {
    id: 'albanian',
    countries: 'al xk',
    marks: 'çë',
    signs: /[ëç]|^xh|(?:aj|ami|eti|aku)$/u,
    given:
      'agim shpresa gëzim gezim luan fatos flutura besa liridon valon ardit endrit klajdi ermal anila alban arben besnik ilir artan agron bujar dritan edi gjergj genti shpëtim besë bese çlirim clirim xhevdet valmira mirela teuta elira drita blerina arta fatmir',
    family:
      'hoxha shehu përmeti permeti bajrami çela cela berisha krasniqi gashi leka prifti dervishi meta rama kola ahmeti',
    familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  },
  /** Greek names that were romanised already, some by ELOT 743, some by sound. */
  {
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
  },
  /** ELOT 743, and the common way, by sound. */
  {
    id: 'greek',
    countries: 'gr cy xn--qxam',
    familyEndings: /(?:[όο]πουλο[ςσ]|οπο[ύυ]λου|[ίι]δη[ςσ]|[άα]κη[ςσ]|[άα]κη|[ίι]δου|[άα]δη[ςσ])$/u,
    given: `γιωργος γεωργιος δημητρης δημητριος γιαννης ιωαννης νικος νικολαος κωστας κωνσταντινος χρηστος παναγιωτης παναγιωτα μαρια ελενη κατερινα αικατερινη βασιλικη βασιλης βασιλειος σοφια αγγελικη γεωργια ευαγγελια ευαγγελος αγγελος
    αναστασιος αθανασιος θανασης τασος σπυριδων σπυρος εμμανουηλ μανωλης ειρηνη παυλος πετρος ηλιας χαραλαμπος στεφανος φωτης φωτεινη κυριακος ανδρεας αντωνης αντωνιος ελευθεριος λευτερης δεσποινα δημητρα ζωη φιλιππος σωτηρης λουκας γρηγορης
    αλεξανδρος αλεξανδρα χριστινα θωμας στελιος σταυρος σταυρουλα μιχαλης μιχαηλ θεοδωρος ιωαννα αναστασια κυριακη μαριος αννα ιασονας κωνσταντινα αθηνα αποστολος`,
    family: 'παπαδόπουλος βλάχος αγγελόπουλος νικολαΐδης γεωργίου χατζηγεωργίου μπακογιάννης οικονόμου',
    letters: {
      ...readLetters(`
        α a, β v, γ g, δ d, ε e, ζ z, η i, θ th, ι i, κ k, λ l, μ m, ν n, ξ x, ο o, π p, ρ r, σ s, ς s, τ t,
        υ y, φ f, χ ch, ψ ps, ω o`),
      ...diphthongs,
      ...readLetters('γγ ng, γξ nx, γχ nch, ^μπ b'),
    },
    letterChoices: {
      'greek-ch': {
        ch: { share: 0.7, letters: { χ: 'ch', '^χρ': 'chr' } },
        h: { share: 0.27, letters: { χ: 'h', '^χρ': 'chr' } },
        x: { share: 0.03, letters: { χ: 'x', '^χρ': 'xr' } },
      },
      'greek-nt': {
        nt: { share: 0.6, letters: { '^ντ': 'nt', '^γκ': 'gk', '^μπ': 'b' } },
        d: { share: 0.3, letters: { '^ντ': 'd', '^γκ': 'g', μπ: 'b', γκ: 'g' } },
        mb: { share: 0.1, letters: { '^ντ': 'd', '^γκ': 'g', '^μπ': 'b', μπ: 'mb', γκ: 'ng' } },
      },
      'greek-y': {
        y: { share: 0.76, letters: { ...diphthongs, υ: 'y' } },
        i: { share: 0.24, letters: { ...diphthongs, υ: 'i' } },
      },
      'greek-oi': {
        letters: { share: 0.8, letters: {} },
        sound: { share: 0.2, letters: { οι: 'i', ει: 'i', '^οικ': 'ik' } },
      },
      'greek-f': {
        f: { share: 0.75, letters: { φ: 'f' } },
        ph: { share: 0.25, letters: { φ: 'ph' } },
      },
      'greek-ng': {
        ng: { share: 0.8, letters: { γγ: 'ng' } },
        gg: { share: 0.2, letters: { γγ: 'gg' } },
      },
    },
    spellings: `γιωργος giorgos george yiorgos georgios, γεωργιος georgios giorgos george, δημητρης dimitris dimitrios jim, δημητριος dimitrios dimitris, γιαννης giannis yannis ioannis john, ιωαννης ioannis giannis john yannis, νικος nikos nick nikolaos, νικολαος nikolaos nikos, κωστας kostas konstantinos costas, κωνσταντινος konstantinos kostas costas,
    χρηστος christos hristos chris, μαρια maria, ελενη eleni helen, κατερινα katerina, αικατερινη aikaterini katerina, σοφια sofia sophia, παναγιωτης panagiotis panos, ευαγγελια evangelia eva lia, ευαγγελος evangelos vangelis, βασιλης vasilis vassilis bill, βασιλικη vasiliki vicky, αγγελος angelos aggelos, αγγελικη angeliki aggeliki, στυλιανος stylianos stelios, στελιος stelios, μιχαλης michalis mihalis, μιχαηλ michail, θεοδωρος theodoros thodoris, σπυρος spyros spiros, αλεξανδρος alexandros alex, αναστασιος anastasios tasos, αθανασιος athanasios thanasis, γεωργια georgia, ιωαννα ioanna joanna, σπυριδων spyridon spyros spiros, ιασονας iasonas jason, ιασων iason jason, εμμανουηλ emmanouil manolis emmanuel, μανωλης manolis, ειρηνη eirini irini irene, παυλος pavlos paul, πετρος petros peter, παναγιωτα panagiota giota, ηλιας ilias elias,
    χαραλαμπος charalampos charalambos haris, χαρης charis haris harris, στεφανος stefanos stephanos, φωτης fotis photis, φωτεινη foteini fotini, κυριακος kyriakos kyriacos, αντωνης antonis, αντωνιος antonios antonis, ελευθεριος eleftherios lefteris, δεσποινα despina despoina, ζωη zoi zoe,
    φιλιππος filippos philippos philip, σωτηριος sotirios sotiris, ραφαηλ rafail raphael, δαναη danai danae, λουκας loukas lucas, γρηγοριος grigorios grigoris, γρηγορης grigoris gregoris, θεοδωρα theodora dora, λαμπρος lampros lambros, αριστειδης aristeidis aristides, περικλης periklis pericles,
    ευγενια evgenia eugenia, ευγενιος evgenios eugenios, ιακωβος iakovos, ιωσηφ iosif joseph, βασιλειος vasileios vasilis vassilis bill, χριστινα christina cristina, θωμας thomas, ακης akis, στυλιανη styliani stella, αναστασια anastasia natasa, κυριακη kyriaki kiki, αλεξης alexis, μαριος marios, αντιγονη antigoni, ιφιγενεια ifigeneia ifigenia,
    οικονομου oikonomou economou ikonomou, βασιλειου vasileiou vassiliou vasiliou, δημητριου dimitriou demetriou, δημητριαδης dimitriadis demetriades, χαραλαμπους charalampous charalambous haralambous, καραγιαννης karagiannis karayannis, γιαννοπουλος giannopoulos yannopoulos, γιαννακοπουλος giannakopoulos yannakopoulos, φραγκος fragkos fragos frangos,
    χατζης chatzis hatzis, ευσταθιου efstathiou eustathiou, οικονομιδης oikonomidis economides, νικολαιδης nikolaidis nicolaides`,
  },
];
