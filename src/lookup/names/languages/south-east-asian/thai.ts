import type { Language } from '../../language.ts';
import { romanizeBesideParts, romanizeParts } from '../../scripts/known-parts.ts';
import { romanizeThai } from '../../scripts/thai.ts';
import { thaiParts } from '../../scripts/thai-parts.ts';

/** What may stand beside a part of a name: with a consonant at the start, and a vowel. */
const syllable = /^(?:[ก-ฮ]|[เ-ไ][ก-ฮ])(?=.*[ะ-ู]|.*[เ-ไ])|^[เ-ไ][ก-ฮ]/u;

/** Thai names as their bearers write them. */
export const thai: Language = {
  id: 'thai',
  countries: 'th',
  spellings: `สมชาย somchai, ศิริพร siriporn, แสงทอง saengthong sangthong saengtong, ใจดี jaidee chaidee, สมศักดิ์ somsak, สมหญิง somying, วิชัย wichai vichai, ประเสริฐ prasert, มาลี malee mali, สุดา suda, อนงค์ anong, ชัยวัฒน์ chaiwat, ธนากร thanakorn, พิมพ์ชนก pimchanok, กิตติพงษ์ kittipong kittiphong, อภิญญา apinya, สุภาพร supaporn, ณรงค์ narong, กาญจนา kanjana kanchana, ณัฐพล nattapon nattaphon, ณัฐพงษ์ nattapong nuttapong, ปิยะ piya, วรรณา wanna, สุรชัย surachai, นภา napa, อรทัย orathai, พรทิพย์ porntip pornthip, วันดี wandee, สุวรรณ suwan, ศรีสุวรรณ srisuwan, บุญมี boonmee bunmee, ทองดี thongdee, แก้ว kaew, สุขใจ sukjai, วงศ์สวัสดิ์ wongsawat, รัตนากร rattanakorn, พงษ์ศักดิ์ pongsak phongsak, จันทร์ chan jan, จันทร์เพ็ญ chanpen janpen, ชาญชัย chanchai, อำนาจ amnat, สมบูรณ์ somboon, มีสุข meesuk, พิชัย pichai, ศักดิ์สิทธิ์ saksit, ธีรพงษ์ teerapong, นิรันดร์ niran, สุกัญญา sukanya, รุ่งเรือง rungruang rungrueang, เจริญ charoen, เจริญสุข charoensuk, ทองคำ thongkham, ไชยวงศ์ chaiwong, สุขสวัสดิ์ suksawat, พรหมศรี phromsri promsri, กมลวรรณ kamonwan, ธนพล thanapon, อารีย์ aree, ชัยวงศ์ chaiwong`,
  romanize: (word) => {
    const known = romanizeParts(word, thaiParts());
    if (known.length > 0) return known;
    const begun = romanizeBesideParts(word, thaiParts(), { syllable, romanize: romanizeThai });
    return begun.length > 0 ? begun : romanizeThai(word);
  },
  asideShare: 0.1,
};
