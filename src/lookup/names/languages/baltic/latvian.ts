import type { Language } from '../../language.ts';

export const latvian: Language = {
  id: 'latvian',
  countries: 'lv',
  signs: /[āēģīķļņ]|(?:iņš|ins|ņš|ovs|evs|ukovs)$/u,
  given:
    'jānis janis andris juris edgars māris maris artūrs aivars guntis ģirts girts kaspars anna kristīne kristine inese ilze dace līga liga inga baiba sandra evija mārtiņš martins andrejs raimonds valdis ivars',
  family:
    'bērziņš berzins kalniņš kalnins ozoliņš ozolins jansons liepiņš krūmiņš krumins balodis eglītis zariņš pētersons vītols kļaviņš ķēniņš žukovs siliņš',
};
