import type { Language } from '../../language.ts';

export const malayalamLatin: Language = {
  id: 'malayalam-latin',
  countries: 'in',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:kutty|chandy|kurian|menon|nair|pillai|varghese|thomas|jith)$|^sree(?!dhar$)/u,
  given:
    'achuthanandan anju shafi rajesh ramesh vinod sunil manoj sreekumar sreelakshmi reshma jincy bindu deepthi nisha liji thomas mathew george joseph anil suresh sajith biju jose shaji vineeth athira anjali lakshmi sreeja divya rajeev unnikrishnan gopakumar aswathy sreejith sreekanth sreeja sreelatha sreehari ranjith abhijith prajith vineetha jithin nithin sreenath aneesh ratheesh biju jayan anoop',
  family:
    'nair menon pillai kurian varghese thomas mathew joseph george philip jacob chacko nambiar panicker kurup warrier abraham cherian',
  fatherInitials: true,
  sharesNames: true,
};
