import type { Language } from '../../language.ts';

export const italian: Language = {
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
};
