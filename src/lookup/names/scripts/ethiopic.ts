import { readEntries } from '../word-lists.ts';

/** Consonants of the Ethiopic syllabary, one for each group of eight code points from U+1200. */
const consonants =
  'h l h m s r s sh q - q - b v t ch h - n gn - k - kh - w - z zh y d d j g - g t ch p ts ts f p'.split(' ');
const vowels = ['e', 'u', 'i', 'a', 'e', '', 'o', 'wa'];

/** First parts of names such as Gebreselassie (servant of the Trinity), as their bearers write them. */
const heads = readEntries(`
  ገብረ gebre, ወልደ wolde welde, ተስፋ tesfa, ተክለ tekle, ኪዳነ kidane, ዘርአ zera, ሀብተ habte, ሃብተ habte, ተኽለ tekle,
  ሓይለ haile, ኃይለ haile, ሀይለ haile, ሃይለ haile, ሣህለ sahle, ሳህለ sahle, ፍቅረ fikre, ዘ ze, አምደ amde, ፍሬ fre,
  ብርሃነ berhane birhane, ጽጌ tsige, ወለተ welete, አጽበ atsbe`);

/** Their second parts. */
const tails = readEntries(`
  ሥላሴ selassie slassie, ስላሴ selassie slassie, ማርያም mariam maryam, ሚካኤል michael mikael, ገብርኤል gabriel,
  ጊዮርጊስ giorgis georgis, አማኑኤል amanuel, መድኅን medhin, መድህን medhin, ሕይወት hiwot hiwet, ህይወት hiwot hiwet,
  ኪዳን kidan, መስቀል meskel, ጻድቅ tsadik, ፃድቅ tsadik, ክርስቶስ kristos christos, ጽዮን tsion, እግዚአብሔር egziabher,
  እግዚአብሄር egziabher, ሃይማኖት haimanot haymanot, ፅዮን tsion, ዮሐንስ yohannes, ዮሃንስ yohannes, ኢየሱስ eyesus yesus,
  እየሱስ eyesus yesus, አብ ab, ሰንበት senbet, አረጋዊ aregawi, ሩፋኤል rufael, አምላክ amlak, አልፋ alpha, ጊዮርግስ giorgis`);

/** Romanises a word of Amharic or Tigrinya syllables, the most common spelling first. Empty for other words. */
export function romanizeEthiopic(word: string): readonly string[] {
  const head = Array.from(heads.keys()).find(
    (part) => word.startsWith(part) && tails.has(word.slice(part.length)),
  );
  if (head === undefined) return romanizeSyllables(word);
  const [starts = [], ends = []] = [heads.get(head), tails.get(word.slice(head.length))];
  return ends.flatMap((end) => starts.map((start) => start + end)).flatMap(withElision);
}

/** Gebreegziabher, also Gebregziabher. */
function withElision(name: string): readonly string[] {
  return name.includes('eegzi') ? [name, name.replace('eegzi', 'egzi')] : [name];
}

/** Returns whether two words are one name that many people also write in one: ገብረ እግዚአብሔር. */
export function areOneEthiopicName(word: string, next: string): boolean {
  return heads.has(word) && tails.has(next);
}

function romanizeSyllables(word: string): readonly string[] {
  const syllables = Array.from(word, (letter) => {
    const index = (letter.codePointAt(0) ?? 0) - 0x1200;
    const group = Math.floor(index / 8);
    // The letters that only carry a vowel.
    if (group === 20 || group === 26) return ['a', 'u', 'i', 'a', 'e', 'e', 'o', 'a'][index % 8];
    const consonant = consonants[group];
    // The first vowel of the letters for h is an a.
    if (consonant === 'h' && index % 8 === 0) return 'ha';
    return index < 0 || consonant === undefined || consonant === '-'
      ? undefined
      : consonant + (vowels[index % 8] ?? '');
  });
  if (syllables.length === 0 || syllables.includes(undefined)) return [];
  const text = syllables
    .join('')
    .replace(/^(?!ts)(?:[bdfgklmnqrstwyz]|sh|ch)(?=[^aeiouhlrwy]|r[^aeiou]|r(?=[hk])|(?<!f)r[aou])/u, '$&i')
    .replace(/(?<=[aeiou][^aeious]{1,2})st$/u, 'ist');
  const full = text
    .replace(/(?<=[^aeiou]{2})(?<!gn|[cgkst]h|ts)(?=[^aeiouhs])/gu, 'i')
    .replace(/we(?=r[kq]|l|n)/gu, 'wo')
    .replace(/ay(?=[^aeiouy])/gu, 'ai')
    .replace(/(?<=[^aeiou])y$/u, 'iy')
    .replace(/(?<=[^aeiou])i?y(?=[ao])/gu, 'i');
  return [...new Set([full.replaceAll('q', 'k'), full])];
}
