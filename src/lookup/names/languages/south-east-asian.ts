import type { Language, NamesCustom } from '../language.ts';
import { romanizeBesideParts, romanizeParts, splitIntoParts } from '../scripts/known-parts.ts';
import { burmeseSyllables, khmerParts, laoParts, thaiParts } from '../scripts/south-east-asian-parts.ts';
import { romanizeThai } from '../scripts/thai.ts';

/** As in Latin letters, where the words stand apart. */
const givenNames: NamesCustom = { first: 0.22, last: 0.02, joined: 0.62, separated: 0.12, hyphenated: 0.02 };

/** What may stand beside a part of a name: with a consonant at the start, and a vowel. */
const laoSyllable = /^(?:[ກ-ຮ](?=.*[ະ-ຽ])|[ເ-ໄ][ກ-ຮ])/u;

/** By letters, with the endings that most people write in the French way. */
function romanizeLao(word: string): readonly string[] {
  return romanizeThai(word).map((text) =>
    text
      .replace(/ai$/u, 'ay')
      .replace(/(?<=[^aeiou])i$/u, 'y')
      .replace(/an$/u, 'anh')
      .replace(/at$/u, 'ath'),
  );
}

/** What may stand beside a part of a name: with a consonant at the start, and a vowel. */
const thaiSyllable = /^(?:[ก-ฮ]|[เ-ไ][ก-ฮ])(?=.*[ะ-ู]|.*[เ-ไ])|^[เ-ไ][ก-ฮ]/u;

export const southEastAsian: readonly Language[] = [
  /** Names in Burmese letters, which are put together of syllables: Aung Myo Min. */
  {
    id: 'burmese-script',
    countries: 'mm',
    wordsOf: (name) => splitIntoParts(name, burmeseSyllables()),
    romanize: (word) => romanizeParts(word, burmeseSyllables()),
    givenNames,
    sharesNames: true,
  },
  /** Names have no family name: their words are joined, apart, or left out. */
  {
    id: 'burmese',
    countries: 'mm',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /^(?:daw|thiha|htet|hlaing|khin|myint|phyo|thant|zaw)$/u,
    given:
      'ma kyi nay zin wint aye thiha htet khin zaw min aung kyaw myo su thida phyo win nyein hnin ei moe wai yan thet than tin htun',
    family: 'myint aung win htun hlaing oo naing lwin thu zaw maung tun soe khaing',
    givenNames: { first: 0.22, last: 0.02, joined: 0.62, separated: 0.12, hyphenated: 0.02 },
    initials: { first: 0.7, all: 0.3 },
    sharesNames: true,
  },
  {
    id: 'filipino',
    countries: 'ph',
    familyPerMille: 'santos 15, reyes 12, cruz 12, bautista 9, garcia 9',
    signs: /^dela$|(?:mangga|pangan|gat|bayan|sioc|co)$/u,
    given:
      'maria jose juan ramon cristina kristine joy mary grace jun rodel jayson jomar marites rowena rosario liza angelica princess michelle mark john paul noel',
    family:
      'santos reyes cruz bautista ocampo garcia mendoza torres flores ramos castillo aquino villanueva fernandez gonzales delacruz guzman rivera dizon pascual manalo magsaysay peña soriano mercado salazar tolentino',
    spellings: 'ma ma maria, ma. ma maria',
    familyNames: { first: 0.1, last: 0.84, joined: 0.04, separated: 0.01, hyphenated: 0.01 },
    particles: { de: 0.94, la: 0.94, dela: 0.94, los: 0.94 },
    givenNames: { first: 0.72, last: 0.08, joined: 0.16, separated: 0.02, hyphenated: 0.02 },
    initials: { first: 0.68, all: 0.32 },
    shortForms:
      'francisco kiko, josefina josie pining, roberto bobby, eduardo ed, fernando nanding, maria ria, cristina tina, antonio tony, ricardo ric, rodrigo rody, benigno ninoy noynoy, jose joey, juanito johnny',
  },
  /** Many people have a single name, or no family name. */
  {
    id: 'indonesian',
    countries: 'id',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /^(?:su|setia|wi|yu)\w+(?:o|i|an|ti|to|no|di)$/u,
    given:
      'rizki rizky aditya fajar galih yusuf ilham reza anisa dewa gede ida taufik arif hadi irwan nia lina mega budi agus bambang joko sri dewi siti putri ayu rina ratna wahyu eko dwi tri hendra dedi andi rudi yudi sukarno suharto suparman yulianti lestari indah nur muhammad ahmad made wayan ketut putu nyoman komang luh kadek fitri dian eka yanto slamet iwan',
    family:
      'ramadhan firmansyah maulana permana syahputra hakim manurung sinaga panjaitan hutapea santoso wijaya susanto setiawan kurniawan hidayat saputra widodo wirawan nugroho pratama gunawan suryadi hartono utomo lestari rahayu wibowo purnomo siregar simanjuntak nasution situmorang lubis harahap tanjung sihombing',
    familyNames: { first: 0.2, last: 0.66, joined: 0.1, separated: 0.02, hyphenated: 0.02 },
    givenNames: { first: 0.62, last: 0.2, joined: 0.15, separated: 0.02, hyphenated: 0.01 },
    shortForms:
      'yulianti yuli, suharto harto, bambang bams, setiawan iwan, kurniawan wawan, wahyudi yudi, hendrawan hendra, agustinus agus, yohanes yoyo, supriyadi yadi, sulistyowati sulis, fitriani fitri, wulandari wulan, kristina tina',
    sharesNames: true,
  },
  {
    id: 'khmer-latin',
    countries: 'kh',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /^(?:sok|chea|keo|sopheap|vich|bopha|chann|sreym|srey)/u,
    given:
      'sopheap vichea sokha dara bopha sophea sothea ratha channary srey pisey sovann makara rithy borey bory',
    family: 'chea keo sok heng chan kim ly ouk prak sim tep touch lim mao nhem pen phan ros san seng som',
    familyFirst: true,
  },
  /** Khmer names, put together of parts that are written as their bearers do. */
  {
    id: 'khmer',
    countries: 'kh',
    given:
      'បូរី ដារ៉ា សុវណ្ណ សុវណ្ណារី សុភ័ក្ត្រ ស្រីមុំ ស្រីនាង ស្រីពៅ សុភា ចាន់ធី ពិសិដ្ឋ វិចិត្រ រដ្ឋា រតនា វណ្ណា សុជាតា សុវណ្ណារ៉ា ចន្ថា វិសាល វាសនា សំណាង សម្បត្តិ ម៉ារីណា ចាន់ថុល សុភាព វិជ្ជា សុខា ដារា បុប្ផា',
    family:
      'ហ៊ុន សម កឹម ឈឹម នួន ម៉ៅ ទេព ប៊ុន គង់ យិន ប៉ែន ឃឹម ស៊ុន អ៊ុំ ឡុង ប៉ុល សេង មាស នួន ងួន ជួន ឈុន តាន់ ហម លឹម អ៊ឹម ហេង ជា កែវ សុខ ចាន់ គីម លី អ៊ុក',
    familyFirst: true,
    wholeOrderOdds: 24,
    romanize: (word) => romanizeParts(word, khmerParts()),
  },
  {
    id: 'lao-latin',
    countries: 'la',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /(?:vong|savanh|phone|sone|khone|sack|xay)/u,
    given: 'somsack bounmy souksavanh khamla vilay somphone chanthavong bouavanh phonesavanh noy',
    family: 'inthavong phimmasone vongsa phommachanh sisavath xayavong bounthavong soulivong chanthavong keo',
  },
  /** Names of Laos, and their parts, as their bearers write them. */
  {
    id: 'lao',
    countries: 'la',
    spellings:
      'ສົມສັກ somsack somsak, ພິມມະສອນ phimmasone phimmason, ບຸນມີ bounmy bounmee bounmi, ແກ້ວ keo, ວົງສາ vongsa, ຄຳ kham, ສຸກ souk, ສີສຸກ sisouk, ວິໄລ vilay, ພອນ phone, ຈັນ chan, ສົມພອນ somphone, ຄຳຫຼ້າ khamla, ບົວ boua, ສຸກສະຫວັນ souksavanh, ພົມມະຈັນ phommachanh, ອິນທະວົງ inthavong, ສີສະຫວາດ sisavath, ບຸນທະວົງ bounthavong, ໄຊຍະວົງ xayavong, ສຸລິວົງ soulivong, ຈັນທະວົງ chanthavong, ນ້ອຍ noy',
    romanize: (word) => {
      const known = romanizeParts(word, laoParts());
      if (known.length > 0) return known;
      const begun = romanizeBesideParts(word, laoParts(), { syllable: laoSyllable, romanize: romanizeLao });
      return begun.length > 0 ? begun : romanizeLao(word);
    },
  },
  {
    id: 'malay',
    countries: 'my bn sg',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs: /^(?:binti?|nurul|siti|mohd|wan|nik)$/u,
    given:
      'azlan haliza izzah nazri hakim firdaus zulaikha rosnah zarina ahmad mohd muhammad siti nur nurul aminah faizal azman hafiz ismail zainal rosli aziz farid amirul syafiq aisyah fatimah noraini zulkifli kamal razak hassan abdul rahman kavitha wan nik',
    family:
      'ismail abdullah yusof rahman razak ibrahim hassan ahmad omar othman aziz hashim rashid bakar salleh mahmud sulaiman subramaniam',
    familyNames: { first: 0.02, last: 0.22, joined: 0.72, separated: 0.02, hyphenated: 0.02 },
    givenNames: { first: 0.58, last: 0.28, joined: 0.1, separated: 0.03, hyphenated: 0.01 },
    particles: { bin: 0.1, binti: 0.08, bte: 0.05 },
    fatherWords: /^(?:bin|binti|bte|bt)$/u,
    sharesNames: true,
  },
  {
    id: 'thai-latin',
    countries: 'th',
    marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
    signs:
      /(?:porn|phong|pong|sak|kul|thong|chai|korn|phan|wong|suwan|siri)$|^(?:charoen|suwan|rattana|wong|thong|siri|phan|natta|thana|chai|kitti|somch|somb|somk|soms|pim(?:ch|p)|phat|srisu)/u,
    given:
      'somkiat pornthip wanchai surasak chanida kanokwan thanawat nattaporn pattarapong orawan ratchanee sunisa somchai somsak somporn kanya siriporn nattapong wichai prasert malee suda anong chaiwat thanakorn pimchanok kittipong apinya supaporn narong niran',
    family:
      'srisuwan phromsri saengthong saetang wongsawat chaiyasit thongchai suksawat boonmee rattanakorn jaidee chaiwong kaewkla sirikul',
    asideShare: 0.1,
  },
  /** Thai names as their bearers write them. */
  {
    id: 'thai',
    countries: 'th',
    spellings: `ณัฐพงษ์ nattapong natthapong nuttapong, ณัฐพงศ์ nattapong natthapong nuttapong, ณัฐวุฒิ nattawut natthawut nuttawut, ณัฐพล nattapol natthapon nuttapon, ณัฐชา natcha nutcha, ณัฐกานต์ nattakan natthakan, ณัฐธิดา nattida natthida, ณัฐนันท์ nattanan natthanan, ธนพล thanapol thanapon tanapol, ภูมิพัฒน์ poomipat phumiphat, ธีรเดช theeradej teeradech, เบญจมาศ benjamas benjamart, เบญจา benja, ชินวัตร shinawatra, อภิสิทธิ์ apisit abhisit, ภัทร pat phat, ภัทรา pattra phattra, ภัทรพล pattarapol phattharaphon, ภัทรวดี pattarawadee, สุวรรณรัตน์ suwannarat, สุพจน์ supot suphot, วัชรพล watcharapol watcharapon, วัชระ watchara, ปิยะพงษ์ piyapong, ปิยพงษ์ piyapong, นภัสสร napatsorn napassorn naphatsorn, นภัส napat naphat, กฤษณะ kritsana krisana, กฤษดา kritsada krisada, กฤษฎา kritsada krisda, ศุภชัย supachai suphachai, ศุภกร supakorn suphakorn, ศุภวิชญ์ supawit, อัจฉรา atchara achara, อัญชลี anchalee unchalee, อรทัย orathai, อรอุมา onuma ornuma, พรรณี pannee phannee, พัชรี patcharee phatcharee, พัชราภรณ์ patcharaporn phatcharaporn, พัชรินทร์ patcharin, เพ็ญศรี pensri phensri, ขวัญใจ kwanjai khwanjai, จุฑาทิพย์ jutatip jutathip, จิราพร jiraporn chiraporn, จารุวรรณ jaruwan charuwan, ชลธิชา chonticha, ฐิติพร thitiporn titiporn, ธัญชนก thanchanok, ธัญญาลักษณ์ thanyalak, นันทพร nantaporn nanthaporn, ปาริชาติ parichat, ปวีณา paweena, ปัทมา patama pattama, ยุพา yupa, ยุวดี yuwadee, รัชนี ratchanee, รุ่งนภา rungnapa, วาสนา wasana, วิภา wipa, วิไลวรรณ wilaiwan, ศศิธร sasithorn sasitorn, สมพร somporn, สุดารัตน์ sudarat, สุนิสา sunisa, สุวิมล suwimon, อมรรัตน์ amornrat, อรพรรณ orapan, สมชาย somchai, ศิริพร siriporn, แสงทอง saengthong sangthong saengtong, ใจดี jaidee chaidee, สมศักดิ์ somsak, สมหญิง somying, วิชัย wichai vichai, ประเสริฐ prasert, มาลี malee mali, สุดา suda, อนงค์ anong, ชัยวัฒน์ chaiwat, ธนากร thanakorn, พิมพ์ชนก pimchanok, กิตติพงษ์ kittipong kittiphong, อภิญญา apinya, สุภาพร supaporn, ณรงค์ narong, กาญจนา kanjana kanchana, ณัฐพล nattapon nattaphon, ณัฐพงษ์ nattapong nuttapong, ปิยะ piya, วรรณา wanna, สุรชัย surachai, นภา napa, อรทัย orathai, พรทิพย์ porntip pornthip, วันดี wandee, สุวรรณ suwan, ศรีสุวรรณ srisuwan, บุญมี boonmee bunmee, ทองดี thongdee, แก้ว kaew, สุขใจ sukjai, วงศ์สวัสดิ์ wongsawat, รัตนากร rattanakorn, พงษ์ศักดิ์ pongsak phongsak, จันทร์ chan jan, จันทร์เพ็ญ chanpen janpen, ชาญชัย chanchai, อำนาจ amnat, สมบูรณ์ somboon, มีสุข meesuk, พิชัย pichai, ศักดิ์สิทธิ์ saksit, ธีรพงษ์ teerapong, นิรันดร์ niran, สุกัญญา sukanya, รุ่งเรือง rungruang rungrueang, เจริญ charoen, เจริญสุข charoensuk, ทองคำ thongkham, ไชยวงศ์ chaiwong, สุขสวัสดิ์ suksawat, พรหมศรี phromsri promsri, กมลวรรณ kamonwan, ธนพล thanapon, อารีย์ aree, ชัยวงศ์ chaiwong`,
    romanize: (word) => {
      const known = romanizeParts(word, thaiParts());
      if (known.length > 0) return known;
      const begun = romanizeBesideParts(word, thaiParts(), {
        syllable: thaiSyllable,
        romanize: romanizeThai,
      });
      return begun.length > 0 ? begun : romanizeThai(word);
    },
    asideShare: 0.1,
  },
  /** The last given name is in use; middle names appear as initials behind it: annv. */
  {
    id: 'vietnamese',
    countries: 'vn',
    familyPerMille:
      'nguyen 310, tran 110, le 90, pham 70, hoang 45, huynh 45, phan 45, vu 39, vo 39, dang 21, bui 20, do 14, ho 13, ngo 13, duong 10, ly 7',
    marks: 'àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ',
    signs: /[ăơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u,
    given: `anh an binh bình chi cuong cường dung dũng duc đức giang ha hà hai hải hang hằng hanh hien hieu hoa hoang hung hùng huong hương huy huyen khanh khoa lan linh loan long mai minh my nam nga ngan ngoc nhung nhi phong phuc phuong phượng phương quan quang quynh son
    tam tan thanh thao thang thu thuy tien toan trang tri trung truong trường tu tuan tuấn tung tuyet van vinh vy xuan yen bao bảo quoc quốc thi thị huu hữu`,
    family:
      'nguyen nguyễn tran trần le lê pham phạm huynh huỳnh hoang hoàng phan vu vũ vo võ dang đặng bui bùi do đỗ ho hồ ngo ngô duong dương ly lý truong trương dinh đinh trinh trịnh mai luong lương',
    familyFirst: true,
    middleInitials: true,
    givenNames: { first: 0.03, last: 0.72, joined: 0.23, separated: 0.01, hyphenated: 0.01 },
    familyNames: { first: 0.9, last: 0.02, joined: 0.06, separated: 0.01, hyphenated: 0.01 },
    givenNameCount: 2,
    letterName: 'y',
  },
];
