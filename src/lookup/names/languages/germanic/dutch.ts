import type { Language } from '../../language.ts';

/** Particles: joined or dropped in most offices; vd for van der in some. */
export const dutch: Language = {
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
};
