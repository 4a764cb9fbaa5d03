import { boundedMap } from '../../bounded-map.ts';
import { blocksInForce, blocksKey, partsOfPlace } from '../../exchange/egress-blocks.ts';
import { providerOf, providerWithId } from '../../exchange/provider.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PauseReason } from '../../ports/leases.ts';
import type { ProbeAnswer } from '../session/probe-request.ts';

/** The egresses of an engine, and what they met lately. Contains no addresses. */
export interface EgressReports {
  /**
   * Returns all egresses as they are now. Connections, limits and pauses are those that this process has or
   * knows of; blocks are those of all processes of the store. Rejects with StorageUnavailable.
   */
  list(): Promise<readonly EgressState[]>;
  /**
   * Whether mail servers can be reached through any egress, by what this process met last; true until it has met anything.
   * False without an egress. Asks nobody.
   */
  readonly areReachable: boolean;
  /**
   * Finds out whether mail servers can be reached: connects to the canaries, at most once a minute, and takes up to 12
   * seconds. Never rejects. Says nothing about where the egresses are blocked: that is in `list`.
   */
  examine(): Promise<boolean>;
  /** Returns what this process did in the last hour and day. It is lost when the process ends. */
  history(): EgressHistory;
}

/** What happens to an egress. */
export type EgressEvent =
  /**
   * An exchange (`host:…`), or a provider with all of its exchanges (`provider:…`), blocks an egress, or one
   * domain that it hosts does (`provider:… domain:…`). It stays away until then, in milliseconds since the
   * Unix epoch. Found by this process; other processes of the store keep to it too, but to that of one domain
   * only when they have found it, too.
   */
  | {
      readonly kind: 'egress_blocked';
      readonly egress: string;
      readonly exchange: string;
      readonly until: number;
    }
  /** The route of an egress failed, such as its proxy. It is paused for `restMs`, in milliseconds. */
  | {
      readonly kind: 'egress_failed';
      readonly egress: string;
      readonly cause: unknown;
      readonly restMs: number;
    };

/** How an egress stands with an exchange, or with all exchanges of a provider, as far as this process knows. */
export interface ExchangeState {
  /** What connections are counted as: `provider:…` or `host:…`. */
  readonly exchange: string;
  /** Name of the provider, as in `email_provider`; null for an exchange of no known provider. */
  readonly provider: string | null;
  /** Connections of this process that are open, being opened, or closed but perhaps still counted by the server. */
  readonly connections: number;
  /** How many all processes together may have now. */
  readonly maxConnections: number;
  /** Recipients a second that may be asked about; null where no limit on them is known. */
  readonly recipientsPerSecond: number | null;
  /** Nobody is asked about there before then, as far as this process has found out; null if it may ask now. */
  readonly pausedUntil: number | null;
  /** Null unless it is paused. */
  readonly pauseReason: PauseReason | null;
  /** When this process last had an answer from there. */
  readonly lastAnsweredAt: number;
}

/** Something that blocks an egress, found out by any process of the store. */
export interface EgressBlockState {
  /** `provider:…` or `host:…`. */
  readonly exchange: string;
  readonly provider: string | null;
  /** Set if it blocks this egress for one domain alone. */
  readonly domain: string | null;
  readonly until: number;
}

/** The state of an egress. Times are milliseconds since the epoch. */
export interface EgressState {
  readonly name: string;
  /** When it is next tried, after its route failed, such as its proxy; null if it did not. */
  readonly restsUntil: number | null;
  /** The exchanges and providers that it has asked most recently, up to 1,000, the last one first. */
  readonly exchanges: readonly ExchangeState[];
  readonly blocks: readonly EgressBlockState[];
}

/** Returns an egress as it is now. Rejects if the cache fails. */
export async function readEgressState(
  egress: Pick<EgressState, 'name' | 'restsUntil'> & { exchangeStates(): readonly ExchangeState[] },
  { cache, clock }: { readonly cache: Cache; readonly clock: Clock },
): Promise<EgressState> {
  const entry = await cache.get(blocksKey(egress.name));
  const blocks = blocksInForce(entry, clock.now()).map(({ place, until }) => {
    const { host, provider: id, domain = null } = partsOfPlace(place);
    const exchange = id === undefined ? `host:${host ?? ''}` : `provider:${id}`;
    return { exchange, provider: providerNameOf(exchange), domain, until };
  });
  return { name: egress.name, restsUntil: egress.restsUntil, exchanges: egress.exchangeStates(), blocks };
}

/** Returns the name of the provider that connections are counted as, or whose host is; null if none is known. */
export function providerNameOf(countedAs: string): string | null {
  const { host, provider: id } = partsOfPlace(countedAs);
  if (host !== undefined) return providerOf(host)?.name ?? null;
  return providerWithId(id ?? '')?.name ?? id ?? null;
}

/** What happened through one egress at the exchanges of one provider in one step of time. */
export interface ActivityCounts {
  /** Recipients that a mail server has answered about, whatever it said. */
  readonly recipients: number;
  /** Recipients without an answer: no connection, or one that failed. */
  readonly failures: number;
  /** Signs of a limit: refusals and replies that show that we ask for more than a server allows. */
  readonly limits: number;
  /** Blocks that began. */
  readonly blocks: number;
  /** The most connections that were open to one provider, or one exchange of no known provider. */
  readonly mostConnections: number;
}

/** The activity of an egress at one provider, step by step. */
export interface ActivitySeries {
  /** Name of the egress. */
  readonly egress: string;
  /** Name of the provider, as in `email_provider`; null for the exchanges of no known provider together. */
  readonly provider: string | null;
  /** One for each step of the period, the oldest first; the last one is not over yet. */
  readonly steps: readonly ActivityCounts[];
}

/** The activity of all egresses over a period up to now. An egress has no series for a provider that it did not ask. */
export interface ActivityPeriod {
  readonly stepMs: number;
  /** When the first step begins, in milliseconds since the epoch. */
  readonly from: number;
  /** By egress and provider; that of no known provider is the last of its egress. */
  readonly series: readonly ActivitySeries[];
}

/** What this process has done lately. Other processes of the store have histories of their own. */
export interface EgressHistory {
  /** The last hour, in 60 steps of a minute. */
  readonly hour: ActivityPeriod;
  /** The last day, in 96 steps of a quarter of an hour. */
  readonly day: ActivityPeriod;
}

const nothing = { recipients: 0, failures: 0, limits: 0, blocks: 0, mostConnections: 0 };
type Counts = typeof nothing;

const periods = { hour: { stepMs: 60_000, steps: 60 }, day: { stepMs: 900_000, steps: 96 } } as const;
type Period = keyof typeof periods;

/** A series takes at most 20 KB, so that all take at most 20 MB. Those that were not used for longest make room. */
const maxSeries = 1_000;

type Steps = ({ readonly step: number; readonly counts: Counts } | undefined)[];

interface Series extends Readonly<Record<Period, Steps>> {
  readonly egress: string;
  readonly provider: string | null;
}

/** Counts the activity of egresses by provider, for an hour by minutes and a day by quarters of an hour, in memory only. */
export class EgressActivity {
  readonly #clock: Clock;
  /** By egress and provider. */
  readonly #series = boundedMap<string, Series>(maxSeries);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records an answer, with the connections that were open then to what they are counted as. */
  recordAnswer(
    egress: string,
    host: string,
    { kind, connections }: { kind: ProbeAnswer['kind']; connections: number },
  ): void {
    if (kind === 'paused' || kind === 'smtputf8-unsupported') return;
    this.#record(egress, providerOf(host)?.id, kind === 'reply' ? 'recipients' : 'failures', connections);
  }

  recordLimit(egress: string, host: string): void {
    this.#record(egress, providerOf(host)?.id, 'limits');
  }

  recordBlock(egress: string, place: string): void {
    const { host, provider } = partsOfPlace(place);
    this.#record(egress, provider ?? (host === undefined ? undefined : providerOf(host)?.id), 'blocks');
  }

  history(): EgressHistory {
    return { hour: this.#periodOf('hour'), day: this.#periodOf('day') };
  }

  #record(egress: string, id: string | undefined, field: keyof Counts, connections = 0): void {
    const key = `${egress} ${id ?? ''}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      const provider = id === undefined ? null : providerNameOf(`provider:${id}`);
      series = { egress, provider, hour: [], day: [] };
      this.#series.set(key, series);
    }
    const now = this.#clock.now();
    for (const period of ['hour', 'day'] as const) {
      const step = Math.floor(now / periods[period].stepMs);
      const place = step % periods[period].steps;
      let kept = series[period][place];
      if (kept?.step !== step) {
        kept = { step, counts: { ...nothing } };
        series[period][place] = kept;
      }
      kept.counts[field] += 1;
      kept.counts.mostConnections = Math.max(kept.counts.mostConnections, connections);
    }
  }

  #periodOf(period: Period): ActivityPeriod {
    const { stepMs, steps: length } = periods[period];
    const first = Math.floor(this.#clock.now() / stepMs) - length + 1;
    const series = Array.from(this.#series.values(), ({ egress, provider, [period]: kept }) => {
      const steps = Array.from({ length }, (_, index) => {
        const at = kept[(first + index) % length];
        return at?.step === first + index ? { ...at.counts } : nothing;
      });
      return { egress, provider, steps };
    });
    const active = series.filter(({ steps }) => steps.some((counts) => counts !== nothing));
    return { stepMs, from: first * stepMs, series: active.sort(byEgressAndProvider) };
  }
}

function byEgressAndProvider(one: ActivitySeries, other: ActivitySeries): number {
  if (one.egress !== other.egress) return one.egress < other.egress ? -1 : 1;
  if (one.provider === null || other.provider === null) return one.provider === null ? 1 : -1;
  return one.provider < other.provider ? -1 : 1;
}
