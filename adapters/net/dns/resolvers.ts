import { randomInt } from 'node:crypto';
import type { Clock } from '../../../src/ports/clock.ts';
import type { DnsFailure } from '../../../src/ports/dns.ts';
import {
  type AnswerOrAlias,
  type CnameChain,
  endOfChain,
  type FailureAnswer,
  failure,
  isFailure,
  readResponse,
} from './answer.ts';
import type { DnsServerAddress } from './server-address.ts';
import { type QueryOptions, queryOverTcp, queryOverUdp, type SendQuery } from './transport.ts';
import { type DnsResponse, encodeQuery, type Question, type QuestionType, rcodes } from './wire.ts';

interface Resolver {
  readonly address: DnsServerAddress;
  /** False once the resolver has turned out not to support EDNS (RFC 6891 §7). */
  edns: boolean;
}

export interface ResolverOptions {
  readonly timeoutMs: number;
  readonly tries: number;
  readonly clock: Clock;
}

/**
 * From most to least informative. Of several failures the most informative is reported, so that `timeout` and
 * `unreachable` mean that no server answered.
 */
const failuresByInformation: readonly DnsFailure[] = [
  'server-failure',
  'refused',
  'malformed',
  'timeout',
  'unreachable',
];

/** Asks resolvers one after another until one has an answer. */
export class DnsResolvers {
  readonly #resolvers: readonly Resolver[];
  readonly #options: ResolverOptions;
  /** Index of the resolver to ask first. Advances when that one does not answer. */
  #first = 0;

  constructor(addresses: readonly DnsServerAddress[], options: ResolverOptions) {
    this.#resolvers = addresses.map((address) => ({ address, edns: true }));
    this.#options = options;
  }

  /** The resolvers in the order in which they were given, as `ip:port`. */
  get labels(): readonly string[] {
    return this.#resolvers.map(({ address }) => address.label);
  }

  /** Asks about the end of the chain, in rounds over the resolvers. */
  ask(type: QuestionType, chain: CnameChain, signal: AbortSignal): Promise<AnswerOrAlias> {
    return this.#askInRounds(this.#inOrder(), query, type, chain, signal);
  }

  /** Asks a single resolver, by its index among the labels: in the usual way, or over TCP without asking over UDP. */
  askOnly(
    index: number,
    { overTcp }: { overTcp: boolean },
    type: QuestionType,
    chain: CnameChain,
    signal: AbortSignal,
  ): Promise<AnswerOrAlias> {
    const only = this.#resolvers.slice(index, index + 1);
    return this.#askInRounds(only, overTcp ? queryOnlyOverTcp : query, type, chain, signal);
  }

  /**
   * Only silent resolvers are asked again: one that answered with a failure would repeat it, because RFC 9520 requires
   * it to cache failures.
   */
  async #askInRounds(
    resolvers: readonly Resolver[],
    send: AskResolver,
    type: QuestionType,
    chain: CnameChain,
    signal: AbortSignal,
  ): Promise<AnswerOrAlias> {
    let candidates = resolvers;
    let known: FailureAnswer | undefined;
    for (let round = 0; round < this.#options.tries && candidates.length > 0; round++) {
      const silent: Resolver[] = [];
      for (const resolver of candidates) {
        const answer = await this.#askOne(resolver, send, type, chain, signal);
        if (answer.kind !== 'failure') return answer;
        known = moreInformative(known, failure(answer.reason, `${resolver.address.label}: ${answer.detail}`));
        if (answer.reason === 'timeout') silent.push(resolver);
        if (answer.reason === 'timeout' || answer.reason === 'unreachable') this.#skipFirst(resolver);
      }
      candidates = silent;
    }
    return known ?? failure('unreachable', 'there is no resolver to ask');
  }

  async #askOne(
    resolver: Resolver,
    send: AskResolver,
    type: QuestionType,
    chain: CnameChain,
    signal: AbortSignal,
  ): Promise<AnswerOrAlias> {
    const options = { timeoutMs: this.#options.timeoutMs, clock: this.#options.clock, signal };
    const response = await send(resolver, { name: endOfChain(chain), type }, options);
    return isFailure(response) ? response : readResponse(response, type, chain);
  }

  #inOrder(): Resolver[] {
    return [...this.#resolvers.slice(this.#first), ...this.#resolvers.slice(0, this.#first)];
  }

  /** Starts later questions at the next resolver, if this one is first. */
  #skipFirst(resolver: Resolver): void {
    if (this.#resolvers[this.#first] === resolver) this.#first = (this.#first + 1) % this.#resolvers.length;
  }
}

/** Sends a question to one resolver, in one way or another. */
type AskResolver = (
  resolver: Resolver,
  question: Question,
  options: QueryOptions,
) => Promise<DnsResponse | FailureAnswer>;

/** Tries UDP first, and TCP if the answer is truncated. */
const query: AskResolver = async (resolver, question, options) => {
  const { message, response } = await tryEdns(resolver, question, options, queryOverUdp);
  if (isFailure(response) || !response.truncated) return response;
  const whole = await queryOverTcp(resolver.address, message, options);
  // The resolver has answered over UDP: if it does not answer over TCP, the failure is its own, not of the way to it.
  return isFailure(whole) && whole.reason !== 'malformed'
    ? failure('server-failure', `truncated, and ${whole.detail}`)
    : whole;
};

const queryOnlyOverTcp: AskResolver = async (resolver, question, options) =>
  (await tryEdns(resolver, question, options, queryOverTcp)).response;

/** Sends the question with EDNS, and without it if the resolver rejects it. Returns what was sent last. */
async function tryEdns(
  resolver: Resolver,
  question: Question,
  options: QueryOptions,
  send: SendQuery,
): Promise<{ message: Buffer; response: DnsResponse | FailureAnswer }> {
  const { address, edns } = resolver;
  const message = encodeQuery(question, { id: randomId(), edns });
  const response = await send(address, message, options);
  if (!edns || !rejectsEdns(response)) return { message, response };
  const plainMessage = encodeQuery(question, { id: randomId(), edns: false });
  const plainResponse = await send(address, plainMessage, options);
  if (!isFailure(plainResponse) && !rejectsEdns(plainResponse)) resolver.edns = false;
  return { message: plainMessage, response: plainResponse };
}

function rejectsEdns(response: DnsResponse | FailureAnswer): boolean {
  if (isFailure(response)) return false;
  const rejections: readonly number[] = [rcodes.formatError, rcodes.notImplemented, rcodes.badVersion];
  return rejections.includes(response.rcode);
}

function moreInformative(known: FailureAnswer | undefined, further: FailureAnswer): FailureAnswer {
  if (known === undefined) return further;
  return failuresByInformation.indexOf(further.reason) < failuresByInformation.indexOf(known.reason)
    ? further
    : known;
}

function randomId(): number {
  return randomInt(2 ** 16);
}
