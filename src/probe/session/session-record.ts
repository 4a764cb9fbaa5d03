import {
  type ExchangePolicies,
  type ExchangePolicy,
  type KnownHost,
  usualResetsPerSession,
} from '../../exchange/policy.ts';
import type { Capabilities } from './dialogue.ts';
import type { ProbeRequest } from './probe-request.ts';
import type { GroupResult } from './transaction.ts';

const maxPerGroup = 10;
/**
 * The same until the server has answered a group. One that delays each reply sends all at its end, and those must come before it
 * looks like one that drops pipelined input.
 */
const maxUnproven = 3;
/**
 * How many recipients may be under way to one server over all connections that it permits: once it asks us to slow down,
 * it refuses each of those.
 */
const mostUnderWay = 32;
const leastUnderWay = 2;

/** What a session has asked and been answered, and how much more it may ask. */
export class SessionRecord {
  readonly #host: KnownHost;
  readonly #policies: ExchangePolicies;
  readonly #capabilities: Capabilities;
  #recipients = 0;
  #inFlight = 0;
  /** Recipients whose refusal has arrived, though the group may not count. */
  refusals = 0;
  resets = 0;

  constructor(host: string, policies: ExchangePolicies, capabilities: Capabilities) {
    this.#host = policies.knownOf(host);
    this.#policies = policies;
    this.#capabilities = capabilities;
  }

  get isUnused(): boolean {
    return this.#recipients === 0 && this.#inFlight === 0;
  }

  get smtpUtf8(): boolean {
    return this.#capabilities.smtpUtf8;
  }

  get pipelining(): boolean {
    return this.#host.policy.pipelining && this.#capabilities.pipelining;
  }

  /** How many more recipients it can take, even if all of them are refused. */
  get room(): number {
    return this.roomIf(1);
  }

  /** Returns how many more recipients it can take if this part of them is refused. */
  roomIf(partRefused: number): number {
    const { policy } = this.#host;
    const ifRefused = (policy.refusalsPerSession - this.refusals) / partRefused;
    const mostByResets = this.#resetsLeft(policy) * this.#perTransaction(policy);
    const most = Math.min(policy.recipientsPerSession - this.#recipients, ifRefused, mostByResets);
    return Math.max(0, most - this.#inFlight);
  }

  #resetsLeft({ resetsPerSession, recipientsPerSession }: ExchangePolicy): number {
    const isUsual = resetsPerSession >= usualResetsPerSession;
    const most = isUsual && this.#capabilities.allowsResets ? recipientsPerSession : resetsPerSession;
    return most - this.resets;
  }

  #perTransaction({ recipientsPerTransaction }: ExchangePolicy): number {
    return Math.min(recipientsPerTransaction, this.#capabilities.maxRecipients ?? Number.POSITIVE_INFINITY);
  }

  /** Returns how many recipients may be under way at once. `connections`: how many the server permits. */
  mostUnderWay(connections: number): number {
    return Math.min(this.room, Math.max(leastUnderWay, Math.floor(mostUnderWay / connections)));
  }

  /** Returns how many recipients the next group may have. `isUrgent`: its answers are not to wait for others. */
  groupSize(host: string, connections: number, isUrgent: boolean): number {
    const { policy, answersGroups } = this.#host;
    const perGroup = !this.pipelining || answersGroups ? maxPerGroup : maxUnproven;
    const most = Math.min(this.mostUnderWay(connections), perGroup);
    const perTransaction = this.#perTransaction(this.#policies.policyFor(host));
    // Where each reply is waited for, the first recipient is not to wait for others.
    if (!this.pipelining) return Math.min(most, this.isUnused ? 1 : perTransaction);
    if (perTransaction === 1) return Math.min(most, this.#resetsLeft(policy));
    if (isUrgent || most === 0) return Math.min(most, perTransaction);
    return Math.min(perGroup, policy.recipientsPerSession - this.#recipients, perTransaction);
  }

  /** Returns the recipients of each transaction of a group: all in one, if the server takes that many. */
  transactionsOf(requests: readonly ProbeRequest[]): readonly (readonly string[])[] {
    const addresses = requests.map(({ recipient }) => recipient.address);
    const isShared = requests.every(
      ({ host }) => this.#perTransaction(this.#policies.policyFor(host)) >= requests.length,
    );
    return isShared ? [addresses] : addresses.map((address) => [address]);
  }

  onSend(requests: number): void {
    this.#inFlight += Math.min(requests, this.room);
  }

  onResult(requests: readonly ProbeRequest[], result: GroupResult): void {
    this.#inFlight = 0;
    this.#recipients += result.kind === 'counts' ? result.recipients.length : requests.length;
    if (result.kind === 'counts') this.resets += result.transactions;
  }
}
