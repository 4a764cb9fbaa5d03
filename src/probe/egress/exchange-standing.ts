import { boundedMap } from '../../bounded-map.ts';
import { type AcquireOptions, type Permit, Semaphore } from '../../concurrency/semaphore.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';
import { BlockSuspicion, type SignStage } from './block-suspicion.ts';

/** How long an answer about a recipient shows that the egress is welcome. */
const welcomeMs = 3_600_000;
/**
 * After this many block replies in a row the egress counts as blocked. Where the domains of customers are hosted, they have
 * to be about as many domains: so many about one domain may be by that customer's policy, and count for it alone.
 */
const blocksBeforePause = 3;
/**
 * The same where another domain was answered within the last hour and not refused since: they may all be of one customer,
 * who has a policy against us.
 */
const domainsDespiteWelcome = 9;
/** Of so many domains that were answered last it is remembered that they were. */
const maxWelcomingDomains = 2;

const maxBlockingDomains = 100;

/** What counts as blocking the egress after a reply: all of the exchange or provider, or one domain that it hosts. */
export type BlockScope = 'everything' | 'domain';

/**
 * How one egress stands with an exchange, or with all exchanges of a provider. Until one has answered about a recipient
 * without a block, the egress opens few connections there: so a block costs few.
 */
export class ExchangeStanding {
  readonly #clock: Clock;
  readonly #trialConnections: number;
  readonly #trials: Semaphore | undefined;
  readonly #isProvider: boolean;
  #welcomeUntil = 0;
  #blocksInARow = 0;
  /** The domains that were refused since the last reply that was no block, as far as they matter. */
  readonly #domainsInARow = boundedMap<string, number>(domainsDespiteWelcome);
  /** How often each domain was refused since it was last answered. */
  readonly #blocksByDomain = boundedMap<string, number>(maxBlockingDomains);
  /** Until when it counts that each domain was answered without a block. */
  readonly #welcomingDomains = boundedMap<string, number>(maxWelcomingDomains);
  /** What those who hold a trial do to give it up. */
  readonly #holders = new Set<() => boolean>();
  readonly #onSuspected: (suspicion: BlockSuspicion) => void;
  #suspicion: BlockSuspicion | undefined;

  /**
   * `trialConnections`: how many it has until then. Infinity: any number, because there is no other egress. `isProvider`: it
   * hosts many domains. `onSuspected` is called when the egress may have been blocked.
   */
  constructor(
    clock: Clock,
    trialConnections: number,
    {
      isProvider,
      onSuspected = () => {},
    }: { readonly isProvider: boolean; readonly onSuspected?: (suspicion: BlockSuspicion) => void },
  ) {
    this.#clock = clock;
    this.#onSuspected = onSuspected;
    this.#isProvider = isProvider;
    this.#trialConnections = trialConnections;
    this.#trials = Number.isFinite(trialConnections) ? new Semaphore(trialConnections) : undefined;
  }

  /**
   * Waits for the right to try a connection. Undefined if none is needed, because the egress is welcome. `giveUp` is called
   * when a single request waits for a trial: it releases this one if the connection is still waited for as bulk work does.
   * Returns false if it does not.
   */
  async acquireTrial(options: AcquireOptions, giveUp: () => boolean): Promise<Permit | undefined> {
    if (this.#trials === undefined || this.isWelcome) return undefined;
    const acquired = this.#trials.acquire(options);
    if (options.share?.kind !== 'bulk' && this.#trials.contended) this.#askForOne();
    const permit = await acquired;
    if (this.isWelcome) {
      permit.release();
      return undefined;
    }
    this.#holders.add(giveUp);
    return {
      release: () => {
        this.#holders.delete(giveUp);
        permit.release();
      },
    };
  }

  #askForOne(): void {
    for (const giveUp of this.#holders) if (giveUp()) return;
  }

  /**
   * Records a reply about a recipient. `domain`: that of the recipient, if it may have a policy of its own. Returns what
   * counts as blocking the egress, if anything does.
   */
  recordReply(blocked: boolean, domain?: string): BlockScope | undefined {
    if (!blocked) this.#recordWelcome(domain);
    if (!blocked && this.#blocksInARow === 0) return undefined;
    this.#blocksInARow = blocked ? this.#blocksInARow + 1 : 0;
    // A trial that was blocked is used up: no other connection takes its place.
    if (this.#trials !== undefined)
      this.#trials.permits = Math.max(1, this.#trialConnections - this.#blocksInARow);
    if (blocked) return this.#scopeOfBlock(domain);
    this.#domainsInARow.clear();
    return undefined;
  }

  #recordWelcome(domain: string | undefined): void {
    this.#welcomeUntil = steadyNow(this.#clock) + welcomeMs;
    if (domain === undefined) return;
    this.#welcomingDomains.set(domain, this.#welcomeUntil);
    this.#blocksByDomain.delete(domain);
  }

  #scopeOfBlock(domain: string | undefined): BlockScope | undefined {
    const everything = this.#blocksInARow >= blocksBeforePause ? 'everything' : undefined;
    if (domain === undefined) return everything;
    this.#welcomingDomains.delete(domain);
    const blocks = (this.#blocksByDomain.get(domain) ?? 0) + 1;
    this.#blocksByDomain.set(domain, blocks);
    this.#domainsInARow.set(domain, this.#blocksInARow);
    const isOtherWelcome = this.#isAnyDomainWelcome;
    const domains = isOtherWelcome ? domainsDespiteWelcome : blocksBeforePause;
    const mayHostOthers = this.#isProvider || isOtherWelcome;
    if (this.#domainsInARow.size >= domains || !mayHostOthers) return everything;
    return blocks >= blocksBeforePause ? 'domain' : undefined;
  }

  /** True if a domain was answered within the last hour, and not refused since. */
  get #isAnyDomainWelcome(): boolean {
    const now = steadyNow(this.#clock);
    for (const until of this.#welcomingDomains.values()) if (until > now) return true;
    return false;
  }

  /** Records that the egress stays away for a while. It then begins anew. */
  recordBlock(): void {
    this.#welcomeUntil = 0;
    this.#welcomingDomains.clear();
    this.#suspicion = undefined;
  }

  /**
   * Records a refusal of the egress as soon as it arrives, before it is known to be answer to anything. Where the egress is
   * welcome, it arouses a suspicion, unless the domain has refused it before.
   */
  recordSign(stage: SignStage, domain?: string): void {
    if (this.#trials === undefined || !this.isWelcome) return;
    const known = this.suspicion;
    if (known === undefined && domain !== undefined && this.#blocksByDomain.get(domain) !== undefined) return;
    this.#suspicion = known ?? new BlockSuspicion(this.#clock, stage);
    this.#suspicion.addDomain(domain);
    if (known === undefined) this.#onSuspected(this.#suspicion);
  }

  /** The suspicion that the egress has been blocked. */
  get suspicion(): BlockSuspicion | undefined {
    return this.#suspicion?.isOver ? undefined : this.#suspicion;
  }

  /**
   * Records that a connection was greeted that was opened, or a recipient answered that was asked about, after this suspicion
   * arose.
   */
  recordSuccess(suspicion: BlockSuspicion, stage: SignStage): void {
    if (this.#suspicion === suspicion && suspicion.stage === stage) this.#suspicion = undefined;
  }

  /** True if a server has answered about a recipient within the last hour, without a block since. */
  get isWelcome(): boolean {
    return this.#welcomeUntil > steadyNow(this.#clock);
  }
}

/** The standing of one egress with each exchange or provider. */
export class ExchangeStandings {
  readonly #clock: Clock;
  readonly #trialConnections: number;
  readonly #standings = boundedMap<string, ExchangeStanding>(20_000);

  #onSuspected: (countedAs: string, suspicion: BlockSuspicion) => void = () => {};

  constructor(clock: Clock, trialConnections: number) {
    this.#clock = clock;
    this.#trialConnections = trialConnections;
  }

  /** `listener` is called with what connections are counted as, when the egress may have been blocked there. */
  onSuspected(listener: (countedAs: string, suspicion: BlockSuspicion) => void): void {
    this.#onSuspected = listener;
  }

  /** Returns the standing with what connections are counted as: `host:…` or `provider:…`. */
  standingWith(countedAs: string): ExchangeStanding {
    const known = this.#standings.get(countedAs);
    if (known !== undefined) return known;
    const standing = new ExchangeStanding(this.#clock, this.#trialConnections, {
      isProvider: countedAs.startsWith('provider:'),
      onSuspected: (suspicion) => this.#onSuspected(countedAs, suspicion),
    });
    this.#standings.set(countedAs, standing);
    return standing;
  }
}
