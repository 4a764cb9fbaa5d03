import type { Language } from '../../language.ts';

export const igbo: Language = {
  id: 'igbo',
  countries: 'ng',
  marks: 'ịọụṅñáàéèíìóòúù\u0300\u0301\u0304',
  signs: /[ịụṅ]|^(?:chukwu|chi|ngoz|ife|nne|nwa|uche|obi|oke)\w+/u,
  given:
    'chukwudi ogechi nkem chibuike ebuka ifeoma obioma chukwuemeka ngozi chidinma ifeanyi chinedu chioma uchenna nnamdi obinna adaeze amaka emeka kelechi ikenna chinwe nneka ugochukwu somtochukwu',
  family:
    'okonkwo nwachukwu eze nwachukwu-eze uzor obi okafor okeke nwosu eze onyekachi okoro nnadi anyanwu chukwu ibe nwankwo',
  shortForms:
    'chukwuemeka emeka, chidinma chidi dinma, ifeanyi ify, chinedu nedu, chioma chi, uchenna uche, nnamdi nna, obinna obi, adaeze ada, nkechinyere nkechi, ugochukwu ugo, somtochukwu somto, onyekachi kachi, chukwudi chudi, ikechukwu ike, chinonso nonso, oluchi olu, kelechi kc, ogechukwu oge, chibuzor chibu, ebubechukwu ebube, nwakaego ego, amarachi amara, chinyere chy',
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  sharesNames: true,
};
