import type { Language } from '../../language.ts';

export const thaiLatin: Language = {
  id: 'thai-latin',
  countries: 'th',
  signs: /(?:porn|phong|pong|chai|sak|wat|wong|kul|thong|sri|suwan|anan|rat|charoen)/u,
  given:
    'somchai somsak somporn kanya siriporn nattapong wichai prasert malee suda anong chaiwat thanakorn pimchanok kittipong apinya supaporn narong niran',
  family:
    'srisuwan phromsri saengthong saetang wongsawat chaiyasit thongchai suksawat boonmee rattanakorn jaidee chaiwong kaewkla sirikul',
};
