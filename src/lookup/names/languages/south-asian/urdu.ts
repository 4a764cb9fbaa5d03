import type { Language } from '../../language.ts';

export const urdu: Language = {
  id: 'urdu',
  countries: 'pk',
  familyPerMille: 'khan 100, ahmed 50, ali 50, hussain 40, malik 25',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:ghul|zaf|shah|qur)|(?:ullah|uddin)$/u,
  given:
    'zeeshan adnan faizan waqas shahid rashid zahid ahsan hira mahnoor zara iqra komal rukhsana muhammad syed ali usman bilal hamza hassan imran kamran nadeem javed asif tariq faisal irfan saleem abdul rehman hafiz ayesha fatima zainab sana hina nadia saima rabia bushra asma maria ghani',
  family:
    'siddiqa farooq saeed mehmood anwar nawaz aslam bhatti gondal cheema khan malik butt sheikh qureshi ahmed hussain shah chaudhry siddiqui iqbal ansari naqvi rizvi bukhari gilani rehman raza abbasi mirza akhtar ghani baig hashmi dar',
  givenNames: { first: 0.7, last: 0.08, joined: 0.18, separated: 0.02, hyphenated: 0.02 },
  sharesNames: true,
};
