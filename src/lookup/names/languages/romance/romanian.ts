import type { Language } from '../../language.ts';

export const romanian: Language = {
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
};
