import type { Language } from '../../language.ts';

/** The second name is the father's, a third one the grandfather's. */
export const amharicLatin: Language = {
  id: 'amharic-latin',
  countries: 'et er',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /(?:awit|iyot|essie|eyesus|mariam|selassie|gebre)/u,
  given:
    'abebech woldeselassie tsegereda tsehay zewditu aster kidist bethlehem henok biruk eyob daniel getachew girma alemayehu dawit hiwot abebe kebede selam tesfay almaz mulugeta tigist solomon yonas meseret bekele haile selamawit genet abel samuel mekonnen birhane tsegaye',
  family:
    'gobena woldu ghebremeskel tesfamichael negash shiferaw wondimu haile ayele desta tesfay tesfaye bekele kebede abebe alemu tadesse gebre girma wolde mengistu berhane hailu assefa mekonnen gebreyesus gebremedhin',
  familyNames: { first: 0.8, last: 0.18, joined: 0.01, separated: 0, hyphenated: 0.01 },
  familyNameCount: 2,
  spellings:
    'wmariam woldemariam wmariam weldemariam, wgiorgis woldegiorgis wgiorgis, wmichael woldemichael wmichael, wselassie woldeselassie wselassie, gmariam gebremariam gmariam, gmichael gebremichael gmichael, gmedhin gebremedhin gmedhin, gselassie gebreselassie gselassie, gegziabher gebreegziabher gegziabher, gkidan gebrekidan gkidan, gkristos gebrekristos gkristos, gmeskel gebremeskel gmeskel, gtsadik gebretsadik gtsadik, gyohannes gebreyohannes gyohannes, hmariam hailemariam hmariam, hmichael hailemichael hmichael, hgiorgis hailegiorgis hgiorgis, hselassie haileselassie hselassie, thaimanot teklehaimanot thaimanot, tmariam teklemariam tesfamariam tmariam, tmichael teklemichael tesfamichael tmichael, kmariam kidanemariam kmariam, zmariam zemariam zmariam',
  sharesNames: true,
};
