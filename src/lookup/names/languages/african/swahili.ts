import type { Language } from '../../language.ts';

export const swahili: Language = {
  id: 'swahili',
  countries: 'ke tz ug rw',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:mw[aeiou]|nj[aeiou]|wanj|wamb|wanga|nyamb|kip[a-z]{3}|kib[a-z]{3}|chep|och|oti|odh|omo[nl])/u,
  given:
    'wanjiru kariuki kimani ally abdallah mwajuma rashidi mohamed charles james samuel mary elizabeth agnes juma hamisi wanjiku neema mwanaisha kamau otieno achieng njoroge wambui mwangi asha zawadi baraka rehema salim bakari halima peter john grace esther faith joseph',
  family:
    'kamau mwangi otieno massawe mwinyi salim odhiambo wanjiru kariuki njoroge ochieng kimani mushi lyimo mrema hamisi juma mohamed omondi',
  familyNames: { first: 0.2, last: 0.74, joined: 0.04, separated: 0.01, hyphenated: 0.01 },
  familyHyphens: { kept: 0.28, joined: 0.1, first: 0.5, last: 0.12 },
  sharesNames: true,
};
