import { onFirstUse } from '../../first-use.ts';
import {
  claimWords,
  copulas,
  determiners,
  endings,
  fillers,
  modifiers,
  possessives,
} from './claim-grammars.ts';
import { type FoundPhrases, PhraseLexicon } from './phrase-lexicon.ts';
import { type PhraseGroup, phraseGroups } from './phrases.ts';
import { echoWord, sentenceEnd } from './words.ts';

/** All phrases and all vocabulary of claims. Made on first use: it takes longer than loading the rest of mailproof. */
export const lexicon = onFirstUse(
  () =>
    new PhraseLexicon<PhraseGroup | keyof typeof claimWords>([
      ...Object.entries(phraseGroups),
      ...Object.entries(claimWords),
    ]),
);

type Found = FoundPhrases<PhraseGroup | keyof typeof claimWords>;

/** Words of a reply, and the phrases in them. */
export interface SearchedWords {
  readonly words: readonly string[];
  readonly found: Found;
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

/** What is claimed. */
export type ClaimedState = 'missing' | 'closed' | 'full' | 'busy' | 'domainRefused';

const maxFillers = 10;
const maxDeterminers = 3;

/** Vocabulary that stands before whoever it is said of: "no such | user", "not accepting mail for | domain". */
const saidBefore = {
  missing: 'missingBefore',
  full: 'fullBefore',
  busy: 'busyBefore',
  domainRefused: 'domainBefore',
  closed: undefined,
} as const;

/** Vocabulary that only stands after whoever it is said of: "user | not in this list". */
const saidAfter: Partial<Record<ClaimedState, 'missingAfter'>> = { missing: 'missingAfter' };

/**
 * Returns whether the words claim a state of a mailbox or a domain: "the account that you tried to reach | does not
 * exist", "unknown | user", "<ann@example.org> | is disabled". `echoWord` stands for the recipient. A sentence that begins
 * with "if" claims nothing.
 */
export function claims(state: ClaimedState, who: 'mailbox' | 'domain', text: SearchedWords): boolean {
  const { words, found } = text;
  const said = [state, saidBefore[state], saidAfter[state]];
  if (!said.some((group) => group !== undefined && found.has(group))) return false;
  const isNamed = found
    .spans(who)
    .some(
      ({ start, end }) =>
        !isSupposed(text, start) &&
        !begins(found, 'compound', end) &&
        !begins(found, 'detail', end) &&
        !(who === 'mailbox' && (begins(found, 'domain', end) || isOurs(words, start))) &&
        (isSaidAfter(text, state, end) || isSaidBefore(text, state, start)),
    );
  if (isNamed || who === 'domain') return isNamed;
  return words.some(
    (word, at) =>
      word === echoWord &&
      !isSupposed(text, at) &&
      (isSaidOfName(text, state, at + 1) || isSaidBefore(text, saidBefore[state], at)),
  );
}

/** "… account | that you tried to reach | does not exist". */
function isSaidAfter({ words, found }: SearchedWords, state: ClaimedState, afterNoun: number): boolean {
  for (let at = afterNoun; at <= afterNoun + maxFillers; at++) {
    if (statesAt(found, state, at).length > 0) return true;
    const word = words[at] ?? '';
    if (word !== echoWord && !fillers.has(word)) return false;
  }
  return false;
}

/** "Unknown | local | user". */
function isSaidBefore(
  { words, found }: SearchedWords,
  state: ClaimedState | (typeof saidBefore)[ClaimedState],
  noun: number,
): boolean {
  if (state === undefined) return false;
  const before = state in saidBefore ? saidBefore[state as ClaimedState] : undefined;
  for (let at = noun; at >= noun - maxDeterminers; at--) {
    if (found.endsAt(state, at) || (before !== undefined && found.endsAt(before, at))) return true;
    const word = words[at - 1] ?? '';
    if (word !== echoWord && !determiners.has(word)) return false;
  }
  return false;
}

/** "<ann@example.org> | is unknown": without a copula, what is said must end the sentence, because there is no noun. */
function isSaidOfName({ words, found }: SearchedWords, state: ClaimedState, afterName: number): boolean {
  let at = afterName;
  while (copulas.has(words[at] ?? '')) at++;
  return statesAt(found, state, at).some((end) => {
    const next = words[end];
    return (
      at > afterName || next === undefined || next === sentenceEnd || next === echoWord || endings.has(next)
    );
  });
}

/** Returns the ends of the phrases that begin there and state it of what stands before. */
function statesAt(found: Found, state: ClaimedState, at: number): readonly number[] {
  const after = saidAfter[state];
  const ends = found.endsFrom(state, at);
  const all = after === undefined ? ends : [...ends, ...found.endsFrom(after, at)];
  return all.filter((end) => !begins(found, 'detail', end));
}

function begins(found: Found, group: Parameters<Found['endsFrom']>[0], at: number): boolean {
  return found.endsFrom(group, at).length > 0;
}

/** "Your account", "您的邮箱", "Ihre E-Mail-Adresse": it is the sender's. */
function isOurs(words: readonly string[], noun: number): boolean {
  for (let at = noun - 1; at >= noun - maxDeterminers; at--) {
    const word = words[at] ?? '';
    if (possessives.has(word)) return true;
    if (!determiners.has(word)) return false;
  }
  return false;
}

function isSupposed({ words, found }: SearchedWords, at: number): boolean {
  if (!found.has('supposed')) return false;
  const sentence = words.lastIndexOf(sentenceEnd, at);
  return found.spans('supposed').some(({ start }) => start > sentence && start < at);
}
