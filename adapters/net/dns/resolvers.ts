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
import { type QueryOptions, queryOverTcp, queryOverUdp } from './transport.ts';
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

  /**
   * Asks about the end of the chain, in rounds over the resolvers. Only silent resolvers are asked again: one that
   * answered with a failure would repeat it, because RFC 9520 requires it to cache failures.
   */
  async ask(type: QuestionType, chain: CnameChain, signal: AbortSignal): Promise<AnswerOrAlias> {
    let candidates = this.#inOrder();
    let known: FailureAnswer | undefined;
    for (let round = 0; round < this.#options.tries && candidates.length > 0; round++) {
      const silent: Resolver[] = [];
      for (const resolver of candidates) {
        const answer = await this.#askOne(resolver, type, chain, signal);
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
    type: QuestionType,
    chain: CnameChain,
    signal: AbortSignal,
  ): Promise<AnswerOrAlias> {
    const options = { timeoutMs: this.#options.timeoutMs, clock: this.#options.clock, signal };
    const response = await query(resolver, { name: endOfChain(chain), type }, options);
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

/** Tries EDNS first, and without it if the resolver rejects it. Tries UDP first, and TCP if truncated. */
async function query(
  resolver: Resolver,
  question: Question,
  options: QueryOptions,
): Promise<DnsResponse | FailureAnswer> {
  const { address, edns } = resolver;
  let message = encodeQuery(question, { id: randomId(), edns });
  let response = await queryOverUdp(address, message, options);
  if (edns && rejectsEdns(response)) {
    message = encodeQuery(question, { id: randomId(), edns: false });
    response = await queryOverUdp(address, message, options);
    if (!isFailure(response) && !rejectsEdns(response)) resolver.edns = false;
  }
  if (isFailure(response) || !response.truncated) return response;
  return queryOverTcp(address, message, options);
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
