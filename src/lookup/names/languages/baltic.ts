import type { Language } from '../language.ts';

export const baltic: readonly Language[] = [
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
];
