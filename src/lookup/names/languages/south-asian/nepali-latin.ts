import type { Language } from '../../language.ts';

export const nepaliLatin: Language = {
  id: 'nepali-latin',
  countries: 'np',
  familyPerMille: 'shrestha 40, thapa 35, sharma 25, gurung 25, rai 25, tamang 40',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:rai|magar|tamang|kasthola|wal)$/u,
  given:
    'kshitij sabin suman anil bikash nabin santosh roshan manisha srijana kabita sarita bhawana bishnu ram bahadur prasad krishna hari sita gita sunita laxmi prakash binod dipak rajendra sushila nirmala bimala pemba dawa tshering mingma',
  family:
    'kc k.c. regmi dahal ghimire khanal aryal subedi lama bhandari acharya rijal adhikari gurung shrestha thapa tamang rai limbu magar karki khadka basnet poudel paudel bhattarai koirala sherpa maharjan joshi pandey',
  givenNames: { first: 0.92, last: 0.01, joined: 0.05, separated: 0.01, hyphenated: 0.01 },
  initials: { first: 0.85, all: 0.15 },
};
