import type { Language } from '../../language.ts';

export const slovene: Language = {
  id: 'slovene',
  countries: 'si',
  marks: 'čšžćđ',
  signs: /(?:čič|nik|ček|pančič|vec)$/u,
  familyEndings: /(?:ič|ic|šek|nik)$/u,
  given:
    'nuša nusa tadej blaž jure miha simon bojan igor zoran alenka vesna tatjana metka maruša franc janez marko ivan anton andrej jožef jozef luka matej marjan peter tomaž tomaz aleš ales matjaž matjaz gregor rok žiga ziga marija ana maja irena mojca mateja nina nataša barbara petra špela spela urška katja tina andreja',
  family:
    'novak horvat krajnc kovačič kovacic zupančič zupancic potočnik mlakar vidmar golob kos turk božič kralj korošec bizjak hribar kotnik kavčič rozman černe cerne oblak žagar hočevar',
  shortForms:
    'franc franci, janez jani, jožef joze, anton tone, aleksander sandi, marija micka, katarina katja, matjaž matjaz, gregor grega, dušan dule, uroš uros',
};
