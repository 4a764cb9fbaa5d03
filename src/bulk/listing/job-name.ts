import { isStorableText } from '../../argument-checks.ts';
import { mostNameCharacters } from '../../ports/job-store.ts';

/** What a terminal or a page does not show as it is: line breaks, control characters, and those that turn the direction of text. */
const unshown = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]+/gu;

/** Returns the name that a job gets: on one line, without control characters, cut to its bound. Undefined if nothing is left. */
export function jobName(given: string | undefined): string | undefined {
  const line = (given ?? '').replace(unshown, ' ').replace(/\s+/g, ' ').trim();
  const cut = line.slice(0, mostNameCharacters);
  // Not through the middle of a character.
  const name = isStorableText(cut) ? cut : cut.slice(0, -1);
  return name.trim() || undefined;
}
