import { arabicArticle } from '../scripts/arabic-words.ts';
import { isParticle } from './particles.ts';

/** A family name and the particles before it: van der | Berg. */
export interface FamilyName {
  readonly particles: readonly string[];
  readonly core: string;
}

/** Treats a particle with a hyphen ("al-rashid") like one with a space. */
export function familyNames(words: readonly string[]): readonly FamilyName[] {
  const names: FamilyName[] = [];
  let leading: string[] = [];
  const last = words.length - 1;
  for (const [index, word] of words.entries()) {
    const pieces = word.split('-');
    while (pieces.length > 1 && isParticle(pieces[0] ?? '')) leading.push(pieces.shift() ?? '');
    const [article, core] = withoutArticle(pieces.join('-'));
    if (article !== undefined) leading.push(article);
    if (index < last && isParticle(core)) leading.push(core);
    else {
      names.push({ particles: leading, core });
      leading = [];
    }
  }
  return names;
}

/** الخوري has its article joined to it. Allah has none. */
function withoutArticle(word: string): readonly [article: string | undefined, rest: string] {
  const has = word.startsWith(arabicArticle) && word.length > 4 && word !== 'الله';
  return has ? [arabicArticle, word.slice(arabicArticle.length)] : [undefined, word];
}
