import { onFirstUse } from '../../first-use.ts';
import { claimWords, copulas, determiners, endings, fillers, modifiers } from './claim-grammars.ts';
import { type FoundPhrases, PhraseLexicon } from './phrase-lexicon.ts';
import { type PhraseGroup, phraseGroups } from './phrases.ts';
import { echoWord, sentenceEnd } from './words.ts';

/** What is claimed. */
export type ClaimedState = 'missing' | 'closed' | 'full' | 'busy' | 'domainRefused';

/** Of a state, vocabulary that stands before whoever it is said of ("no such | user"), or only after ("not in this list"). */
type Group = PhraseGroup | keyof typeof claimWords | `${ClaimedState}${'Before' | 'After'}`;

/** All phrases and all vocabulary of claims. Made on first use: it takes longer than loading the rest of mailproof. */
export const lexicon = onFirstUse(
  () => new PhraseLexicon<Group>([...Object.entries(phraseGroups), ...Object.entries(claimWords)]),
);

/** Words of a reply, and the phrases in them. */
export interface SearchedWords {
  readonly words: readonly string[];
  readonly found: FoundPhrases<Group>;
}

/** Finds phrases, and what two of them make: "exceeded | its maximum | quota" is full. */
export function findPhrases(words: readonly string[]): SearchedWords {
  const found = lexicon().find(words);
  for (const { start, end } of found.spans('exceeds')) {
    let at = end;
    while (found.endsFrom('room', at).length === 0 && modifiers.has(words[at] ?? '')) at++;
    for (const roomEnd of found.endsFrom('room', at)) found.add('full', start, roomEnd);
  }
  return { words, found };
}

const maxFillers = 10;
const maxDeterminers = 3;

/**
 * Returns whether the words claim a state of a mailbox or a domain: "the account that you tried to reach | does not
 * exist", "unknown | user", "<ann@example.org> | is disabled". `echoWord` stands for the recipient. A sentence that begins
 * with "if" claims nothing.
 */
export function claims(state: ClaimedState, who: 'mailbox' | 'domain', text: SearchedWords): boolean {
  const { words, found } = text;
  const before = `${state}Before` as const;
  if (!found.has(state) && !found.has(before) && !found.has(`${state}After`)) return false;
  const isNamed = found
    .spans(who)
    .some(
      ({ start, end }) =>
        !isSupposed(text, start) &&
        !isOfOther(text, who, end) &&
        !(who === 'mailbox' && isOurs(text, start)) &&
        (isSaidAfter(text, state, end) || isSaidBefore(text, [state, before], start)),
    );
  if (isNamed || who === 'domain') return isNamed;
  return words.some(
    (word, at) =>
      word === echoWord &&
      !isSupposed(text, at) &&
      (isSaidOfName(text, state, at + 1) || isSaidBefore(text, [before], at)),
  );
}

/** "Bad recipient | address syntax", "unknown recipient | domain": what is said is said of the last noun. */
function isOfOther(text: SearchedWords, who: 'mailbox' | 'domain', afterNoun: number): boolean {
  const isAnother = (group: Group) => begins(text, group, afterNoun);
  if (isAnother('compound') || isAnother('detail') || (who === 'mailbox' && isAnother('domain'))) return true;
  return text.found.endsFrom(who, afterNoun).some((end) => isOfOther(text, who, end));
}

/** "… account | that you tried to reach | does not exist". */
function isSaidAfter(text: SearchedWords, state: ClaimedState, afterNoun: number): boolean {
  for (let at = afterNoun; at <= afterNoun + maxFillers; at++) {
    if (statesAt(text, state, at).length > 0) return true;
    const word = text.words[at] ?? '';
    if (word !== echoWord && !fillers.has(word)) return false;
  }
  return false;
}

/** "Unknown | local | user". */
function isSaidBefore({ words, found }: SearchedWords, groups: readonly Group[], noun: number): boolean {
  for (let at = noun; at >= noun - maxDeterminers; at--) {
    if (groups.some((group) => found.endsAt(group, at))) return true;
    const word = words[at - 1] ?? '';
    if (word !== echoWord && !determiners.has(word)) return false;
  }
  return false;
}

/** "<ann@example.org> | is unknown": without a copula, what is said must end the sentence, because there is no noun. */
function isSaidOfName(text: SearchedWords, state: ClaimedState, afterName: number): boolean {
  const { words } = text;
  let at = afterName;
  while (copulas.has(words[at] ?? '')) at++;
  return statesAt(text, state, at).some((end) => {
    const next = words[end] ?? sentenceEnd;
    return at > afterName || next === sentenceEnd || next === echoWord || endings.has(next);
  });
}

/** Returns the ends of the phrases that begin there and state it of what stands before. */
function statesAt(text: SearchedWords, state: ClaimedState, at: number): readonly number[] {
  const ends = [state, `${state}After` as const].flatMap((group) => text.found.endsFrom(group, at));
  return ends.filter((end) => !begins(text, 'detail', end));
}

function begins({ found }: SearchedWords, group: Group, at: number): boolean {
  return found.endsFrom(group, at).length > 0;
}

/** "Your account", "您的邮箱", "Ihre E-Mail-Adresse": it is the sender's. */
function isOurs(text: SearchedWords, noun: number): boolean {
  return isSaidBefore(text, ['possessive'], noun);
}

function isSupposed({ words, found }: SearchedWords, at: number): boolean {
  if (!found.has('supposed')) return false;
  const sentence = words.lastIndexOf(sentenceEnd, at);
  return found.spans('supposed').some(({ start }) => start > sentence && start < at);
}
