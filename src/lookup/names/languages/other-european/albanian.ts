import type { Language } from '../../language.ts';

export const albanian: Language = {
  id: 'albanian',
  countries: 'al xk',
  marks: 'çë',
  signs: /[ëç]|^xh|(?:aj|ami|eti|aku)$/u,
  given:
    'agim shpresa gëzim gezim luan fatos flutura besa liridon valon ardit endrit klajdi ermal anila alban arben besnik ilir artan agron bujar dritan edi gjergj genti shpëtim besë bese çlirim clirim xhevdet valmira mirela teuta elira drita blerina arta fatmir',
  family:
    'hoxha shehu përmeti permeti bajrami çela cela berisha krasniqi gashi leka prifti dervishi meta rama kola ahmeti',
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
};
