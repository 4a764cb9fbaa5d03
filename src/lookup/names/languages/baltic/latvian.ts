import type { Language } from '../../language.ts';

export const latvian: Language = {
  id: 'latvian',
  countries: 'lv',
  marks: 'āčēģīķļņšūžō',
  signs: /[āēģīķļņ]|(?:iņš|ņš|[kln]iņa|ovs|evs)$/u,
  given:
    'pēteris roberts gints normunds uldis aigars agnese laura zane elīna santa jānis janis andris juris edgars māris maris artūrs aivars guntis ģirts girts kaspars anna kristīne kristine inese ilze dace līga liga inga baiba sandra evija mārtiņš martins andrejs raimonds valdis ivars',
  family:
    'martinsons petersons vitols klavins bērziņš berzins kalniņš kalnins ozoliņš ozolins jansons liepiņš krūmiņš krumins balodis eglītis zariņš pētersons vītols kļaviņš ķēniņš žukovs siliņš',
};
