import { boundedMap } from '../../bounded-map.ts';
import { partsOfPlace } from '../../exchange/egress-blocks.ts';
import { providerOf } from '../../exchange/provider.ts';
import { providers } from '../../exchange/providers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProbeAnswer } from '../session/probe-request.ts';

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

const fields = ['recipients', 'failures', 'limits', 'blocks', 'mostConnections'] as const;
type Field = Exclude<(typeof fields)[number], 'mostConnections'>;

const periods = {
  hour: { stepMs: 60_000, steps: 60 },
  day: { stepMs: 900_000, steps: 96 },
} as const;
type Period = keyof typeof periods;

/** A series takes about 5 KB, so that all take at most 5 MB. Those that were not used for longest make room. */
const maxSeries = 1_000;

interface Series {
  readonly egress: string;
  readonly provider: string | null;
  readonly rings: Readonly<Record<Period, StepRing>>;
}

/**
 * Counts the activity of egresses by provider, for an hour by minutes and a day by quarters of an hour. In
 * memory only.
 */
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

  /** A server has shown a limit. */
  recordLimit(egress: string, host: string): void {
    this.#record(egress, providerOf(host)?.id, 'limits');
  }

  /** A block has begun. `place`: `host:…` or `provider:…`, perhaps with one domain there. */
  recordBlock(egress: string, place: string): void {
    const { host, provider } = partsOfPlace(place);
    this.#record(egress, provider ?? (host === undefined ? undefined : providerOf(host)?.id), 'blocks');
  }

  history(): EgressHistory {
    return { hour: this.#periodOf('hour'), day: this.#periodOf('day') };
  }

  #record(egress: string, providerId: string | undefined, field: Field, connections = 0): void {
    const key = `${egress} ${providerId ?? ''}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      const provider = providers.find(({ id }) => id === providerId)?.name ?? providerId ?? null;
      const rings = { hour: new StepRing(periods.hour), day: new StepRing(periods.day) };
      series = { egress, provider, rings };
      this.#series.set(key, series);
    }
    const now = this.#clock.now();
    for (const ring of [series.rings.hour, series.rings.day]) ring.count(field, connections, now);
  }

  #periodOf(period: Period): ActivityPeriod {
    const { stepMs, steps } = periods[period];
    const first = Math.floor(this.#clock.now() / stepMs) - steps + 1;
    const series = [...this.#series.values()].flatMap(({ egress, provider, rings: { [period]: ring } }) =>
      ring.hasAnySince(first) ? [{ egress, provider, steps: ring.read(first) }] : [],
    );
    return { stepMs, from: first * stepMs, series: series.sort(byEgressAndProvider) };
  }
}

function byEgressAndProvider(one: ActivitySeries, other: ActivitySeries): number {
  if (one.egress !== other.egress) return one.egress < other.egress ? -1 : 1;
  if (one.provider === null || other.provider === null) return one.provider === null ? 1 : -1;
  return one.provider < other.provider ? -1 : 1;
}

/** Counts of the last steps of time. A step takes the place of the one a whole period before it. */
class StepRing {
  readonly #stepMs: number;
  readonly #steps: number;
  /** Which step each place has, counted from the epoch. */
  readonly #stepAt: Float64Array;
  readonly #counts: Uint32Array;

  constructor({ stepMs, steps }: { readonly stepMs: number; readonly steps: number }) {
    this.#stepMs = stepMs;
    this.#steps = steps;
    this.#stepAt = new Float64Array(steps).fill(Number.NaN);
    this.#counts = new Uint32Array(steps * fields.length);
  }

  count(field: Field, connections: number, now: number): void {
    const step = Math.floor(now / this.#stepMs);
    const place = step % this.#steps;
    const counts = this.#countsAt(place);
    if (this.#stepAt[place] !== step) counts.fill(0);
    this.#stepAt[place] = step;
    const [index, most] = [fields.indexOf(field), fields.indexOf('mostConnections')];
    counts[index] = (counts[index] ?? 0) + 1;
    counts[most] = Math.max(counts[most] ?? 0, connections);
  }

  hasAnySince(first: number): boolean {
    return this.#stepAt.some((step) => step >= first && step < first + this.#steps);
  }

  /** Returns the counts of all steps from `first` on. */
  read(first: number): readonly ActivityCounts[] {
    return Array.from({ length: this.#steps }, (_, index) => {
      const place = (first + index) % this.#steps;
      const isKept = this.#stepAt[place] === first + index;
      const [recipients = 0, failures = 0, limits = 0, blocks = 0, mostConnections = 0] = isKept
        ? this.#countsAt(place)
        : [];
      return { recipients, failures, limits, blocks, mostConnections };
    });
  }

  #countsAt(place: number): Uint32Array {
    return this.#counts.subarray(place * fields.length, (place + 1) * fields.length);
  }
}
