import type { Language } from '../../language.ts';

export const basque: Language = {
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
};
