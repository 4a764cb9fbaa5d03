import type { Language } from '../../language.ts';
import { romanizeBesideParts, romanizeParts } from '../../scripts/known-parts.ts';
import { laoParts } from '../../scripts/lao-parts.ts';
import { romanizeThai } from '../../scripts/thai.ts';

/** What may stand beside a part of a name: with a consonant at the start, and a vowel. */
const syllable = /^(?:[ກ-ຮ](?=.*[ະ-ຽ])|[ເ-ໄ][ກ-ຮ])/u;

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

/** Names of Laos, and their parts, as their bearers write them. */
export const lao: Language = {
  id: 'lao',
  countries: 'la',
  spellings:
    'ສົມສັກ somsack somsak, ພິມມະສອນ phimmasone phimmason, ບຸນມີ bounmy bounmee bounmi, ແກ້ວ keo, ວົງສາ vongsa, ຄຳ kham, ສຸກ souk, ສີສຸກ sisouk, ວິໄລ vilay, ພອນ phone, ຈັນ chan, ສົມພອນ somphone, ຄຳຫຼ້າ khamla, ບົວ boua, ສຸກສະຫວັນ souksavanh, ພົມມະຈັນ phommachanh, ອິນທະວົງ inthavong, ສີສະຫວາດ sisavath, ບຸນທະວົງ bounthavong, ໄຊຍະວົງ xayavong, ສຸລິວົງ soulivong, ຈັນທະວົງ chanthavong, ນ້ອຍ noy',
  romanize: (word) => {
    const known = romanizeParts(word, laoParts());
    if (known.length > 0) return known;
    const begun = romanizeBesideParts(word, laoParts(), { syllable, romanize: romanizeLao });
    return begun.length > 0 ? begun : romanizeLao(word);
  },
};
