import type { Language } from '../../language.ts';

export const marathiLatin: Language = {
  id: 'marathi-latin',
  countries: 'in',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:kar|rkar|nkar|wade|pande|karni)$/u,
  given:
    'sachin amol swati sneha gauri smita sandeep prasad mahesh santosh ganesh sagar rohan shubham prachi manasi aditya vaishali mangesh nilesh suhas',
  family:
    'deshpande kulkarni patil joshi shinde gaikwad pawar jadhav more bhosale kale chavan gokhale phadke deshmukh apte sathe tendulkar gavaskar sawant',
  familyNames: { first: 0.5, last: 0.3, joined: 0.1, separated: 0.02, hyphenated: 0.08 },
  givenNames: { first: 0.93, last: 0.02, joined: 0.03, separated: 0.01, hyphenated: 0.01 },
};
