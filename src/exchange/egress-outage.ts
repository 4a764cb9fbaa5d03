import { getDomain } from 'tldts';
import { abortable } from '../concurrency/deadline.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { ConnectionError, EngineClosed } from '../errors.ts';
import { countedNetwork } from '../ip-address.ts';
import type { Clock } from '../ports/clock.ts';
import type { Dns } from '../ports/dns.ts';
import type { Egress } from '../ports/network-ports.ts';
import { anyHostGreets } from './canary-check.ts';
import { providerOf } from './provider.ts';

export interface EgressOutageDependencies {
  readonly clock: Clock;
  readonly dns: Dns;
  /** Without `checkWayOut`, there is nothing between this machine and the exchanges that could fail. */
  readonly egress: Pick<Egress, 'name' | 'smtp' | 'checkWayOut'>;
  readonly port: number;
  readonly canaries: readonly string[];
  /** Called when the egress is paused, because its route failed. */
  readonly onRest?: (cause: unknown, restMs: number) => void;
}

/** Nothing can be asked through an egress now, because its route failed. Says nothing about any address. */
export class EgressFailed extends Error {
  constructor(egress: string, cause: ConnectionError) {
    super(`The egress ${egress} failed. ${cause.message}`, { cause });
    this.name = 'EgressFailed';
  }
}

/** If this many providers are unreachable, and no exchange has sent a greeting since, the outage may be ours. */
const providersBeforeDoubt = 3;
const maxRememberedProviders = 100;
/** The canaries are connected to at most this often. Until then, the last result counts. */
const canaryIntervalMs = 60_000;
/** The first pause of an egress whose route failed. Each further one is twice as long, up to five minutes. */
const firstRestMs = 5_000;
const longestRestMs = 300_000;
const checkMs = 5_000;

const never = Number.NEGATIVE_INFINITY;

/**
 * Finds out whether one egress can reach mail servers. It is paused for a while when its route fails, such as a proxy that
 * is down. It is also at fault if exchanges of several providers cannot be reached, or do not greet it, no other has
 * greeted it since, and no canary does either, as when outgoing port 25 is blocked, or a proxy only claims to connect.
 */
export class EgressOutage {
  readonly #dependencies: EgressOutageDependencies;
  /** Providers and addresses that were unreachable since an exchange last greeted us. */
  readonly #unreachable = new Set<string>();
  /** How many providers those are. Names at one address count once, whoever owns them. */
  #unreachableProviders = 0;
  readonly #canaryFlight = new SingleFlight<boolean>();
  readonly #routeFlight = new SingleFlight<EgressFailed | undefined>();
  readonly #closing = new AbortController();
  #canaries = { checkedAt: never, greeted: false };
  #isShut = false;
  #rest = { endsAt: never, durationMs: 0 };
  #failure: ConnectionError | undefined;
  #failingSince: number | undefined;

  constructor(dependencies: EgressOutageDependencies) {
    this.#dependencies = dependencies;
  }

  recordGreeting(): void {
    this.#forgetUnreachable();
    this.#isShut = false;
    this.#failingSince = undefined;
    this.#rest = { endsAt: never, durationMs: 0 };
  }

  /**
   * No connection to an exchange could be made, or nobody greeted us on it. In doubt, asks the canaries, so that the answer
   * is known before a caller's patience ends.
   */
  recordUnreachable(host: string, address: string): void {
    const keys = [providerOf(host)?.id ?? getDomain(host) ?? host, countedNetwork(address)];
    const isNew = !keys.some((key) => this.#unreachable.has(key));
    if (this.#unreachableProviders < maxRememberedProviders)
      for (const key of keys) this.#unreachable.add(key);
    if (isNew) this.#unreachableProviders += 1;
    if (this.inDoubt) this.checkConnections(this.#closing.signal).catch(() => {});
  }

  /** The route itself failed. Begins a pause, unless one is under way. Returns the error for those who ask through it. */
  recordFailure(cause: ConnectionError): EgressFailed {
    const now = this.#now;
    this.#failure = cause;
    this.#failingSince ??= now;
    if (!this.isResting) {
      const durationMs = Math.min(longestRestMs, Math.max(firstRestMs, 2 * this.#rest.durationMs));
      this.#rest = { endsAt: now + durationMs, durationMs };
      this.#dependencies.onRest?.(cause, durationMs);
    }
    return new EgressFailed(this.#dependencies.egress.name, cause);
  }

  /** False if there is nothing between this machine and the exchanges. */
  get mayFail(): boolean {
    return this.#dependencies.egress.checkWayOut !== undefined;
  }

  /**
   * After a connection failed, returns why the route failed; the egress is then paused. Undefined if it works, or if the
   * signal fires before that is known. The check goes on when its callers leave: those in a hurry would never know.
   */
  async findFailure(signal: AbortSignal): Promise<EgressFailed | undefined> {
    if (!this.mayFail) return undefined;
    const closing = this.#closing.signal;
    const check = this.#routeFlight.run('route', closing, async (inner) => {
      try {
        await this.#dependencies.egress.checkWayOut?.({ timeoutMs: checkMs, signal: inner });
        return undefined;
      } catch (error) {
        if (inner.aborted || !(error instanceof ConnectionError)) throw error;
        return this.recordFailure(error);
      }
    });
    try {
      return await abortable(check, signal);
    } catch (error) {
      if (signal.aborted || closing.aborted) return undefined;
      throw error;
    }
  }

  /** Why the route failed the last time; undefined if it never did. */
  get failure(): ConnectionError | undefined {
    return this.#failure;
  }

  /** For how long the egress has not worked, in milliseconds: its route fails, or it reaches nothing. Else undefined. */
  get failingMs(): number | undefined {
    if (!this.isResting && !this.reachesNothing) return undefined;
    return this.#failingSince === undefined ? 0 : this.#now - this.#failingSince;
  }

  /** True while the egress is paused. Nothing must be asked through it. */
  get isResting(): boolean {
    return this.restMs > 0;
  }

  /** How long the egress is paused from now on, in milliseconds; 0 if it is not. */
  get restMs(): number {
    return Math.max(0, this.#rest.endsAt - this.#now);
  }

  get inDoubt(): boolean {
    return this.#unreachableProviders >= providersBeforeDoubt;
  }

  /** True if the canaries have shown within the last minute that no exchange can be reached. */
  get reachesNothing(): boolean {
    return this.#reachesAny === false;
  }

  /** True if no exchange of any provider seems to be reachable. Also true while the canaries have not answered yet. */
  get connectionsFail(): boolean {
    return this.#reachesAny !== true;
  }

  /** Returns `!connectionsFail`, but waits for the canaries. Rejects only with the signal's reason, or EngineClosed. */
  async checkConnections(signal: AbortSignal): Promise<boolean> {
    return this.#reachesAny ?? this.#askCanariesOnce(signal);
  }

  /** The check ends only with the engine: a caller who leaves must not have the canaries asked again by the next one. */
  #askCanariesOnce(signal: AbortSignal): Promise<boolean> {
    return abortable(
      this.#canaryFlight.run('canaries', this.#closing.signal, () => this.#askCanaries()),
      signal,
    );
  }

  /** Whether exchanges can be reached, by the last canary or exchange that was waited for. Asks nobody. */
  get isReachable(): boolean {
    return !this.#isShut && !this.isResting;
  }

  /** Has the canaries asked now, unless they were asked within the last minute, and returns `isReachable`. Never rejects. */
  async examine(): Promise<boolean> {
    const { canaries } = this.#dependencies;
    const isDue = this.#now - this.#canaries.checkedAt >= canaryIntervalMs;
    if (isDue && canaries.length > 0) await this.#askCanariesOnce(this.#closing.signal).catch(() => {});
    // Without canaries, whoever asks next finds out.
    else if (isDue) this.#isShut = false;
    return this.isReachable;
  }

  close(): void {
    this.#closing.abort(new EngineClosed());
  }

  get #now(): number {
    return steadyNow(this.#dependencies.clock);
  }

  /** Undefined in doubt, while the canaries were not asked within the last minute. */
  get #reachesAny(): boolean | undefined {
    if (!this.inDoubt) return true;
    return this.#now - this.#canaries.checkedAt < canaryIntervalMs ? this.#canaries.greeted : undefined;
  }

  #forgetUnreachable(): void {
    this.#unreachable.clear();
    this.#unreachableProviders = 0;
  }

  async #askCanaries(): Promise<boolean> {
    const { canaries, egress, clock, dns, port } = this.#dependencies;
    const network = { clock, dns, port, smtp: egress.smtp };
    const greeted = await anyHostGreets(canaries, network, this.#closing.signal);
    const now = this.#now;
    this.#canaries = { checkedAt: now, greeted };
    this.#isShut = !greeted;
    if (greeted) this.#forgetUnreachable();
    this.#failingSince = greeted ? undefined : (this.#failingSince ?? now);
    return greeted;
  }
}
