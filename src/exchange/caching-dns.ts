import { type BoundedMap, byteBoundedMap } from '../bounded-map.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { runStep } from '../concurrency/steps.ts';
import { permitsForSingles, type WorkShare } from '../concurrency/work-share.ts';
import type { Clock } from '../ports/clock.ts';
import type { Dns, DnsAnswer, MxRecord } from '../ports/dns.ts';
import type { DnsStep, Telemetry } from '../ports/telemetry.ts';
import { byPreference } from './mx-plan.ts';

const defaultMaxQuestions = 128;
const defaultMaxBytes = 32 * 1024 * 1024;
/**
 * The records of one answer that are kept. The owner of a domain decides how many it has; far fewer are ever used, and
 * a few spare ones allow for those that are no use, such as private addresses.
 */
const maxMxRecords = 20;
const maxAddresses = 4;
const maxTtlSeconds = 86_400;
/** A failure is cached briefly, so that not every address of a list repeats the query (RFC 2308 §7). */
const failureTtlSeconds = 5;

type Answer = DnsAnswer<MxRecord> | DnsAnswer<string>;

interface Entry {
  readonly answer: Answer;
  readonly expiresAt: number;
}

/** What a caller wants to be told of its questions. */
export interface QuestionListener {
  /** Called before each wait for an answer that the cache does not have. */
  readonly onQuestion?: (() => void) | undefined;
  /** Called with each answer, and whether the cache had it. `question`: type and name, such as `MX example.com`. */
  readonly onAnswer?: ((question: string, answer: Answer, cached: boolean) => void) | undefined;
}

/** `askedAt`: when the question was asked, by the steady reading of the clock. Rejects only with the signal's reason. */
type ConfirmDenial = (askedAt: number, signal: AbortSignal) => Promise<boolean>;

/** The answer instead of a denial that is not believed: as if no resolver could be reached. It is not kept. */
const disbelieved: DnsAnswer<never> = {
  kind: 'failure',
  reason: 'unreachable',
  detail: 'the resolvers deny names that exist',
};

interface Asker {
  readonly share: WorkShare;
  readonly listener: QuestionListener;
  readonly signal: AbortSignal | undefined;
}

type Send<A extends Answer> = (options: { readonly signal: AbortSignal }) => Promise<A>;

/**
 * Caches answers for their TTL, and shares one query among callers that need the same answer at once. Of a long answer
 * only the most preferred MX records, or the first addresses, are kept and returned. Asks as many questions at a time
 * as `dns` allows; some of these slots are for single requests alone. Rejects with NoSlotInTime if a deadline passes
 * before there was a slot.
 */
export class CachingDns {
  readonly #dns: Dns;
  readonly #clock: Clock;
  readonly #entries: BoundedMap<string, Entry>;
  readonly #onAnswer: (answer: DnsAnswer<unknown>, arrivedAt: number) => void;
  readonly #confirmDenial: ConfirmDenial;
  readonly #telemetry: Telemetry | undefined;
  readonly #slots: Semaphore;
  /** The wait for a slot is shared by callers of one share, the query by all. */
  readonly #waits = new SingleFlight<Answer>();
  readonly #queries = new SingleFlight<Answer>();

  constructor(
    dns: Dns,
    clock: Clock,
    {
      maxBytes = defaultMaxBytes,
      onAnswer = () => {},
      confirmDenial = async () => true,
      telemetry,
    }: {
      /** Most memory that the answers kept take, in bytes. Default 32 MiB. */
      maxBytes?: number;
      /**
       * Called with every answer that did not come from the cache, and of denials with those that are believed. `arrivedAt`:
       * when it came, by the steady reading of the clock; a denial is confirmed later.
       */
      onAnswer?: (answer: DnsAnswer<unknown>, arrivedAt: number) => void;
      /** Returns whether a denial of a name, or of MX records, may be believed. Default: each is. */
      confirmDenial?: ConfirmDenial;
      /** Receives each question that the cache could not answer. */
      telemetry?: Telemetry | undefined;
    } = {},
  ) {
    this.#dns = dns;
    this.#clock = clock;
    const maxQuestions = dns.maxQuestions ?? defaultMaxQuestions;
    this.#slots = new Semaphore(maxQuestions, { reserved: permitsForSingles(maxQuestions) });
    this.#entries = byteBoundedMap(maxBytes, sizeOf);
    this.#onAnswer = onAnswer;
    this.#confirmDenial = confirmDenial;
    this.#telemetry = telemetry;
  }

  /** Returns a view that asks on behalf of `share`, and tells `listener` of it. */
  forShare(share: WorkShare, listener: QuestionListener = {}): Dns {
    const dns = this.#dns;
    // Each question has answers of its own type only.
    const ask = <A extends Answer>(question: string, signal: AbortSignal | undefined, send: Send<A>) =>
      this.#answer(question, { share, listener, signal }, send) as Promise<A>;
    return {
      mx: (domain, { signal } = {}) =>
        ask(`MX ${domain}`, signal, async (wait) => withMostPreferred(await dns.mx(domain, wait))),
      a: (host, { signal } = {}) =>
        ask(`A ${host}`, signal, async (wait) => withFirst(maxAddresses, await dns.a(host, wait))),
      aaaa: (host, { signal } = {}) =>
        ask(`AAAA ${host}`, signal, async (wait) => withFirst(maxAddresses, await dns.aaaa(host, wait))),
      close: () => this.close(),
    };
  }

  close(): Promise<void> {
    return this.#dns.close();
  }

  async #answer(question: string, { share, listener, signal }: Asker, send: Send<Answer>): Promise<Answer> {
    const cached = this.#recent(question);
    if (cached !== undefined) {
      listener.onAnswer?.(question, cached, true);
      return cached;
    }
    listener.onQuestion?.();
    const answer = await this.#waits.runInSlot(
      question,
      { share, signal, clock: this.#clock },
      async (wait) => {
        const permit = await this.#slots.acquire({ signal: wait.signal, share });
        wait.onSlot();
        try {
          // Another share's question may have been answered meanwhile.
          return (
            this.#recent(question) ??
            (await this.#queries.run(question, wait.signal, (shared) => this.#query(question, send, shared)))
          );
        } finally {
          permit.release();
        }
      },
    );
    listener.onAnswer?.(question, answer, false);
    return answer;
  }

  #recent(question: string): Answer | undefined {
    const cached = this.#entries.get(question);
    return cached !== undefined && cached.expiresAt > steadyNow(this.#clock) ? cached.answer : undefined;
  }

  async #query(question: string, send: Send<Answer>, signal: AbortSignal): Promise<Answer> {
    const askedAt = steadyNow(this.#clock);
    const answer = await runStep(
      this.#telemetry,
      'dns',
      ({ names }) => describeQuestion(question, names),
      () => send({ signal }),
      (step, { kind }) => {
        step.answer = kind;
      },
    );
    const arrivedAt = steadyNow(this.#clock);
    if (needsConfirmation(question, answer) && !(await this.#confirmDenial(askedAt, signal)))
      return disbelieved;
    this.#onAnswer(answer, arrivedAt);
    const ttlSeconds = ttlOf(answer);
    if (ttlSeconds > 0)
      this.#entries.set(question, { answer, expiresAt: steadyNow(this.#clock) + ttlSeconds * 1000 });
    return answer;
  }
}

function describeQuestion(question: string, names: boolean): Pick<DnsStep, 'type' | 'name'> {
  const [type, name] = question.split(' ') as [DnsStep['type'], string];
  return { type, ...(names && { name }) };
}

/** Hosts often have addresses of one kind only, so that the denial of the other one shows nothing. */
function needsConfirmation(question: string, { kind }: Answer): boolean {
  return kind === 'no-domain' || (kind === 'no-data' && question.startsWith('MX '));
}

function ttlOf(answer: Answer): number {
  if (answer.kind !== 'failure') return Math.min(answer.ttlSeconds, maxTtlSeconds);
  // The fault may be our own network's, which can recover at any moment.
  return answer.reason === 'timeout' || answer.reason === 'unreachable' ? 0 : failureTtlSeconds;
}

/**
 * Keeps the records that come first by preference and name. The order does not depend on the resolver, which rotates
 * records, so that every answer keeps the same ones.
 */
function withMostPreferred(answer: DnsAnswer<MxRecord>): DnsAnswer<MxRecord> {
  if (answer.kind !== 'records' || answer.records.length <= maxMxRecords) return answer;
  return withFirst(maxMxRecords, { ...answer, records: [...answer.records].sort(byPreference) });
}

function withFirst<Record>(most: number, answer: DnsAnswer<Record>): DnsAnswer<Record> {
  if (answer.kind !== 'records' || answer.records.length <= most) return answer;
  return { ...answer, records: answer.records.slice(0, most) };
}

/** Memory of an entry without its records and texts, and of a record without its text, in bytes, as measured. */
const entryBytes = 400;
const recordBytes = 80;

function sizeOf({ answer }: Entry, question: string): number {
  let bytes = entryBytes + question.length;
  if (answer.kind === 'failure') bytes += answer.detail.length;
  if (answer.kind === 'records')
    for (const record of answer.records)
      bytes += recordBytes + (typeof record === 'string' ? record : record.exchange).length;
  return bytes;
}
