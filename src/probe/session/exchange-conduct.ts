import type { ExchangePolicies, ExchangePolicy } from '../../exchange/policy.ts';
import { providerOf } from '../../exchange/provider.ts';
import type { Clock, Identity, SmtpReply } from '../../ports.ts';
import type { KnownReplies } from '../reply/known-replies.ts';
import type { Classification, Stage } from '../reply/meanings.ts';
import type { Gate } from './admission.ts';
import type { Break } from './dialogue.ts';

/** So many block replies in a row, from whoever is asked about, and we stay away. */
const blocksTolerated = 3;
const blockedMs = 600_000;
const limitedMs = 5_000;
/** How long to stay away from a server that is too busy to greet us, before it is asked once more. */
const busyMs = 1_000;

/** How we behave towards one exchange: what its replies mean, and what they teach us. */
export class ExchangeConduct {
  readonly #host: string;
  readonly #provider: string | undefined;
  readonly #policies: ExchangePolicies;
  readonly #identity: Identity;
  readonly #gate: Gate;
  readonly #clock: Clock;
  readonly #knownReplies: KnownReplies;
  #blocksInARow = 0;
  #busy = false;

  constructor(
    host: string,
    context: {
      policies: ExchangePolicies;
      identity: Identity;
      gate: Gate;
      clock: Clock;
      knownReplies: KnownReplies;
    },
  ) {
    this.#host = host;
    this.#provider = providerOf(host)?.id;
    this.#policies = context.policies;
    this.#identity = context.identity;
    this.#gate = context.gate;
    this.#clock = context.clock;
    this.#knownReplies = context.knownReplies;
  }

  get policy(): ExchangePolicy {
    return this.#policies.policyFor(this.#host);
  }

  classify(reply: SmtpReply, stage: Stage, recipient?: string): Classification {
    return this.#knownReplies.classify(reply, {
      stage,
      helo: this.#identity.helo,
      sender: this.#identity.mailFrom,
      ...(recipient === undefined ? {} : { recipient }),
      ...(this.#provider === undefined ? {} : { provider: this.#provider }),
    });
  }

  /** A transaction took fewer recipients than it was given. */
  tookOnly(recipients: number): void {
    this.#policies.restrict(this.#host, { kind: 'recipients-per-transaction', count: recipients });
  }

  welcomed(): void {
    this.#busy = false;
  }

  /** The server has no time for a session now. True if it should be tried again, once. */
  async backOff(classification: Classification): Promise<boolean> {
    const passing =
      classification.meaning === 'rate-limited' || classification.meaning === 'server-unavailable';
    if (!passing || this.#busy) return false;
    this.#busy = true;
    await this.#keepAway('limited', busyMs);
    return true;
  }

  /** More connections than these were turned away. */
  servesOnly(connections: number): void {
    this.#policies.restrict(this.#host, { kind: 'max-connections', count: connections });
  }

  cannotSecure(): void {
    this.#policies.restrict(this.#host, { kind: 'no-tls' });
  }

  /** `atOnce`: before it answered for any recipient. */
  brokeOff(broken: Break, session: { pipelining: boolean; refusals: number }, atOnce: boolean): void {
    if (session.pipelining && (atOnce || broken === 'desynchronised' || broken === 'reply_timeout')) {
      this.#policies.restrict(this.#host, { kind: 'no-pipelining' });
    }
    if (session.refusals > 1 && (broken === 'connection_closed' || broken === 'service-closing')) {
      this.#policies.restrict(this.#host, { kind: 'refusals-per-session', count: session.refusals - 1 });
    }
  }

  /** Keeps away for a while where a reply says that we come too often, or are not wanted at all. */
  async heed(classification: Classification, stage: Stage): Promise<void> {
    const blocked = classification.meaning === 'client-blocked';
    this.#blocksInARow = blocked ? this.#blocksInARow + 1 : 0;
    if (blocked && (stage === 'greeting' || this.#blocksInARow >= blocksTolerated)) {
      await this.#keepAway('blocked', blockedMs);
    }
    if (classification.meaning === 'rate-limited') await this.#keepAway('limited', limitedMs);
  }

  #keepAway(reason: 'blocked' | 'limited', forMs: number): Promise<void> {
    return this.#gate.pause(this.policy.pacingKey, { until: this.#clock.now() + forMs, reason });
  }
}
