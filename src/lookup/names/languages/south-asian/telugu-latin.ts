import type { Language } from '../../language.ts';

export const teluguLatin: Language = {
  id: 'telugu-latin',
  countries: 'in',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:reddy|rao|naidu|babu|raju|chowdary|lakshmi|murthy|sastry)$/u,
  given:
    'chandrasekhar prasanna harish kishore sudhakar raghu bhaskar sridhar madhavi sunitha aruna venkata satyanarayana srinivas ramesh rajesh suresh lakshmi sai krishna ravi prasad nagarjuna swathi padma sravani anusha kiran naveen pavan chandra siva rama',
  family: 'reddy rao naidu babu raju chowdary sharma murthy sastry varma goud yadav prasad krishna gupta',
  fatherInitials: true,
  familyNames: { first: 0.1, last: 0.8, joined: 0.06, separated: 0.02, hyphenated: 0.02 },
  givenNames: { first: 0.66, last: 0.22, joined: 0.1, separated: 0.01, hyphenated: 0.01 },
  shortForms:
    'venkata venkat, satyanarayana satya, venkateswara venkat, srinivas srini, lakshmi laxmi, subrahmanyam subbu, ramakrishna rk',
  sharesNames: true,
};
