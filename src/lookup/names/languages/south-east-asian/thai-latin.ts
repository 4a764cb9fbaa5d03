import type { Language } from '../../language.ts';

export const thaiLatin: Language = {
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
};
