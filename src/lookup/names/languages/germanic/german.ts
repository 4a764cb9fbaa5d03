import type { Language } from '../../language.ts';

/** ä, ö, ü as ae, oe, ue: DIN 5007-2 and common use in Germany and Austria; a, o, u mostly outside. */
export const german: Language = {
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
  letterChoices: [
    {
      group: 'umlaut',
      options: [
        { option: 'digraph', share: 0.84, letters: { ä: 'ae', ö: 'oe', ü: 'ue' } },
        { option: 'plain', share: 0.16, letters: { ä: 'a', ö: 'o', ü: 'u' } },
      ],
    },
  ],
  particles: { von: 0.8, zu: 0.65 },
  shortForms: `andreas andi andy, alexander alex, christian chris, daniel dani, elisabeth lisa elli sissi, friedrich fritz,
    franziska franzi, gerhard gerd, hans-peter hape, hildegard hilde, ilse ilsa, johann hans hannes, johannes hannes hans jo,
    joachim jochen achim, josef sepp, jürgen jogi, juergen jogi, katharina kathi kathrin katja, klaus klausi, konrad konni, ludwig lutz,
    magdalena leni magda, manfred manni, margarete grete gretel, maximilian max, michael micha michi, nikolaus klaus niko,
    peter pit, reinhard reini, sabine bine, sebastian basti, siegfried sigi, stefan steff, stephan steff, susanne susi sanne,
    therese resi, thomas tom, tobias tobi, ulrich uli ulli, ulrike uli ulli, ursula uschi ulla, walter walti, werner werni,
    wilhelm willi willy, wolfgang wolf wolfi, dorothea doro thea, florian flo, günter, matthias matze matt, philipp phil, theodor theo,
    benjamin ben, jonathan jona, leonhard leo, leopold poldi, rudolf rudi, theresa resi, viktoria vicky`,
};
