import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Semaphore } from '../../../src/concurrency/semaphore.ts';
import { steadyNow } from '../../../src/concurrency/steady-time.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { Problem } from '../problem.ts';
import type { HttpResponse, ResponseChunks, StreamedResponse } from '../response.ts';
import {
  type AnswerKind,
  answerLimits,
  longBodyLength,
  mostAnswers,
  unreadAnswerTimeoutMs,
} from './answer-limits.ts';
import type { Party } from './party.ts';

/** Clients that are refused ask again after this long at most: others may end before the one that is cut off next. */
const mostRetrySeconds = 5;

const partiesOf = new WeakMap<object, Map<string, PartyAnswers>>();

interface AnswerSource {
  readonly kind: AnswerKind;
  readonly chunks: ResponseChunks;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The answers that are being sent, each for as long as its client takes to read it. Counts them by party, and holds at most one piece
 * of each: nothing is read from the store before the client has taken the piece before. Those of one party read one after another, so
 * that others wait for one piece of rows at most. A client that takes nothing for five minutes is cut off.
 */
export class AnswersUnderWay {
  readonly #clock: Clock;
  readonly #unreadTimeoutMs: number;
  /** Only those who are being sent something now. */
  readonly #parties: Map<string, PartyAnswers>;

  /** `engine`: whose answers are counted together, whichever handler sends them. */
  constructor({
    clock,
    engine,
    unreadTimeoutMs = unreadAnswerTimeoutMs,
  }: { clock: Clock; engine: object; unreadTimeoutMs?: number }) {
    this.#clock = clock;
    this.#unreadTimeoutMs = unreadTimeoutMs;
    this.#parties = partiesOf.get(engine) ?? new Map<string, PartyAnswers>();
    partiesOf.set(engine, this.#parties);
  }

  /**
   * Answers with chunks, and counts that until the last was taken. Throws a Problem: 429 if the party has as many answers of the kind as it
   * may have, 503 if those of all parties are too many. Rejects if the first chunk cannot be read, while nothing has been sent yet.
   */
  stream(party: Party, source: AnswerSource): Promise<StreamedResponse> {
    const answers = this.#admit(party, source.kind);
    const answer = new AnswerUnderWay(source, {
      answers,
      clock: this.#clock,
      unreadTimeoutMs: this.#unreadTimeoutMs,
      onEnd: () => {
        answers.open.delete(answer);
        if (answers.open.size === 0) this.#parties.delete(party.name);
      },
    });
    answers.open.add(answer);
    return answer.begin();
  }

  /**
   * Counts an answer that has a long body. All others stay as they are, at no cost, as most answers are short. Throws the Problems of
   * `stream`.
   */
  count(response: HttpResponse, party: () => Party): HttpResponse | Promise<HttpResponse> {
    if (response.kind === 'streamed') return response;
    const { body } = response;
    if (typeof body !== 'string' || body.length <= longBodyLength) return response;
    return this.stream(party(), { kind: 'rows', chunks: onePiece(body), headers: response.headers });
  }

  #admit(party: Party, kind: AnswerKind): PartyAnswers {
    const answers = this.#parties.get(party.name) ?? new PartyAnswers(party.kind);
    const own = [...answers.open].filter((answer) => answer.kind === kind);
    if (own.length >= answerLimits[kind].most) throw tooMany(party, kind, firstCutOffMs(own));
    // Those who have many do not keep out whoever has none of the kind.
    if (this.#count(party.kind) >= mostAnswers[party.kind] * (own.length === 0 ? 2 : 1))
      throw new Problem(503, 'The server is sending as many answers as it can: ask again later.', {
        headers: { 'Retry-After': String(mostRetrySeconds) },
      });
    this.#parties.set(party.name, answers);
    return answers;
  }

  /** How many answers all parties of a kind have. */
  #count(kind: Party['kind']): number {
    let count = 0;
    for (const party of this.#parties.values()) if (party.kind === kind) count += party.open.size;
    return count;
  }
}

/** The answers of one party. */
class PartyAnswers {
  readonly kind: Party['kind'];
  readonly open = new Set<AnswerUnderWay>();
  /** Lets one of them read rows at a time. */
  readonly turns = new Semaphore(1);
  #wake: (() => void) | undefined;

  constructor(kind: Party['kind']) {
    this.kind = kind;
  }

  /** Resolves when the rows that were read, and are not taken yet, leave room for more. For the one that has the turn. */
  async roomForRows(): Promise<void> {
    while (this.#waitingRows() >= answerLimits.rows.bytes)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  /** To be called when something was taken. */
  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  #waitingRows(): number {
    let length = 0;
    for (const { kind, waitingLength } of this.open) if (kind === 'rows') length += waitingLength;
    return length;
  }
}

interface AnswerOptions {
  readonly answers: PartyAnswers;
  readonly clock: Clock;
  readonly unreadTimeoutMs: number;
  readonly onEnd: () => void;
}

/** One answer: from its first chunk until its source has ended, its client has left, or has been cut off. */
class AnswerUnderWay implements ResponseChunks {
  readonly kind: AnswerKind;
  readonly #source: AnswerSource;
  readonly #options: AnswerOptions;
  readonly #cutOff = new AbortController();
  #first: IteratorResult<string, undefined> | undefined;
  #hasEnded = false;
  /** Ends the wait for the client; undefined while nothing waits for it. */
  #stopWaiting: (() => void) | undefined;
  /** When the client is cut off, by the steady clock; undefined while nothing waits for it. */
  #cutOffAt: number | undefined;
  /** Characters that wait for the client. */
  waitingLength = 0;

  constructor(source: AnswerSource, options: AnswerOptions) {
    this.kind = source.kind;
    this.#source = source;
    this.#options = options;
  }

  /** Milliseconds until the client is cut off unless it reads. Undefined if nothing waits for it. */
  get cutOffInMs(): number | undefined {
    return this.#cutOffAt === undefined ? undefined : this.#cutOffAt - steadyNow(this.#options.clock);
  }

  async begin(): Promise<StreamedResponse> {
    const first = await this.#read();
    this.#first = first;
    this.#waitForClient(first);
    return {
      kind: 'streamed',
      status: 200,
      chunks: this,
      headers: { 'Cache-Control': 'no-store', ...this.#source.headers },
      cutOff: this.#cutOff.signal,
    };
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    // The first chunk still has to be taken.
    const step = this.#first;
    this.#first = undefined;
    if (step !== undefined) {
      if (step.done === true) this.#end();
      return step;
    }
    this.#taken();
    if (this.#cutOff.signal.aborted) throw new Error('The client has not read the answer, and was cut off.');
    const read = await this.#read();
    if (read.done === true) this.#end();
    else this.#waitForClient(read);
    return read;
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#first = undefined;
    this.#end();
    await this.#source.chunks.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Lets everything else go first: with storage in memory and a fast client nothing else would run. */
  async #read(): Promise<IteratorResult<string, undefined>> {
    const { answers } = this.#options;
    const read = async () => {
      await yieldToEventLoop();
      return this.#hasEnded ? ended : this.#source.chunks.next();
    };
    try {
      if (this.kind !== 'rows') return await read();
      return await answers.turns.run(async () => {
        await answers.roomForRows();
        return read();
      });
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #waitForClient({ value }: IteratorResult<string, undefined>): void {
    if (this.#hasEnded) return;
    const { clock, unreadTimeoutMs } = this.#options;
    this.waitingLength = value?.length ?? 0;
    this.#cutOffAt = steadyNow(clock) + unreadTimeoutMs;
    this.#stopWaiting = clock.after(unreadTimeoutMs, () => {
      this.#end();
      this.#cutOff.abort();
      void this.#source.chunks.return?.().catch(() => {});
    });
  }

  #taken(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#cutOffAt = undefined;
    this.waitingLength = 0;
    this.#options.answers.wake();
  }

  #end(): void {
    this.#taken();
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.onEnd();
  }
}

const ended = { done: true, value: undefined } as const;

async function* onePiece(text: string): ResponseChunks {
  yield text;
}

/** Returns when the next of them is cut off unless its client reads; undefined if all clients are reading. */
function firstCutOffMs(answers: readonly AnswerUnderWay[]): number | undefined {
  const times = answers.flatMap(({ cutOffInMs }) => cutOffInMs ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

function tooMany({ kind: party }: Party, kind: AnswerKind, cutOffMs: number | undefined): Problem {
  const { most } = answerLimits[kind];
  const rule =
    kind === 'rows'
      ? `Too many long answers are being sent: the maximum is ${most} at once per ${party}. Read one to its end, or close it.`
      : `Too many streams are open: the maximum is ${most} at once per ${party}. Close one.`;
  if (cutOffMs === undefined)
    return new Problem(429, rule, { headers: { 'Retry-After': String(mostRetrySeconds) } });
  const seconds = Math.max(1, Math.ceil(cutOffMs / 1_000));
  return new Problem(429, `${rule} One that nobody reads is cut off in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(Math.min(mostRetrySeconds, seconds)) },
  });
}
