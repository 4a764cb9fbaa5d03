import type { Language } from '../../language.ts';

export const khmerLatin: Language = {
  id: 'khmer-latin',
  countries: 'kh',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:sok|chea|keo|sopheap|vich|bopha|chann|sreym|srey)/u,
  given:
    'sopheap vichea sokha dara bopha sophea sothea ratha channary srey pisey sovann makara rithy borey bory',
  family: 'chea keo sok heng chan kim ly ouk prak sim tep touch lim mao nhem pen phan ros san seng som',
  familyFirst: true,
};
