import {
  addressPacingKey,
  type ConnectionLimit,
  type ExchangePolicies,
  type ExchangePolicy,
} from '../../exchange/policy.ts';
import { providerOf } from '../../exchange/provider.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/network-ports.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import type { CachingClassifier } from '../reply/caching-classifier.ts';
import type { Classification, Stage } from '../reply/meanings.ts';
import type { ConnectionLimiter } from './connection-limiter.ts';
import type { DialogueFailure } from './dialogue.ts';

export interface ExchangeMonitorDependencies {
  readonly policies: ExchangePolicies;
  readonly identity: Identity;
  readonly limiter: ConnectionLimiter;
  readonly clock: Clock;
  readonly classifier: CachingClassifier;
}

/** After this many block replies in a row, whatever the recipients, connections are paused. */
const blocksBeforePause = 3;
const blockedPauseMs = 600_000;
const limitedPauseMs = 5_000;
/** The pause after a server was too busy to greet us. It is then tried once more. */
const busyPauseMs = 1_000;

/** Watches one exchange: classifies its replies, learns its limits, and pauses connections to it. */
export class ExchangeMonitor {
  readonly #host: string;
  readonly #provider: string | undefined;
  readonly #policies: ExchangePolicies;
  readonly #identity: Identity;
  readonly #limiter: ConnectionLimiter;
  readonly #clock: Clock;
  readonly #classifier: CachingClassifier;
  #blocksInARow = 0;
  #busy = false;

  constructor(host: string, dependencies: ExchangeMonitorDependencies) {
    this.#host = host;
    this.#provider = providerOf(host)?.id;
    this.#policies = dependencies.policies;
    this.#identity = dependencies.identity;
    this.#limiter = dependencies.limiter;
    this.#clock = dependencies.clock;
    this.#classifier = dependencies.classifier;
  }

  get policy(): ExchangePolicy {
    return this.#policies.policyFor(this.#host);
  }

  /** Returns the limits on a connection to one of its IP addresses, in the order in which to acquire leases. */
  connectionLimits(address: string): readonly ConnectionLimit[] {
    return this.#policies.connectionLimits(this.#host, address);
  }

  classify(reply: SmtpReply, stage: Stage, recipient?: string): Classification {
    return this.#classifier.classify(reply, {
      stage,
      helo: this.#identity.helo,
      sender: this.#identity.mailFrom,
      ...(recipient === undefined ? {} : { recipient }),
      ...(this.#provider === undefined ? {} : { provider: this.#provider }),
    });
  }

  /** How many sessions may be open now. */
  get maxSessions(): number {
    return this.#policies.connectionsTo(this.#host);
  }

  /** The server greeted us and replied to EHLO. */
  onGreeting(): void {
    this.#busy = false;
    this.#policies.recordGreeting(this.#host, true);
  }

  /** The only connection ended without a greeting. */
  onNoGreeting(): void {
    this.#policies.recordGreeting(this.#host, false);
  }

  /**
   * Pauses connections after a reply that we come too often or are blocked. A server that blocks us before it knows whom
   * we ask about blocks us under all names of its IP address.
   */
  async onReply(classification: Classification, stage: Stage, address?: string): Promise<void> {
    const blocked = classification.meaning === 'client-blocked';
    this.#blocksInARow = blocked ? this.#blocksInARow + 1 : 0;
    if (isBlockAtGreeting(classification, stage)) await this.#pause('blocked', blockedPauseMs, address);
    else if (blocked && this.#blocksInARow >= blocksBeforePause) await this.#pause('blocked', blockedPauseMs);
    if (classification.meaning === 'rate-limited') await this.#pause('limited', limitedPauseMs);
  }

  /** The server accepted only this many recipients in one transaction. */
  onRecipientLimit(recipients: number): void {
    this.#policies.learn(this.#host, { kind: 'recipients-per-transaction', count: recipients });
  }

  /** The server refused a connection beyond this number. */
  onConnectionLimit(connections: number): void {
    this.#policies.learn(this.#host, { kind: 'max-connections', count: connections });
  }

  onTlsFailure(): void {
    this.#policies.learn(this.#host, { kind: 'no-tls' });
  }

  /** `beforeFirstReply`: the dialogue failed before a reply about any recipient. */
  onDialogueFailure(
    failure: DialogueFailure,
    connection: { pipelining: boolean; refusals: number },
    beforeFirstReply: boolean,
  ): void {
    const { pipelining, refusals } = connection;
    if (pipelining && (beforeFirstReply || failure === 'desynchronised' || failure === 'reply_timeout')) {
      this.#policies.learn(this.#host, { kind: 'no-pipelining' });
    }
    // A server that words its replies anew each time needs no fence that can be told from them any more.
    if (failure === 'desynchronised') this.onRecipientLimit(1);
    if (refusals > 1 && (failure === 'connection_closed' || failure === 'service-closing')) {
      this.#policies.learn(this.#host, { kind: 'refusals-per-session', count: refusals - 1 });
    }
  }

  /**
   * Decides whether a server is tried again that has refused the only session with the exchange: if so, returns true. If
   * it was too busy, pauses connections for a moment, and allows one more try. If it blocked us at the greeting while
   * other connections of this process to its address were open, under other names, it has a limit on connections: lowers
   * the limit of the address, so that the next session waits for one of them to end.
   */
  async backOff(classification: Classification, stage: Stage, address: string): Promise<boolean> {
    if (isBlockAtGreeting(classification, stage)) return this.#learnAddressLimit(address);
    const temporary =
      classification.meaning === 'rate-limited' || classification.meaning === 'server-unavailable';
    if (!temporary || this.#busy) return false;
    this.#busy = true;
    await this.#pause('limited', busyPauseMs);
    return true;
  }

  /** False if the refused connection was the only one to this address. */
  #learnAddressLimit(address: string): boolean {
    const key = addressPacingKey(address);
    const others = key === undefined ? 0 : this.#limiter.countConnections(key) - 1;
    if (others < 1) return false;
    this.#policies.learnAddressLimit(address, others);
    return true;
  }

  async #pause(reason: 'blocked' | 'limited', durationMs: number, address?: string): Promise<void> {
    const until = this.#clock.now() + durationMs;
    const keys =
      address === undefined ? [this.policy.pacingKey] : this.#policies.serverKeys(this.#host, address);
    await Promise.all(keys.map((key) => this.#limiter.pause(key, { until, reason })));
  }
}

/** A refusal that comes before the server knows whom we ask about, so that it is meant for us. */
function isBlockAtGreeting({ meaning }: Classification, stage: Stage): boolean {
  return meaning === 'client-blocked' && stage === 'greeting';
}
