import { boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import { canonicalAddress, countedNetwork, isLoopback } from '../ip-address.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import { ExchangePaces } from './pace/exchange-paces.ts';
import { connectionsForBulk, type PaceBounds, type PaceEvent } from './pace/pace.ts';
import { PaceStore } from './pace/pace-store.ts';
import type { CountedRecipients, RecipientAllowance, SentRecipients } from './pace/recipient-rate.ts';
import type { ExchangePolicies } from './policy.ts';

/** A limit on the connections that are counted under one key of the `Pacing` port. */
export interface ConnectionLimit {
  readonly key: string;
  /** What it limits: an exchange, or all exchanges of a provider, at any IP address; or an IP address under any name. */
  readonly scope: 'exchange' | 'address';
  /** It may change while a session waits for a lease, so it is read whenever one is asked for. */
  readonly maxConnections: number;
  /** The same for bulk work: where there are several, one is for single requests alone. */
  readonly maxForBulk: number;
}

/** How many leases there were under each limit of a connection, by its key, once the connection had its own. */
export type HeldLeases = ReadonlyMap<string, number>;

/** What happens to a connection. */
type ConnectionEvent =
  | Omit<Extract<PaceEvent, { kind: 'greeted' }>, 'connections'>
  | Omit<Extract<PaceEvent, { kind: 'refused' }>, 'connections'>;

export interface EgressLimitsDependencies {
  readonly clock: Clock;
  /** Keeps what was found out. Default: it ends with the process. */
  readonly cache?: Cache;
  /** Called with the key of a limit that has changed. */
  readonly onChange?: (key: string) => void;
}

/** How long a host counts as one that greets its clients. */
const greetingTtlMs = 3_600_000;

/**
 * What exchanges allow one egress, because they count by the address of their client: connections, recipients a second,
 * and whether they greet it. The keys of its limits carry its name, so that they are shared with the same egress of other processes.
 */
export class EgressLimits {
  readonly #egress: string;
  readonly #policies: ExchangePolicies;
  readonly #clock: Clock;
  readonly #paces: ExchangePaces;
  /** Until when each host counts as one that greets. */
  readonly #greeting = boundedMap<string, number>(20_000);
  /** By the key of an IP address. */
  readonly #addressBounds = boundedMap<string, PaceBounds>(20_000);

  constructor(egress: string, policies: ExchangePolicies, dependencies: EgressLimitsDependencies) {
    const { clock, cache, onChange = () => {} } = dependencies;
    const store = cache && new PaceStore({ cache, clock });
    this.#paces = new ExchangePaces(clock, onChange, store);
    this.#egress = egress;
    this.#policies = policies;
    this.#clock = clock;
  }

  /** Returns how many connections a host, or its provider, may have from this egress now. */
  maxConnections(host: string): number {
    return this.#paces.connections(this.exchangeKey(host), this.#policies.policyFor(host).connections);
  }

  /** The same for what connections are counted as: `host:…` or `provider:…`. */
  connectionsCountedAs(countedAs: string): number {
    const bounds = this.#policies.connectionsCountedAs(countedAs);
    return this.#paces.connections(`${this.#egress} ${countedAs}`, bounds);
  }

  /** Returns how many recipients a second it may be asked about; undefined where no limit on them is known. */
  recipientsPerSecond(countedAs: string): number | undefined {
    const bounds = this.#policies.connectionsCountedAs(countedAs);
    return this.#paces.recipientsPerSecond(`${this.#egress} ${countedAs}`, bounds);
  }

  /**
   * Records what happened to a connection, for the limits under which it was opened. `held`: how many connections there
   * were under each of them when it was opened. Where it was alone, a refusal shows nothing.
   */
  recordConnection(host: string, held: HeldLeases, event: ConnectionEvent): void {
    for (const [key, connections] of held)
      this.#paces.record(key, this.#boundsOf(key, host), { ...event, connections });
  }

  /**
   * Records that a reply to a recipient has arrived, on such a connection, that does not ask us to slow down. `isMissing`: the
   * recipient does not exist.
   */
  recordReply(host: string, keys: Iterable<string>, isMissing: boolean): void {
    for (const key of keys)
      this.#paces.record(key, this.#boundsOf(key, host), { kind: 'replied', isMissing });
  }

  /** Records that the server has accepted a recipient, on a connection with leases under these keys. */
  recordAccepted(host: string, keys: Iterable<string>): void {
    for (const key of keys) this.#paces.record(key, this.#boundsOf(key, host), { kind: 'accepted' });
  }

  /**
   * Records a reply that asks us to slow down, on a connection with leases under these keys. Returns for how long nobody
   * may be asked about at the host or its provider, in milliseconds; undefined if that is known from another such reply.
   * `counts`: what the server has counted. A provider counts at all of its addresses together, so that nothing is learnt about
   * the one that replied.
   */
  recordLimit(
    host: string,
    keys: Iterable<string> = [],
    counts: CountedRecipients = 'all',
  ): number | undefined {
    const exchangeKey = this.exchangeKey(host);
    const isProvider = this.#policies.policyFor(host).countedAs.startsWith('provider:');
    let restMs: number | undefined;
    for (const key of new Set([exchangeKey, ...(isProvider ? [] : keys)])) {
      const changed = this.#paces.record(key, this.#boundsOf(key, host), { kind: 'limited', counts });
      if (key === exchangeKey) restMs = changed;
    }
    return restMs;
  }

  /** Learns in the background what was found out before about the limits of connections to a host, with these keys. */
  recall(host: string, keys: Iterable<string>): void {
    for (const key of new Set([this.exchangeKey(host), ...keys]))
      this.#paces.recall(key, this.#boundsOf(key, host));
  }

  /** Resolves when nothing is under way any more. What is recorded later is not kept. */
  close(): Promise<void> {
    return this.#paces.close();
  }

  /** Returns how long nobody is to be asked about at a host or its provider, in milliseconds. */
  restMs(host: string): number {
    return this.#paces.restMs(this.exchangeKey(host));
  }

  /** Returns how many recipients may be sent now on a connection with leases under these keys. */
  recipientsAllowed(keys: Iterable<string>): RecipientAllowance {
    return this.#paces.recipientsAllowed(keys);
  }

  /** Returns how long no recipient may be sent there, in milliseconds. */
  msToRecipient(keys: Iterable<string>, kind: WorkShare['kind']): number {
    return this.#paces.msToRecipient(keys, kind);
  }

  /** Records recipients that are sent there now. */
  recordSent(keys: Iterable<string>, sent: SentRecipients): void {
    this.#paces.recordSent(keys, sent);
  }

  /**
   * Returns how many connections to a host may be open now. A host that has not greeted this egress within the last hour,
   * or not at the last attempt, gets one at a time: it may let connections hang.
   */
  connectionsTo(host: string): number {
    const greets = (this.#greeting.get(host) ?? 0) > steadyNow(this.#clock);
    return greets ? this.maxConnections(host) : 1;
  }

  /** Records whether a host has greeted us on a connection. */
  recordGreeting(host: string, greeted: boolean): void {
    this.#greeting.set(host, greeted ? steadyNow(this.#clock) + greetingTtlMs : 0);
  }

  /**
   * Returns the limits on a connection to a host at one of its IP addresses, in the order in which leases must be
   * acquired. The limit of an address does not depend on who connects to it, so that a name which some domain gave it
   * takes nothing from the provider behind it, and many names together get the connections of one. A loopback address
   * has no limit of its own: in a test network it stands for many exchanges. An IPv6 address has the limit of its /64,
   * and a key of its own to be paused by.
   */
  connectionLimits(host: string, address: string): readonly ConnectionLimit[] {
    const exchangeLimit = limitOf(this.exchangeKey(host), {
      scope: 'exchange',
      readMax: () => this.maxConnections(host),
    });
    const ownKey = this.addressKey(address);
    if (ownKey === undefined) return [exchangeLimit];
    const key = this.#keyOf(countedNetwork(address));
    const bounds = this.#widenBounds(key, this.#policies.policyFor(host).connections);
    const addressLimits = [...new Set([ownKey, key])].map((limitKey) => {
      this.#addressBounds.set(limitKey, bounds);
      return limitOf(limitKey, {
        scope: 'address',
        readMax: () => this.#paces.connections(limitKey, bounds),
      });
    });
    return [exchangeLimit, ...addressLimits];
  }

  /** Returns the key that stands for this egress at a host, or at all hosts of its provider. */
  exchangeKey(host: string): string {
    return `${this.#egress} ${this.#policies.policyFor(host).countedAs}`;
  }

  /**
   * Returns the keys that stand for the server at an IP address of a host, by whatever name. Its IPv6 /64 is not among
   * them: many customers of a hosting company may share that.
   */
  serverKeys(host: string, address: string): readonly string[] {
    const exchangeKey = this.exchangeKey(host);
    const ownKey = this.addressKey(address);
    return ownKey === undefined ? [exchangeKey] : [exchangeKey, ownKey];
  }

  /**
   * Returns the key that stands for this egress at the server at an IP address, by whatever name. Undefined for a
   * loopback address, which stands for many servers.
   */
  addressKey(address: string): string | undefined {
    return isLoopback(address) ? undefined : this.#keyOf(canonicalAddress(address));
  }

  #keyOf(network: string): string {
    return `${this.#egress} address:${network}`;
  }

  #boundsOf(key: string, host: string): PaceBounds {
    if (key === this.exchangeKey(host)) return this.#policies.policyFor(host).connections;
    return this.#addressBounds.get(key) ?? this.#policies.usualConnections;
  }

  /** The bounds of an address are the widest of all hosts seen there. */
  #widenBounds(key: string, bounds: PaceBounds): PaceBounds {
    const known = this.#addressBounds.get(key) ?? this.#policies.usualConnections;
    return bounds.ceiling > known.ceiling ? bounds : known;
  }
}

function limitOf(
  key: string,
  { scope, readMax }: { readonly scope: ConnectionLimit['scope']; readonly readMax: () => number },
): ConnectionLimit {
  return {
    key,
    scope,
    get maxConnections() {
      return readMax();
    },
    get maxForBulk() {
      return connectionsForBulk(readMax());
    },
  };
}
