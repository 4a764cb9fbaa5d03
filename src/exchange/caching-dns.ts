import { type BoundedMap, boundedMap } from '../bounded-map.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import type { Clock, Dns, DnsAnswer, MxRecord } from '../ports.ts';

const maxTtlSeconds = 86_400;
/** A failure is cached briefly, so that not every address of a list repeats the query (RFC 2308 §7). */
const failureTtlSeconds = 5;

interface Entry {
  readonly answer: DnsAnswer<MxRecord> | DnsAnswer<string>;
  readonly expiresAt: number;
}

interface QueryOptions {
  readonly signal?: AbortSignal;
}

/** Caches answers for their TTL, and shares one query among callers that need the same answer at once. */
export class CachingDns implements Dns {
  readonly #dns: Dns;
  readonly #clock: Clock;
  readonly #entries: BoundedMap<string, Entry>;
  readonly #onAnswer: (answer: DnsAnswer<unknown>) => void;
  readonly #mxFlights = new SingleFlight<DnsAnswer<MxRecord>>();
  readonly #addressFlights = new SingleFlight<DnsAnswer<string>>();

  constructor(
    dns: Dns,
    clock: Clock,
    options: {
      /** Most answers kept. Default 50,000. */
      maxEntries?: number;
      /** Called with every answer that did not come from the cache. */
      onAnswer?: (answer: DnsAnswer<unknown>) => void;
    } = {},
  ) {
    this.#dns = dns;
    this.#clock = clock;
    this.#entries = boundedMap(options.maxEntries ?? 50_000);
    this.#onAnswer = options.onAnswer ?? (() => {});
  }

  mx(domain: string, options: QueryOptions = {}): Promise<DnsAnswer<MxRecord>> {
    return this.#query(this.#mxFlights, `MX ${domain}`, options, (signal) =>
      this.#dns.mx(domain, { signal }),
    );
  }

  a(host: string, options: QueryOptions = {}): Promise<DnsAnswer<string>> {
    return this.#query(this.#addressFlights, `A ${host}`, options, (signal) => this.#dns.a(host, { signal }));
  }

  aaaa(host: string, options: QueryOptions = {}): Promise<DnsAnswer<string>> {
    return this.#query(this.#addressFlights, `AAAA ${host}`, options, (signal) =>
      this.#dns.aaaa(host, { signal }),
    );
  }

  close(): Promise<void> {
    return this.#dns.close();
  }

  async #query<A extends Entry['answer']>(
    flights: SingleFlight<A>,
    question: string,
    options: QueryOptions,
    send: (signal: AbortSignal) => Promise<A>,
  ): Promise<A> {
    const cached = this.#entries.get(question);
    // The key contains the record type, so the entry is of that type.
    if (cached !== undefined && cached.expiresAt > this.#clock.now()) return cached.answer as A;
    return flights.run(question, options.signal, async (signal) => {
      const answer = await send(signal);
      this.#onAnswer(answer);
      const ttlSeconds = ttlOf(answer);
      if (ttlSeconds > 0) {
        this.#entries.set(question, { answer, expiresAt: this.#clock.now() + ttlSeconds * 1000 });
      }
      return answer;
    });
  }
}

function ttlOf(answer: Entry['answer']): number {
  if (answer.kind !== 'failure') return Math.min(answer.ttlSeconds, maxTtlSeconds);
  // The fault may be our own network's, which can recover at any moment.
  return answer.reason === 'timeout' || answer.reason === 'unreachable' ? 0 : failureTtlSeconds;
}
