import type { Language } from '../../language.ts';

export const galician: Language = {
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
};
