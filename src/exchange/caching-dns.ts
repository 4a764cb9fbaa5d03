import { type BoundedMap, boundedMap } from '../bounded-map.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import type { Clock, Dns, DnsAnswer, MxRecord } from '../ports.ts';

const longestTtlSeconds = 86_400;
/** A resolver that could not say is asked again soon, but not by every address of a list (RFC 2308 §7). */
const failureTtlSeconds = 5;

interface Entry {
  readonly answer: DnsAnswer<MxRecord> | DnsAnswer<string>;
  readonly expiresAt: number;
}

interface Waiting {
  readonly signal?: AbortSignal;
}

/** A Dns that keeps answers for their TTL and asks each question once at a time. */
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
      /** Default 50,000. */
      maxEntries?: number;
      /** Told of every answer that was not kept from before. */
      onAnswer?: (answer: DnsAnswer<unknown>) => void;
    } = {},
  ) {
    this.#dns = dns;
    this.#clock = clock;
    this.#entries = boundedMap(options.maxEntries ?? 50_000);
    this.#onAnswer = options.onAnswer ?? (() => {});
  }

  mx(domain: string, options: Waiting = {}): Promise<DnsAnswer<MxRecord>> {
    return this.#ask(this.#mxFlights, `MX ${domain}`, options, (signal) => this.#dns.mx(domain, { signal }));
  }

  a(host: string, options: Waiting = {}): Promise<DnsAnswer<string>> {
    return this.#ask(this.#addressFlights, `A ${host}`, options, (signal) => this.#dns.a(host, { signal }));
  }

  aaaa(host: string, options: Waiting = {}): Promise<DnsAnswer<string>> {
    return this.#ask(this.#addressFlights, `AAAA ${host}`, options, (signal) =>
      this.#dns.aaaa(host, { signal }),
    );
  }

  close(): Promise<void> {
    return this.#dns.close();
  }

  async #ask<A extends Entry['answer']>(
    flights: SingleFlight<A>,
    question: string,
    options: Waiting,
    ask: (signal: AbortSignal) => Promise<A>,
  ): Promise<A> {
    const known = this.#entries.get(question);
    // A key names its record type, so the entry under it is of that type.
    if (known !== undefined && known.expiresAt > this.#clock.now()) return known.answer as A;
    return flights.run(question, options.signal, async (signal) => {
      const answer = await ask(signal);
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
  if (answer.kind !== 'failure') return Math.min(answer.ttlSeconds, longestTtlSeconds);
  // Silence may be our own network's, which can come back any moment.
  return answer.reason === 'timeout' || answer.reason === 'unreachable' ? 0 : failureTtlSeconds;
}
