import type { Language } from '../../language.ts';

export const kannadaLatin: Language = {
  id: 'kannada-latin',
  countries: 'in',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:gowda|swamy|.{2}appa|.{2}anna|iah|hegde|shetty)$/u,
  given:
    'lakshmi ramesh suresh manjunatha mahesh prakash shashi shobha vidya roopa deepak harsha darshan chethan prashanth ananth ravi girish manjunath shivakumar basavaraj pavithra kavya shruthi vinay prasanna raghavendra chandrashekar nagaraj lokesh suma asha',
  family:
    'hegde bhat gowda shetty rao kulkarni patil murthy naik kamath pai shenoy hiremath swamy nayak acharya',
  fatherInitials: true,
  givenNames: { first: 0.82, last: 0.02, joined: 0.14, separated: 0.01, hyphenated: 0.01 },
  sharesNames: true,
};
