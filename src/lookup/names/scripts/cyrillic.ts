import type { LetterTable } from '../language.ts';
import { readLetters } from '../word-lists.ts';

/** How most languages in Cyrillic letters write those that they have in common. */
export const cyrillicLetters: LetterTable = readLetters(`
  а a, б b, в v, г g, д d, е e, ё yo, ж zh, з z, и i, й y, к k, л l, м m, н n, о o, п p, р r, с s, т t, у u,
  ф f, х kh, ц ts, ч ch, ш sh, щ shch, ъ, ы y, ь, э e, ю yu, я ya`);
