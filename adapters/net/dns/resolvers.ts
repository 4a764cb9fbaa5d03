import { randomInt } from 'node:crypto';
import { onAbort } from '../../../src/concurrency/abort-listeners.ts';
import { steadyNow } from '../../../src/concurrency/steady-time.ts';
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
  /** Domains in a row of which it has not answered a question, although a resolver asked later has. */
  readonly unanswered: Set<string>;
  /** Until when it is asked last, by the steady clock. */
  lastUntil: number;
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

/** A question that is not answered for this long also goes to the next resolver. */
const patienceMs = 500;
/** A resolver that leaves so many domains in a row to others is asked last, for `lastForMs`. */
const unansweredAllowed = 2;
const lastForMs = 60_000;

/**
 * Asks resolvers one after another until one has an answer. A question that no resolver answers says nothing of them: the
 * name servers of its domain may be silent.
 */
export class DnsResolvers {
  readonly #resolvers: readonly Resolver[];
  readonly #options: ResolverOptions;

  constructor(addresses: readonly DnsServerAddress[], options: ResolverOptions) {
    this.#resolvers = addresses.map((address) => ({
      address,
      edns: true,
      unanswered: new Set(),
      lastUntil: 0,
    }));
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
      const ask = (resolver: Resolver, within: AbortSignal) =>
        this.#askOne(resolver, send, type, chain, within);
      const outcome = await this.#askEach(candidates, endOfChain(chain), ask, signal);
      if (!(outcome instanceof Map)) return outcome;
      for (const [{ address }, { reason, detail }] of outcome)
        known = moreInformative(known, failure(reason, `${address.label}: ${detail}`));
      candidates = candidates.filter((resolver) => outcome.get(resolver)?.reason === 'timeout');
    }
    return known ?? failure('unreachable', 'there is no resolver to ask');
  }

  /**
   * Asks each resolver once, the next one when the last one has failed or is slow. Resolves to the first answer, or else
   * to all failures.
   */
  async #askEach(
    resolvers: readonly Resolver[],
    name: string,
    ask: (resolver: Resolver, signal: AbortSignal) => Promise<AnswerOrAlias>,
    signal: AbortSignal,
  ): Promise<Exclude<AnswerOrAlias, FailureAnswer> | Map<Resolver, FailureAnswer>> {
    signal.throwIfAborted();
    const failures = new Map<Resolver, FailureAnswer>();
    const others = new AbortController();
    const unfollow = onAbort(signal, () => others.abort(signal.reason));
    let asked = 0;
    let cancelNext = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const onAnswer = (resolver: Resolver, answer: AnswerOrAlias) => {
          if (isAnswered(answer)) markAnswering(resolver);
          if (answer.kind !== 'failure') {
            const before = resolvers.slice(0, resolvers.indexOf(resolver));
            this.#recordSilence(
              before.filter((one) => !isAnswered(failures.get(one))),
              name,
            );
            return resolve(answer);
          }
          failures.set(resolver, answer);
          if (failures.size === resolvers.length) resolve(failures);
          else askNext();
        };
        const askNext = () => {
          cancelNext();
          const resolver = resolvers[asked++];
          if (resolver === undefined) return;
          if (asked < resolvers.length) cancelNext = this.#options.clock.after(patienceMs, askNext);
          ask(resolver, others.signal).then((answer) => onAnswer(resolver, answer), reject);
        };
        askNext();
      });
    } finally {
      cancelNext();
      unfollow();
      others.abort();
    }
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
    const now = steadyNow(this.#options.clock);
    const turn = ({ lastUntil }: Resolver) => (lastUntil > now ? lastUntil : 0);
    return [...this.#resolvers].sort((one, other) => turn(one) - turn(other));
  }

  /** Records that these have not answered a question about a name that has an answer. */
  #recordSilence(silent: readonly Resolver[], name: string): void {
    for (const resolver of silent) {
      resolver.unanswered.add(domainOf(name));
      if (resolver.unanswered.size > unansweredAllowed)
        resolver.lastUntil = steadyNow(this.#options.clock) + lastForMs;
    }
  }
}

function markAnswering(resolver: Resolver): void {
  resolver.unanswered.clear();
  resolver.lastUntil = 0;
}

/** Returns whether the resolver has said anything, be it that it failed. */
function isAnswered(answer: AnswerOrAlias | undefined): boolean {
  return answer !== undefined && !(answer.kind === 'failure' && isSilence(answer.reason));
}

function isSilence(reason: DnsFailure): boolean {
  return reason === 'timeout' || reason === 'unreachable';
}

/** Returns the last two labels: good enough to tell domains apart. */
function domainOf(name: string): string {
  return name.split('.').slice(-2).join('.');
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
