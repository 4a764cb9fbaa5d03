import type { Language } from '../../language.ts';

export const laoLatin: Language = {
  id: 'lao-latin',
  countries: 'la',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:vong|savanh|phone|sone|khone|sack|xay)/u,
  given: 'somsack bounmy souksavanh khamla vilay somphone chanthavong bouavanh phonesavanh noy',
  family: 'inthavong phimmasone vongsa phommachanh sisavath xayavong bounthavong soulivong chanthavong keo',
};
