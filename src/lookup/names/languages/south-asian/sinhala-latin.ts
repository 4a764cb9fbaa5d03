import type { Language } from '../../language.ts';

export const sinhalaLatin: Language = {
  id: 'sinhala-latin',
  countries: 'lk',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:singhe|sinha|ratne|ratna|wardena|wardana|nayake|nayaka|sekara|tunga|tilaka)$/u,
  given:
    'kasun dilshan nuwan chaminda sunil nimal kamal ruwan tharindu lahiru ishara dilini sanduni nadeesha anusha chathurika sachini malith',
  family:
    'perera silva fernando jayawardena jayasinghe bandara dissanayake gunawardena wickramasinghe ratnayake senanayake herath mendis rajapaksa kumara',
  particles: { de: 0.74 },
};
