import type { Language } from '../language.ts';
import { readLetters } from '../word-lists.ts';

const diphthongs = readLetters(`
  ου ou, αυ av, ευ ev, ηυ iv, αυθ afth, αυκ afk, αυξ afx, αυπ afp, αυσ afs, αυτ aft, αυφ aff, αυχ afch,
  αυψ afps, ευθ efth, ευκ efk, ευξ efx, ευπ efp, ευσ efs, ευτ eft, ευφ eff, ευχ efch, ευψ efps`);

export const otherEuropean: readonly Language[] = [
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
