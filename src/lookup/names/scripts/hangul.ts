/** Revised Romanization (Ministry of Culture, 2000), and the vowels and consonants of most passports. */
const initials = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ');
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const finals = '- k k ks n nj n t l lk lm lp ls lt lp l m p ps t t ng t t k t p t'.split(' ');

/** Syllables that most people write otherwise. */
const common: Readonly<Record<string, readonly string[]>> = {
  영: ['young', 'yeong'],
  희: ['hee', 'hui'],
  수: ['soo', 'su'],
  우: ['woo', 'u'],
  은: ['eun'],
  현: ['hyun', 'hyeon'],
  준: ['jun', 'joon'],
  훈: ['hoon', 'hun'],
  경: ['kyung', 'gyeong'],
  정: ['jung', 'jeong'],
  승: ['seung'],
  성: ['sung', 'seong'],
  주: ['ju', 'joo'],
  진: ['jin'],
  미: ['mi'],
  선: ['sun', 'seon'],
  규: ['kyu', 'gyu'],
  기: ['ki', 'gi'],
  건: ['gun', 'geon'],
  숙: ['suk', 'sook'],
  엽: ['yeop', 'yup'],
  교: ['kyo', 'gyo'],
  두: ['doo', 'du'],
  무: ['moo', 'mu'],
  여: ['yeo', 'yo'],
  용: ['yong'],
  태: ['tae'],
  걸: ['gul', 'geol'],
  길: ['gil', 'kil'],
  호: ['ho'],
  옥: ['ok'],
  덕: ['duk', 'deok'],
  복: ['bok'],
  춘: ['choon', 'chun'],
  형: ['hyung', 'hyeong'],
  균: ['kyun', 'gyun'],
  권: ['kwon', 'gwon'],
  범: ['bum', 'beom'],
  섭: ['sup', 'seop'],
  헌: ['hun', 'heon'],
  언: ['eon', 'un'],
  율: ['yul'],
  윤: ['yoon', 'yun'],
  순: ['soon', 'sun'],
  혁: ['hyuk', 'hyeok'],
  현아: ['hyuna'],
  연: ['yeon', 'yeun'],
  병: ['byung', 'byeong'],
  명: ['myung', 'myeong'],
  광: ['kwang', 'gwang'],
  국: ['kook', 'guk'],
  철: ['chul', 'cheol'],
  석: ['seok', 'suk'],
  식: ['sik'],
  금: ['geum', 'kum'],
  근: ['geun', 'keun'],
  관: ['kwan', 'gwan'],
  구: ['koo', 'gu'],
  일: ['il'],
};

const first = 0xac00;
const last = 0xd7a3;

/** Romanises a word of Hangul syllables. Empty for other words. */
export function romanizeHangul(word: string): readonly string[] {
  const syllables = Array.from(word);
  if (
    syllables.some(
      (syllable) => (syllable.codePointAt(0) ?? 0) < first || (syllable.codePointAt(0) ?? 0) > last,
    )
  )
    return [];
  const usual = syllables.map((syllable) => common[syllable]?.[0] ?? plain(syllable)).join('');
  const revised = syllables.map((syllable) => common[syllable]?.[1] ?? plain(syllable)).join('');
  const strict = syllables.map(plain).join('');
  // 영숙: young-suk, young-sook, yeong-suk. Many write the last syllable in another style than the others.
  const mixed = syllables
    .map((syllable, index) => common[syllable]?.[index === syllables.length - 1 ? 1 : 0] ?? plain(syllable))
    .join('');
  return [...new Set([usual, mixed, revised, strict])];
}

function plain(syllable: string): string {
  const index = (syllable.codePointAt(0) ?? 0) - first;
  const letters = [
    initials[Math.floor(index / 588)],
    vowels[Math.floor((index % 588) / 28)],
    finals[index % 28],
  ];
  return letters.map((letter) => (letter === '-' ? '' : (letter ?? ''))).join('');
}
