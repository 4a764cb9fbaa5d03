import { isStorableText } from '../../argument-checks.ts';
import { mostNameCharacters } from '../../ports/job-store.ts';

/** Line breaks and control characters. */
const breaking = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/**
 * What makes a name look like another: characters of no width, and those that turn the direction of text. Variation selectors and
 * joiners stay where scripts and emoji need them: joiners not beside ASCII, selectors only behind what is seen and not ASCII, or in
 * the emoji of a key.
 */
const unseen =
  /(?!\p{Variation_Selector}|\p{Join_Control})[\p{Cf}\p{DI}]|\p{Join_Control}(?![^\0-\x7f])|(?<![^\0-\x7f])\p{Join_Control}|(?<![^\0-\x7f\s\p{C}\p{DI}])\p{Variation_Selector}(?!\u20e3)/gu;
const seen = /[^\s\p{Cf}\p{DI}]/u;

/** Returns the name that a job gets: one line without invisible characters, cut to its bound. Undefined if nothing is left. */
export function jobName(given: string | undefined): string | undefined {
  const line = (given ?? '').replace(unseen, '').replace(breaking, ' ').replace(/\s+/g, ' ').trim();
  const cut = line.slice(0, mostNameCharacters);
  // Not through the middle of a character.
  const name = isStorableText(cut) ? cut : cut.slice(0, -1);
  return seen.test(name) ? name.trim() : undefined;
}
