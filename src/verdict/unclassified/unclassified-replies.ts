import { type BoundedMap, byteBoundedMap } from '../../bounded-map.ts';
import { delay } from '../../concurrency/deadline.ts';
import type { Counters } from '../../counters/counters.ts';
import { hosterOf, registrantOf } from '../../exchange/registrant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/network-ports.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { type ProbeAnswer, type Recipient, recipientDomain } from '../../probe/session/probe-request.ts';
import { knownWordsOf, type ReplyWording, wordingOf } from './reply-wording.ts';

/** A wording that was not understood, and how many replies had it. */
export interface UnclassifiedReply extends ReplyWording {
  readonly count: number;
}

/**
 * Replies whose code and words state no meaning that mailproof knows, by their wording. What fewer than five companies have
 * said to a process may name people or tell secrets: of that, only the words are kept that occur in known phrases.
 */
export interface UnclassifiedReplies {
  /** Returns the wordings, the most frequent first. */
  list(): Promise<readonly UnclassifiedReply[]>;
  /** Forgets all of them, such as after phrases were added. */
  clear(): Promise<void>;
}

type CountingCounters = Pick<Counters, 'add' | 'read' | 'clear'>;

const counter = 'reply-wordings';
/** Room for some five hundred wordings. */
const maxBytes = 65_536;
/** What is counted is written at most this often. */
const writeEveryMs = 5_000;
/** A change of a counter adds at most this much. */
const mostAtOnce = 1_000_000;
/** Different wordings that wait to be written, also while the store fails. Others are not counted then. */
const mostUnwritten = 200;
/** Different wordings of one exchange that are counted. */
const mostOfExchange = 10;
/** For what exchanges have said: room for some thousand of them. */
const maxExchangeBytes = 2_097_152;
/** Estimate: what the servers of so many companies have said alike, each about another company, is about none of them. */
const enoughCompanies = 5;
/** For who has said which wording: room for some two thousand of these. */
const maxSpeakerBytes = 2_097_152;
/** What a text takes in memory beside its characters, of two bytes each: an estimate, on the safe side. */
const bytesBesideText = 64;

/** Who has answered, and as whom we asked. */
export interface ReplySource {
  /** What the exchange is counted as, such as its provider. */
  readonly exchange: string;
  readonly host: string;
  readonly identity: Identity;
}

/** Who runs the server that has said something, and whose domain it was about. */
interface Speaker {
  readonly hoster: string;
  readonly registrant: string;
}

/**
 * Counts the replies that were not understood, so that their phrases can be added. A server may say something else each
 * time: of one exchange, only the first ten wordings count. Until the servers of five companies have said the same, each
 * about another company, it is counted by its known words alone, so that neither the store nor the list has what a server
 * says of somebody.
 */
export class UnclassifiedReplyCounter implements UnclassifiedReplies {
  readonly #counters: CountingCounters;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #ofExchanges: BoundedMap<string, readonly string[]> = byteBoundedMap(
    maxExchangeBytes,
    (wordings, exchange) => bytesOfTexts([exchange, ...wordings]),
  );
  /** Who has said a wording, by its name. No two have the same hoster, or the same registrant. */
  readonly #saidBy: BoundedMap<string, readonly Speaker[]> = byteBoundedMap(
    maxSpeakerBytes,
    (speakers, wording) =>
      bytesOfTexts([wording, ...speakers.flatMap(({ hoster, registrant }) => [hoster, registrant])]),
  );
  /** One reply may answer many recipients, such as a refusal to talk at all. */
  readonly #counted = new WeakSet<SmtpReply>();
  readonly #unwritten = new Map<string, number>();
  #writing: Promise<void> | undefined;

  constructor({ counters, clock }: { readonly counters: CountingCounters; readonly clock: Clock }) {
    this.#counters = counters;
    this.#clock = clock;
  }

  /**
   * Counts a reply unless it was understood. Never throws, and is written within five seconds: if the store fails, with the
   * next ones. What is left when the process is closed while the store fails, or dies, is lost.
   */
  recordAnswer({ address }: Recipient, answer: ProbeAnswer, { exchange, host, identity }: ReplySource): void {
    if (answer.kind !== 'reply' || answer.classification.certainty !== 'weak') return;
    if (this.#closing.signal.aborted || this.#counted.has(answer.reply)) return;
    this.#counted.add(answer.reply);
    const { reply, stage } = answer;
    const asked = { recipient: address, sender: identity.mailFrom, helo: identity.helo };
    const wording = wordingOf(reply, { stage, ...asked });
    const speaker = { hoster: hosterOf(host), registrant: registrantOf(recipientDomain(address)) };
    const isCommon = this.#addSpeaker(nameOf(wording), speaker) >= enoughCompanies;
    const name = nameOf(isCommon ? wording : knownWordsOf(wording));
    const ofExchange = this.#ofExchanges.get(exchange) ?? [];
    if (!ofExchange.includes(name)) {
      if (ofExchange.length >= mostOfExchange) return;
      this.#ofExchanges.set(exchange, [...ofExchange, name]);
    }
    const unwritten = this.#unwritten.get(name) ?? 0;
    if (unwritten === 0 && this.#unwritten.size >= mostUnwritten) return;
    this.#unwritten.set(name, unwritten + 1);
    this.#writing ??= this.#writeLater().finally(() => {
      this.#writing = undefined;
    });
  }

  async list(): Promise<readonly UnclassifiedReply[]> {
    const counts = await this.#counters.read(counter);
    return counts
      .flatMap(({ name, count }) => {
        const wording = parseName(name);
        return wording === undefined ? [] : [{ ...wording, count }];
      })
      .sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1));
  }

  /** What this process has not written yet is forgotten, too. */
  async clear(): Promise<void> {
    this.#unwritten.clear();
    await this.#counters.clear(counter);
  }

  /** Writes what was counted, in one try. Counts nothing from then on. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The engine is closed.'));
    await this.#writing;
  }

  #addSpeaker(name: string, { hoster, registrant }: Speaker): number {
    const known = this.#saidBy.get(name) ?? [];
    const isKnown = known.some((each) => each.hoster === hoster || each.registrant === registrant);
    if (isKnown || known.length >= enoughCompanies) return known.length;
    this.#saidBy.set(name, [...known, { hoster, registrant }]);
    return known.length + 1;
  }

  async #writeLater(): Promise<void> {
    while (this.#unwritten.size > 0) {
      await delay(this.#clock, writeEveryMs, this.#closing.signal, { background: true }).catch(() => {});
      const isLast = this.#closing.signal.aborted;
      await this.#write().catch(() => {});
      if (isLast) return;
    }
  }

  async #write(): Promise<void> {
    const changes = [...this.#unwritten].map(([name, by]) => ({ name, by: Math.min(by, mostAtOnce) }));
    if (changes.length === 0) return;
    await this.#counters.add(counter, changes, { maxBytes });
    for (const { name, by } of changes) {
      // More may have been counted meanwhile.
      const left = (this.#unwritten.get(name) ?? 0) - by;
      if (left > 0) this.#unwritten.set(name, left);
      else this.#unwritten.delete(name);
    }
  }
}

function bytesOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + 2 * text.length + bytesBesideText, 0);
}

function nameOf({ stage, code, enhancedCode, text }: ReplyWording): string {
  return JSON.stringify([stage, code, enhancedCode, text]);
}

/** Returns undefined for a name that this release has not written. */
function parseName(name: string): ReplyWording | undefined {
  try {
    const [stage, code, enhancedCode, text] = JSON.parse(name);
    if (typeof stage !== 'string' || typeof code !== 'number' || typeof text !== 'string') return undefined;
    return { stage: stage as ReplyWording['stage'], code, enhancedCode: enhancedCode ?? null, text };
  } catch {
    return undefined;
  }
}
