import type { Language } from '../../language.ts';

/** Names in Latin letters, as in Iranian passports. */
export const persian: Language = {
  id: 'persian',
  countries: 'ir',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:zadeh|nejad|pour|nia|abadi|ian|rad|far|manesh|khani)$/u,
  given:
    'ali reza mohammad hossein mehdi amir hamid saeed majid masoud behnam farhad kaveh dariush arash babak maryam fatemeh zahra narges mahdieh shirin leila parisa nasrin azadeh mina sahar niloofar elham neda hadi',
  family:
    'karimzadeh pahlavan soltani rostami shokri najafi heidari asadi farahani amini bagheri ahmadi mohammadi hosseini karimi moradi rezaei jafari shirazi tehrani gholami kazemi mousavi sadeghi rahimi hashemi nejad zadeh bahrami ebrahimi akbari',
  givenNames: { first: 0.4, last: 0.08, joined: 0.48, separated: 0.02, hyphenated: 0.02 },
  familyNames: { first: 0.3, last: 0.1, joined: 0.56, separated: 0.01, hyphenated: 0.03 },
  familyNameCount: 2,
  initials: { first: 0.75, all: 0.25 },
};
