import type { Language } from '../../language.ts';

export const punjabiLatin: Language = {
  id: 'punjabi-latin',
  countries: 'in pk',
  familyPerMille: 'singh 350, kaur 250, kumar 25, sharma 20',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:preet|deep|inder|jeet|jit|want|meet|bir)$/u,
  given:
    'harpreet gurpreet jaspreet manpreet gurdeep kuldeep balbir jasbir ranbir amarjit harjeet manjit sukhwinder rajwinder navjot simran kirandeep satnam paramjit',
  family:
    'singh kaur gill sandhu sidhu dhillon grewal bains brar randhawa dhaliwal sodhi bajwa chahal mann aulakh virk cheema',
  familyNames: { first: 0.14, last: 0.8, joined: 0.04, separated: 0.01, hyphenated: 0.01 },
  givenNames: { first: 0.9, last: 0.05, joined: 0.03, separated: 0.01, hyphenated: 0.01 },
  initials: { first: 0.9, all: 0.1 },
};
