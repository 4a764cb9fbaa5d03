import systemDns from 'node:dns';
import { checkOptions } from '../../../src/argument-checks.ts';
import { onAbort } from '../../../src/concurrency/abort-listeners.ts';
import { Semaphore } from '../../../src/concurrency/semaphore.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { DiagnosticDns, DnsAnswer, MxRecord, SingleResolver } from '../../../src/ports/dns.ts';
import { systemClock } from '../../system-clock.ts';
import { type AnswerOrAlias, type CnameChain, endOfChain, failure, startChain } from './answer.ts';
import { toQueryName } from './name.ts';
import { DnsResolvers } from './resolvers.ts';
import { parseDnsServerAddress } from './server-address.ts';
import type { QuestionType, ResourceRecord } from './wire.ts';

/** Options of `createDns`; all have defaults. */
export interface DnsOptions {
  /**
   * Recursive resolvers as `ip`, `ip:port` or `[ipv6]:port`, in order of preference. Default: those of the system. A question
   * that one has not answered within 500 ms also goes to the next; one that leaves several to others is asked last for a
   * minute.
   */
  readonly servers?: readonly string[] | undefined;
  /** How long to wait for one server per try, in milliseconds. Default 2,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a server that does not answer is asked, in rounds over all servers. Default 3. */
  readonly tries?: number | undefined;
  /** Most questions at a time; others wait. Default 128, because small resolvers refuse more than 150. */
  readonly maxQuestions?: number | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
}

const defaults = { timeoutMs: 2_000, tries: 3, maxQuestions: 128 } as const;

/**
 * Creates a stub resolver (RFC 1034 §5.3.1) over UDP, with TCP for truncated answers. It has no cache.
 *
 * A name that DNS cannot hold (RFC 1035 §2.3.4) is answered with `no-domain`, without a query. Neither an abort nor
 * `close()` leaves a socket or a timer behind. `close()` answers pending and later questions with the failure
 * `unreachable`.
 *
 * Throws InvalidArgument for an invalid server or number.
 */
export function createDns(options: DnsOptions = {}): DiagnosticDns & AsyncDisposable {
  checkOptions(options, "createDns({ servers: ['192.0.2.53'] }).");
  return new StubResolver(options);
}

class StubResolver implements DiagnosticDns, AsyncDisposable {
  readonly maxQuestions: number;
  readonly resolvers: readonly SingleResolver[];
  readonly #resolvers: DnsResolvers;
  readonly #questions: Semaphore;
  readonly #pending = new Set<AbortController>();
  readonly #closing = new Error('This Dns is closed.');
  #closed = false;

  constructor(options: DnsOptions) {
    const { servers = systemDns.getServers(), clock = systemClock } = options;
    if (servers.length === 0) throw new InvalidArgument('servers', 'Name at least one DNS server.');
    const timeoutMs = atLeastOne('timeoutMs', options.timeoutMs ?? defaults.timeoutMs);
    const tries = atLeastOne('tries', options.tries ?? defaults.tries);
    this.#resolvers = new DnsResolvers(servers.map(parseDnsServerAddress), { timeoutMs, tries, clock });
    this.resolvers = this.#resolvers.labels.map((address, index) => {
      const askOnly =
        (overTcp: boolean): AskAboutChain =>
        (...question) =>
          this.#resolvers.askOnly(index, { overTcp }, ...question);
      return {
        address,
        a: async (host, { overTcp = false, signal } = {}) =>
          addressesIn(await this.#ask(host, 'A', signal, askOnly(overTcp)), 'A'),
        mx: async (domain, { signal } = {}) =>
          exchangesIn(await this.#ask(domain, 'MX', signal, askOnly(false))),
      };
    });
    this.maxQuestions = atLeastOne('maxQuestions', options.maxQuestions ?? defaults.maxQuestions);
    this.#questions = new Semaphore(this.maxQuestions);
  }

  async mx(domain: string, options?: Abortable): Promise<DnsAnswer<MxRecord>> {
    return exchangesIn(await this.#ask(domain, 'MX', options?.signal));
  }

  async a(host: string, options?: Abortable): Promise<DnsAnswer<string>> {
    return addressesIn(await this.#ask(host, 'A', options?.signal), 'A');
  }

  async aaaa(host: string, options?: Abortable): Promise<DnsAnswer<string>> {
    return addressesIn(await this.#ask(host, 'AAAA', options?.signal), 'AAAA');
  }

  async txt(name: string, options?: Abortable): Promise<DnsAnswer<string>> {
    const answer = await this.#ask(name, 'TXT', options?.signal);
    return mapRecords(answer, (record) => (record.type === 'TXT' ? [record.text] : []));
  }

  async ptr(reverseName: string, options?: Abortable): Promise<DnsAnswer<string>> {
    const answer = await this.#ask(reverseName, 'PTR', options?.signal);
    return mapRecords(answer, (record) => (record.type === 'PTR' ? [record.target] : []));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const question of this.#pending) question.abort(this.#closing);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #ask(
    text: string,
    type: QuestionType,
    signal: AbortSignal | undefined,
    askAboutChain: AskAboutChain = (...question) => this.#resolvers.ask(...question),
  ): Promise<DnsAnswer<ResourceRecord>> {
    signal?.throwIfAborted();
    if (this.#closed) return failure('unreachable', 'closed');
    const name = toQueryName(text);
    if (name === undefined) return { kind: 'no-domain', ttlSeconds: 0 };
    const question = new AbortController();
    const abort = () => question.abort(signal?.reason);
    // Callers may ask about many names under one signal.
    const unfollow = onAbort(signal, abort);
    this.#pending.add(question);
    try {
      return await this.#questions.run(() => resolve(name, type, question.signal, askAboutChain), {
        signal: question.signal,
      });
    } catch (error) {
      if (error === this.#closing) return failure('unreachable', 'closed');
      throw error;
    } finally {
      this.#pending.delete(question);
      unfollow();
    }
  }
}

type Abortable = { readonly signal?: AbortSignal };

/** Asks one or all resolvers about the end of a chain. */
type AskAboutChain = (type: QuestionType, chain: CnameChain, signal: AbortSignal) => Promise<AnswerOrAlias>;

/** Asks again while the answer is an alias without records. The length of the chain is limited. */
async function resolve(
  name: string,
  type: QuestionType,
  signal: AbortSignal,
  ask: AskAboutChain,
): Promise<DnsAnswer<ResourceRecord>> {
  let chain = startChain(name);
  for (;;) {
    const answer = await ask(type, chain, signal);
    if (answer.kind !== 'alias') return answer;
    chain = answer.chain;
    const target = endOfChain(chain);
    if (toQueryName(target) === undefined)
      return failure('server-failure', `${name} is an alias of "${target}"`);
  }
}

function addressesIn(answer: DnsAnswer<ResourceRecord>, type: 'A' | 'AAAA'): DnsAnswer<string> {
  return mapRecords(answer, (record) => (record.type === type ? [record.address] : []));
}

function exchangesIn(answer: DnsAnswer<ResourceRecord>): DnsAnswer<MxRecord> {
  return mapRecords(answer, (record) =>
    record.type === 'MX' ? [{ preference: record.preference, exchange: record.exchange }] : [],
  );
}

function mapRecords<Data>(
  answer: DnsAnswer<ResourceRecord>,
  read: (record: ResourceRecord) => Data[],
): DnsAnswer<Data> {
  if (answer.kind !== 'records') return answer;
  return { ...answer, records: answer.records.flatMap(read) };
}

function atLeastOne(parameter: keyof typeof defaults, value: number): number {
  if (Number.isFinite(value) && value >= 1) return value;
  throw new InvalidArgument(parameter, `Give ${parameter} as a number from 1 up, not ${value}.`);
}
