import type { Language } from '../../language.ts';

export const malay: Language = {
  id: 'malay',
  countries: 'my bn sg',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:binti?|nurul|siti|mohd|wan|nik)$/u,
  given:
    'azlan haliza izzah nazri hakim firdaus zulaikha rosnah zarina ahmad mohd muhammad siti nur nurul aminah faizal azman hafiz ismail zainal rosli aziz farid amirul syafiq aisyah fatimah noraini zulkifli kamal razak hassan abdul rahman kavitha wan nik',
  family:
    'ismail abdullah yusof rahman razak ibrahim hassan ahmad omar othman aziz hashim rashid bakar salleh mahmud sulaiman subramaniam',
  familyNames: { first: 0.02, last: 0.22, joined: 0.72, separated: 0.02, hyphenated: 0.02 },
  givenNames: { first: 0.58, last: 0.28, joined: 0.1, separated: 0.03, hyphenated: 0.01 },
  particles: { bin: 0.1, binti: 0.08, bte: 0.05 },
  fatherWords: /^(?:bin|binti|bte|bt)$/u,
  sharesNames: true,
};
