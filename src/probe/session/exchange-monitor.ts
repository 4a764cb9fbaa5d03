import { isFree } from '../../address/domain-facts.ts';
import type { AcquireOptions, Permit } from '../../concurrency/semaphore.ts';
import type { WorkShare } from '../../concurrency/work-share.ts';
import { domainPlace } from '../../exchange/egress-blocks.ts';
import type { ConnectionLimit, EgressLimits, HeldLeases } from '../../exchange/egress-limits.ts';
import type { CountedRecipients, RecipientAllowance } from '../../exchange/pace/recipient-rate.ts';
import type { ExchangePolicies, ExchangePolicy } from '../../exchange/policy.ts';
import { providerOf } from '../../exchange/provider.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/network-ports.ts';
import type { PauseReason } from '../../ports/pacing.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import type { BlockLengths } from '../egress/block-lengths.ts';
import type { BlockSuspicion } from '../egress/block-suspicion.ts';
import type { ExchangeStanding, ExchangeStandings } from '../egress/exchange-standing.ts';
import type { KnownPauses } from '../egress/known-pauses.ts';
import type { CachingClassifier } from '../reply/caching-classifier.ts';
import { asksToSlowDown, type Classification, type Stage } from '../reply/meanings.ts';
import type { ConnectionLimiter, ConnectionPause } from './connection-limiter.ts';
import type { DialogueFailure } from './dialogue.ts';
import { type ProbeRequest, recipientDomain } from './probe-request.ts';

export interface ExchangeMonitorDependencies {
  readonly policies: ExchangePolicies;
  readonly limits: EgressLimits;
  readonly standings: ExchangeStandings;
  readonly pauses: KnownPauses;
  readonly blocks: BlockLengths;
  readonly identity: Identity;
  readonly limiter: ConnectionLimiter;
  readonly clock: Clock;
  readonly classifier: CachingClassifier;
  /** Called when a block begins. `exchange`: what connections are counted as, perhaps with one domain there. */
  readonly onBlock: (exchange: string, until: number) => void;
  /** Called at each sign of a limit that tells something new. */
  readonly onLimitMet: (host: string) => void;
}

/** The pause after a server was too busy to greet us. It is then tried once more. */
const busyPauseMs = 1_000;
/** A host that has refused so many connections in a row is judged by itself, not by what others of its provider bear. */
const refusalsOfOneHost = 4;
/** A server that complains after fewer refusals in a session counts over a longer time, not by session. */
const fewestRefusalsCounted = 2;

/** Watches one exchange, on behalf of one egress: classifies its replies, learns its limits, and pauses connections. */
export class ExchangeMonitor {
  readonly #host: string;
  readonly #provider: string | undefined;
  readonly #policies: ExchangePolicies;
  readonly #limits: EgressLimits;
  readonly #pauses: KnownPauses;
  readonly #blocks: BlockLengths;
  readonly #standing: ExchangeStanding;
  readonly #onBlock: ExchangeMonitorDependencies['onBlock'];
  readonly #onLimitMet: ExchangeMonitorDependencies['onLimitMet'];
  readonly #onBlocked: (domain?: string) => void;
  readonly #identity: Identity;
  readonly #limiter: ConnectionLimiter;
  readonly #clock: Clock;
  readonly #classifier: CachingClassifier;
  #busy = false;
  #refusalsInARow = 0;
  /** How many recipients a session had refused when the server last began to complain about those that do not exist. */
  #refusalsAtComplaint: number | undefined;

  /** `onBlocked` is called when the exchange blocks the egress; with a domain, when only that does. */
  constructor(host: string, dependencies: ExchangeMonitorDependencies, onBlocked: (domain?: string) => void) {
    this.#host = host;
    this.#provider = providerOf(host)?.id;
    this.#policies = dependencies.policies;
    this.#limits = dependencies.limits;
    this.#pauses = dependencies.pauses;
    this.#blocks = dependencies.blocks;
    this.#standing = dependencies.standings.standingWith(this.policy.countedAs);
    this.#onBlock = dependencies.onBlock;
    this.#onLimitMet = dependencies.onLimitMet;
    this.#onBlocked = onBlocked;
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
    return this.#limits.connectionLimits(this.#host, address);
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

  /** Another session is wanted, besides one that has or waits for leases with these keys. */
  onFurtherSessionWanted(keys: Iterable<string>): void {
    this.#limits.recall(this.#host, keys);
  }

  /** How many sessions may be open now. */
  get maxSessions(): number {
    return this.#limits.connectionsTo(this.#host);
  }

  /**
   * The server greeted us and replied to EHLO. `held`: of the connection. `afterMs`: since it was opened. `suspicion`: as it was
   * then.
   */
  onGreeting(held: HeldLeases, afterMs: number, suspicion?: BlockSuspicion): void {
    this.#busy = false;
    this.#refusalsInARow = 0;
    if (suspicion !== undefined) this.#standing.recordSuccess(suspicion, 'greeting');
    this.#limits.recordGreeting(this.#host, true);
    this.#limits.recordConnection(this.#host, held, { kind: 'greeted', afterMs });
  }

  /** The only connection ended without a greeting. */
  onNoGreeting(): void {
    this.#limits.recordGreeting(this.#host, false);
  }

  /**
   * Pauses connections after a reply that we come too often or are blocked. A server that blocks us before it knows whom
   * we ask about blocks us under all names of its IP address. `keys`: of the leases of the connection. `recipient`: whom the
   * reply is about.
   */
  async onReply(
    classification: Classification,
    stage: Stage,
    about: {
      readonly keys?: Iterable<string>;
      readonly address?: string;
      readonly recipient?: string;
    } = {},
  ): Promise<void> {
    const { keys = [], address, recipient } = about;
    const blocked = classification.meaning === 'client-blocked';
    if (isBlockAtGreeting(classification, stage)) await this.#block(address);
    else if (stage === 'mail' || stage === 'rcpt' || blocked) {
      const domain = stage === 'rcpt' && recipient !== undefined ? customerDomain(recipient) : undefined;
      const scope = this.#standing.recordReply(blocked, domain);
      if (scope === 'everything') await this.#block();
      if (scope === 'domain' && domain !== undefined) await this.#blockDomain(domain);
    }
    if (asksToSlowDown(classification)) await this.onLimit(keys, countedIn(classification));
    else if (stage === 'rcpt' && earnsGrowth(classification)) this.#limits.recordAccepted(this.#host, keys);
  }

  /**
   * A reply asks us to slow down: nobody is asked about for a while, and fewer a second after that. `refusals`: recipients
   * refused before, in this session.
   */
  async onLimit(
    keys: Iterable<string> = [],
    counts: CountedRecipients = 'all',
    refusals?: number,
  ): Promise<void> {
    const restMs = this.#limits.recordLimit(this.#host, keys, counts);
    if (restMs === undefined) return;
    this.#onLimitMet(this.#host);
    if (counts === 'missing' && refusals !== undefined) this.#compareSessions(refusals);
    await this.#pause('limited', restMs);
  }

  /** A server that complains twice after the same number of refusals in a session counts them by session. */
  #compareSessions(refusals: number): void {
    if (refusals === this.#refusalsAtComplaint && refusals >= fewestRefusalsCounted)
      this.#policies.learn(this.#host, { kind: 'refusals-per-session', count: refusals });
    this.#refusalsAtComplaint = refusals;
  }

  /** How long nobody is to be asked about. */
  get restMs(): number {
    return this.#limits.restMs(this.#host);
  }

  /** Returns how many recipients may be sent now on a connection with leases under these keys. */
  recipientsAllowed(keys: Iterable<string>): RecipientAllowance {
    return this.#limits.recipientsAllowed(keys);
  }

  /** Returns how long no recipient may be sent on such a connection, in milliseconds. */
  msToRecipient(keys: Iterable<string>, kind: WorkShare['kind']): number {
    return this.#limits.msToRecipient(keys, kind);
  }

  /** A reply to a recipient has arrived, which does not ask us to slow down. `isMissing`: the recipient does not exist. */
  onRecipientReply(keys: Iterable<string>, isMissing: boolean): void {
    this.#limits.recordReply(this.#host, keys, isMissing);
  }

  /** These are sent now. */
  onSend(keys: Iterable<string>, requests: readonly ProbeRequest[]): void {
    const single = requests.filter(({ share }) => share.kind === 'single').length;
    this.#limits.recordSent(keys, { single, bulk: requests.length - single });
  }

  /** No connection could be opened, because of a pause. */
  onPaused(pause: ConnectionPause): void {
    this.#pauses.record(pause.scope === 'exchange' ? this.policy.countedAs : this.#host, pause);
  }

  /** As `ExchangeStanding.acquireTrial`. */
  acquireTrial(options: AcquireOptions, giveUp: () => boolean): Promise<Permit | undefined> {
    return this.#standing.acquireTrial(options, giveUp);
  }

  /** True if the egress may have been blocked a moment ago. */
  get isSuspect(): boolean {
    return this.#standing.suspicion !== undefined;
  }

  /** A connection is opened. Returns the suspicion that the egress may have been blocked. */
  onConnecting(): BlockSuspicion | undefined {
    const { suspicion } = this.#standing;
    suspicion?.countConnections(1);
    return suspicion;
  }

  /** A reply has arrived, whatever it answers. `recipient`: whom it is taken to be about. */
  onRefusal({ meaning }: Classification, stage: Stage, recipient?: string): void {
    if (meaning !== 'client-blocked') return;
    const isEarly = stage === 'greeting' || stage === 'hello' || stage === 'starttls';
    const domain = recipient === undefined ? undefined : customerDomain(recipient);
    this.#standing.recordSign(isEarly ? 'greeting' : 'recipient', domain);
  }

  /** True if the exchange, or another one of its provider, has answered about a recipient within the last hour. */
  get isWelcome(): boolean {
    return this.#standing.isWelcome;
  }

  /** The server accepted only this many recipients in one transaction. */
  onRecipientLimit(recipients: number): void {
    this.#policies.learn(this.#host, { kind: 'recipients-per-transaction', count: recipients });
  }

  /**
   * The server refused a connection while other sessions were there. If those had connections, it has a limit. `held`: of
   * the refused connection.
   */
  onConnectionLimit(held: HeldLeases): void {
    this.#onLimitMet(this.#host);
    this.#limits.recordConnection(this.#host, held, { kind: 'refused' });
    const hadOthers = (held.get(this.#limits.exchangeKey(this.#host)) ?? 0) > 1;
    if (!hadOthers) this.#limits.recordGreeting(this.#host, false);
  }

  /**
   * Decides whether a refusal shows a limit on the connections to a provider, and records it. The only session with a host
   * is then no reason to judge the host: the next one waits until the provider has fewer connections. `held`: of the
   * refused connection.
   */
  isProviderLimit({ meaning }: Classification, held: HeldLeases): boolean {
    const open = held.get(this.#limits.exchangeKey(this.#host)) ?? 0;
    this.#refusalsInARow += 1;
    if (!asksToSlowDown({ meaning }) || open < 2 || this.#refusalsInARow > refusalsOfOneHost) return false;
    this.onConnectionLimit(held);
    return true;
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
    if (isBlockAtGreeting(classification, stage)) return this.#recordAddressLimit(address);
    const temporary = asksToSlowDown(classification) || classification.meaning === 'server-unavailable';
    if (!temporary || this.#busy) return false;
    this.#busy = true;
    await this.#pause('limited', busyPauseMs);
    return true;
  }

  /** False if the refused connection was the only one to this address. */
  #recordAddressLimit(address: string): boolean {
    const key = this.#limits.addressKey(address);
    const open = key === undefined ? 0 : this.#limiter.countConnections(key);
    if (key === undefined || open < 2) return false;
    this.#onLimitMet(this.#host);
    this.#limits.recordConnection(this.#host, new Map([[key, open]]), { kind: 'refused' });
    return true;
  }

  /** Stays away from the exchange for as long as a block lasts, or from the server at an address under all names. */
  async #block(address?: string): Promise<void> {
    const { countedAs } = this.policy;
    this.#standing.recordBlock();
    const { durationMs, isNew } = await this.#blocks.begin(this.#limits.exchangeKey(this.#host));
    if (isNew) this.#onBlock(countedAs, this.#clock.now() + durationMs);
    await this.#pause('blocked', durationMs, address);
    this.#onBlocked();
  }

  /** Asks about no recipient of this domain for as long as a block lasts. Other processes find that out by themselves. */
  async #blockDomain(domain: string): Promise<void> {
    const place = domainPlace(this.policy.countedAs, domain);
    const key = `${this.#limits.exchangeKey(this.#host)} domain:${domain}`;
    const { durationMs, isNew } = await this.#blocks.begin(key);
    const until = this.#clock.now() + durationMs;
    if (isNew) this.#onBlock(place, until);
    this.#pauses.record(place, { reason: 'blocked', until });
    this.#onBlocked(domain);
  }

  async #pause(reason: PauseReason, durationMs: number, address?: string): Promise<void> {
    const pause = { until: this.#clock.now() + durationMs, reason };
    const keys =
      address === undefined
        ? [this.#limits.exchangeKey(this.#host)]
        : this.#limits.serverKeys(this.#host, address);
    this.#pauses.record(this.policy.countedAs, pause);
    await Promise.all(keys.map((key) => this.#limiter.pause(key, pause)));
  }
}

/** What a server has counted that asks us to slow down. */
export function countedIn({ meaning }: Classification): CountedRecipients {
  return meaning === 'too-many-missing' ? 'missing' : 'all';
}

/** True if a reply earns further connections: the server knows the recipient. Some limit those who ask for many that it doesn't. */
function earnsGrowth({ meaning }: Classification): boolean {
  return meaning === 'accepted' || meaning === 'no-information' || meaning === 'mailbox-full';
}

/** Returns the domain of a recipient; undefined if anybody can get a mailbox there: its policy is that of the provider. */
function customerDomain(recipient: string): string | undefined {
  const domain = recipientDomain(recipient);
  return isFree(domain) ? undefined : domain;
}

/** A refusal that comes before the server knows whom we ask about, so that it is meant for us. */
function isBlockAtGreeting({ meaning }: Classification, stage: Stage): boolean {
  return meaning === 'client-blocked' && stage === 'greeting';
}
