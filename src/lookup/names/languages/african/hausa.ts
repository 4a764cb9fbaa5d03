import type { Language } from '../../language.ts';

export const hausa: Language = {
  id: 'hausa',
  countries: 'ng ne',
  marks: 'ɓɗƙƴʼ',
  signs: /[ɓɗƙƴ]/u,
  given:
    'musa sani abdullahi ibrahim aisha hauwa fatima aminu bello usman garba yakubu zainab halima danjuma nasiru umar maryam ladi',
  family:
    'ibrahim abdullahi musa bello garba yusuf mohammed usman danjuma sule kofar-mata lawal abubakar shehu aliyu tanko',
  familyNames: { first: 0.62, last: 0.25, joined: 0.08, separated: 0.02, hyphenated: 0.03 },
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  spellings: 'hauwau hauwa hauwau, rabiu rabiu, shehu shehu, saadatu saadatu sadatu, aishatu aisha aishatu',
  sharesNames: true,
  familyNameCount: 2,
};
