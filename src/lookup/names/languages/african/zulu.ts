import type { Language } from '../../language.ts';

export const zulu: Language = {
  id: 'zulu',
  countries: 'za sz',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:^[mn][dkgt]|khumalo|dlamini|lwana|zwe|lani|gani)/u,
  given:
    'bongani nomvula precious sipho thandi thabo nkosinathi zanele sibusiso lindiwe mandla nomsa themba nokuthula siyabonga ayanda',
  family:
    'khumalo zulu dlamini nkosi ndlovu sithole mkhize ngcobo mthembu zuma buthelezi cele gumede mthethwa shabalala',
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
};
