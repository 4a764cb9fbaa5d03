import { randomInt } from 'node:crypto';
import type { Clock, DnsFailure } from '../../../src/ports.ts';
import { endOfTrail, type Failure, failure, type Reading, readReply, type Trail } from './answer.ts';
import type { DnsServerAddress } from './server-address.ts';
import { askOverTcp, askOverUdp, type Patience } from './transport.ts';
import { encodeQuery, type Question, type QuestionType, type Reply, rcodes } from './wire.ts';

interface Resolver {
  readonly address: DnsServerAddress;
  /** Until it turns out not to know EDNS (RFC 6891 §7). */
  edns: boolean;
}

export interface ResolverOptions {
  readonly timeoutMs: number;
  readonly tries: number;
  readonly clock: Clock;
}

/**
 * From most to least informative: of several servers' failures the one that says most is reported, so that
 * `timeout` and `unreachable` stand for "nobody answered".
 */
const byInformation: readonly DnsFailure[] = [
  'server-failure',
  'refused',
  'malformed',
  'timeout',
  'unreachable',
];

/** The resolvers asked in turn until one of them knows. */
export class DnsResolvers {
  readonly #resolvers: readonly Resolver[];
  readonly #options: ResolverOptions;
  /** Where questions begin: the last one that was not found dead. */
  #first = 0;

  constructor(addresses: readonly DnsServerAddress[], options: ResolverOptions) {
    this.#resolvers = addresses.map((address) => ({ address, edns: true }));
    this.#options = options;
  }

  /**
   * Asks about the end of the trail, in rounds over the resolvers. One that has said that it cannot tell is not
   * asked again: it would say the same (RFC 9520 makes it remember failures). One that was silent is.
   */
  async ask(type: QuestionType, trail: Trail, signal: AbortSignal): Promise<Reading> {
    let open = this.#inTurn();
    let told: Failure | undefined;
    for (let round = 0; round < this.#options.tries && open.length > 0; round++) {
      const silent: Resolver[] = [];
      for (const resolver of open) {
        const reading = await this.#askOne(resolver, type, trail, signal);
        if (reading.kind !== 'failure') return reading;
        told = moreInformative(told, failure(reading.reason, `${resolver.address.label}: ${reading.detail}`));
        if (reading.reason === 'timeout') silent.push(resolver);
        if (reading.reason === 'timeout' || reading.reason === 'unreachable') this.#passOver(resolver);
      }
      open = silent;
    }
    return told ?? failure('unreachable', 'there is no resolver to ask');
  }

  async #askOne(resolver: Resolver, type: QuestionType, trail: Trail, signal: AbortSignal): Promise<Reading> {
    const patience = { timeoutMs: this.#options.timeoutMs, clock: this.#options.clock, signal };
    const reply = await exchange(resolver, { name: endOfTrail(trail), type }, patience);
    return isFailure(reply) ? reply : readReply(reply, type, trail);
  }

  #inTurn(): Resolver[] {
    return [...this.#resolvers.slice(this.#first), ...this.#resolvers.slice(0, this.#first)];
  }

  #passOver(resolver: Resolver): void {
    if (this.#resolvers[this.#first] === resolver) this.#first = (this.#first + 1) % this.#resolvers.length;
  }
}

/** EDNS first and without it on complaint; UDP first and TCP on truncation. */
async function exchange(
  resolver: Resolver,
  question: Question,
  patience: Patience,
): Promise<Reply | Failure> {
  const { address, edns } = resolver;
  let query = encodeQuery(question, { id: randomId(), edns });
  let reply = await askOverUdp(address, query, patience);
  if (edns && complainsOfEdns(reply)) {
    query = encodeQuery(question, { id: randomId(), edns: false });
    reply = await askOverUdp(address, query, patience);
    if (!isFailure(reply) && !complainsOfEdns(reply)) resolver.edns = false;
  }
  if (isFailure(reply) || !reply.truncated) return reply;
  return askOverTcp(address, query, patience);
}

function complainsOfEdns(reply: Reply | Failure): boolean {
  if (isFailure(reply)) return false;
  const complaints: readonly number[] = [rcodes.formatError, rcodes.notImplemented, rcodes.badVersion];
  return complaints.includes(reply.rcode);
}

function moreInformative(known: Failure | undefined, further: Failure): Failure {
  if (known === undefined) return further;
  return byInformation.indexOf(further.reason) < byInformation.indexOf(known.reason) ? further : known;
}

function isFailure(value: Reply | Failure): value is Failure {
  return 'kind' in value;
}

function randomId(): number {
  return randomInt(2 ** 16);
}
