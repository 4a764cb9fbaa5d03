import { onFirstUse } from '../../../first-use.ts';
import { withoutMarks } from '../transliteration.ts';
import { readWords } from '../word-lists.ts';
import { isDegree } from './suffixes.ts';

/** Words before a name that are not part of it. Letters only, without marks: dots and hyphens do not count. */
const titles = `
  mr mrs ms miss mx dr doctor prof professor sir dame rev revd reverend fr hon
  capt captain maj sgt lt col colonel gen cmdr wg cdr retd atty engr barr barrister chief pastor bishop
  herr frau hr freiherr freifrau graf gräfin dipl diplom dipling diplkfm diplinf dring drmed drjur drphil drrernat profdr mag pd priv doz di
  dhr mevr mw drs ir siviling mevrou meneer
  mme mlle monsieur madame me maitre mgr pr
  dott dottssa dottoressa avv arch geom rag sig sigra ing comm cav
  dña lic licda dra profa enga mtra mtro srta sra sr abog exmo exma
  bc mga mgra judr mudr mvdr phdr rndr thdr paeddr pharmdr inz mgrinz doc kpt plk
  ifj id ozv prim spec sayin uzm kand civ
  shri shree shrimati shreemati shrimathi srimati srimathi smt smti kumari km ku er ca cs adv pandit sardar
  eng engineer ust ustad ustadh haji hajji hajjah hajah hj hjh alhaji hajiya mallam alhaj sheikh shaikh sheik shaykh
  ch hafiz qari maulana mufti mohandes doktor
  dato datuk datin datuak seri sri puan encik cik tuan tengku
  mian khun nai nangsao assoc asst associate assistant daw
  ato wro wrt weyzero weizero woizero weyzerit
  engku raden kh kyai ustaz bapak pak ibu okpara oba otunba
  г гн гжа др проф инж
  นส นาย นาง นางสาว ดร ผศ รศ ศ คุณ ທ້າວ ນາງ ທ່ານ
  श्री श्रीमती सुश्री डॉ डा प्रो ডা ড জনাব ডঃ শ্রী শ্রীমতী শ্রী શ્રી ડો ડૉ શ્રીમતી ਸ੍ਰੀਮਤੀ ਸ਼੍ਰੀਮਤੀ ਸ੍ਰੀ ਸਰਦਾਰ திரு திருமதி ਡਾ ਸ਼੍ਰੀ డా శ్రీ శ్రీమతి ಡಾ ಶ್ರೀ ಶ್ರೀಮತಿ ഡോ ശ്രീ ശ്രീമതി මහතා මහත්මිය මිය ආචාර්ය
  د دكتور الدكتور الدكتورة دكتورة السيد السيدة الأستاذ الأستاذة المهندس المهندسة م الشيخ دکتر مهندس آقای آقا خانم محترم محترمہ جناب میاں حاجی
  דר פרופ מר גב גברת
  ဒေါ် ဦး ဒေါက်တာ
  አቶ ወሮ ወት ወይዘሮ ወሪት ወይዘሪት ዶር ዶክተር ፕሮፌሰር ኢንጂነር
  ڈاکٹر پروفیسر انجینئر ডাঃ ডাক্তার অধ্যাপক
  ბატონი ქალბატონი
`;

/** Titles that are names as well, or initials. They count only before at least two other words. */
const ambiguousTitles = `
  ch kumari me di sri er ca cs km ku ir mag ing sr pt ms hon fr pr pak ibu pd arch rag comm cav prim av nai adv seri
  sheikh shaikh sheik shaykh hafiz sardar tengku raden chief bishop pastor doc id kh prof mr gen col haji lt
  ato eng ust spec graf mian میاں حاجی آقا
`;

/** Words that belong to the title before them: Dr. med., Dipl.-Ing., Assoc. Prof. */
const titleTails =
  'med jur phil rer nat hc habil hab univ oec dent vet theol pol arch ing fh sc techn retd mrs mr';

/** Words after a name that are not part of it, beside degrees. Those that are names as well (Ma, Do, Ba) count after a comma only. */
const suffixes = `
  jr jnr junior sr snr ii iii iv vii viii filho neto
  ret retd pe ing dis artd
  mm msi mkom skom se sh spd st mt mpd spsi skm sst amd
  бей
`;

const words = onFirstUse(() => ({
  titles: new Set(readWords(titles).map(withoutAccents)),
  ambiguous: new Set(readWords(ambiguousTitles)),
  tails: new Set(readWords(titleTails)),
  suffixes: new Set(readWords(suffixes)),
}));

/** Scripts in which marks are vowels. */
const vowelMarks = /[\u0900-\u0DFF\u0E80-\u109F\u1780-\u17FF]/u;

function withoutAccents(word: string): string {
  return vowelMarks.test(word) ? word : withoutMarks(word);
}

/** Titles that are written joined to the name behind them, in Thai, Lao and Burmese. */
const joinedTitle = /^(?:นางสาว|นาย|นาง|คุณ|ທ້າວ|ນາງ|ທ່ານ)(?=[ก-ฮเ-ไກ-ຮເ-ໄ].{2})|^(?:ဒေါ်|ဦး|ဒေါက်တာ)(?=\p{L})/u;

/** Returns a name without the title that is written joined to it. */
export function withoutJoinedTitle(name: string): string {
  return name.replace(joinedTitle, '');
}

/** Returns whether a word, in small letters without dots, is a title. */
export function isTitle(word: string): boolean {
  return words().titles.has(withoutAccents(word));
}

/** Returns whether a title is also a name or an initial. */
export function isAmbiguousTitle(word: string): boolean {
  return words().ambiguous.has(word);
}

/** Returns whether a degree or a generation is also a name: Kshitij K.C. */
export function isAmbiguousSuffix(word: string): boolean {
  return word === 'kc';
}

/** Returns whether a word after a title belongs to it. */
export function isTitleTail(word: string): boolean {
  return words().tails.has(word);
}

/** Returns whether a word, in small letters without dots, is a degree or a generation. */
export function isSuffix(word: string): boolean {
  return isDegree(word) || words().suffixes.has(withoutMarks(word));
}
