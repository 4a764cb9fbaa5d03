import type { Language } from '../../language.ts';

export const dariAndPashto: Language = {
  id: 'dari-and-pashto',
  countries: 'af',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:zai|zada|yar|mal|wal|khil)$/u,
  given:
    'zalmay ashraf gulalai nasrin laila shafiq habib naeem mirwais ahmad mohammad abdul hamid ghulam gul meena khatera zarghona wali najib shukria farida malalai rahmat nasir aziz haroon parwin zabihullah',
  family:
    'khalilzad stanikzai rahmani sahak safi barakzai noori zadran karzai ahmadi ahmadzai stanekzai popal wardak achakzai rahimi mohammadi hotak yousafzai haidari sharifi',
  givenNames: { first: 0.38, last: 0.1, joined: 0.48, separated: 0.02, hyphenated: 0.02 },
  sharesNames: true,
};
