import type { Language } from '../../language.ts';

/** Names have no family name: their words are joined, apart, or left out. */
export const burmese: Language = {
  id: 'burmese',
  countries: 'mm',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:daw|thiha|htet|hlaing|khin|myint|phyo|thant|zaw)$/u,
  given:
    'ma kyi nay zin wint aye thiha htet khin zaw min aung kyaw myo su thida phyo win nyein hnin ei moe wai yan thet than tin htun',
  family: 'myint aung win htun hlaing oo naing lwin thu zaw maung tun soe khaing',
  givenNames: { first: 0.22, last: 0.02, joined: 0.62, separated: 0.12, hyphenated: 0.02 },
  initials: { first: 0.7, all: 0.3 },
  sharesNames: true,
};
