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
  /** Signs of a limit: refusals and replies that show that we ask for more than a server bears. */
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
type Field = (typeof fields)[number];

const periods = {
  hour: { stepMs: 60_000, steps: 60 },
  day: { stepMs: 900_000, steps: 96 },
} as const;
type Period = keyof typeof periods;

/** A series takes about 5 KB, so that all take at most 5 MB. Those that were not used for longest make room. */
const maxSeries = 1_000;

/** Counts the activity of egresses by provider, for an hour by minutes and a day by quarters of an hour. In memory only. */
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
    answer: { kind: ProbeAnswer['kind']; connections: number },
  ): void {
    const field = fieldOf(answer.kind);
    if (field === undefined) return;
    const series = this.#seriesOf(egress, providerOf(host)?.id);
    const now = this.#clock.now();
    series.add(field, 1, now);
    series.raise('mostConnections', answer.connections, now);
  }

  /** A server has shown a limit. */
  recordLimit(egress: string, host: string): void {
    this.#seriesOf(egress, providerOf(host)?.id).add('limits', 1, this.#clock.now());
  }

  /** A block has begun. `place`: `host:…` or `provider:…`, perhaps with one domain there. */
  recordBlock(egress: string, place: string): void {
    const { host, provider } = partsOfPlace(place);
    const id = provider ?? (host === undefined ? undefined : providerOf(host)?.id);
    this.#seriesOf(egress, id).add('blocks', 1, this.#clock.now());
  }

  history(): EgressHistory {
    return { hour: this.#periodOf('hour'), day: this.#periodOf('day') };
  }

  #seriesOf(egress: string, providerId: string | undefined): Series {
    const key = `${egress} ${providerId ?? ''}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const series = new Series(egress, providerId);
    this.#series.set(key, series);
    return series;
  }

  #periodOf(period: Period): ActivityPeriod {
    const { stepMs, steps } = periods[period];
    const first = Math.floor(this.#clock.now() / stepMs) - steps + 1;
    const series = [...this.#series.values()].flatMap(({ egress, provider, [period]: counts }) =>
      counts.hasAnySince(first) ? [{ egress, provider, steps: counts.read(first) }] : [],
    );
    return { stepMs, from: first * stepMs, series: series.sort(byEgressAndProvider) };
  }
}

function byEgressAndProvider(one: ActivitySeries, other: ActivitySeries): number {
  if (one.egress !== other.egress) return one.egress < other.egress ? -1 : 1;
  if (one.provider === null || other.provider === null) return one.provider === null ? 1 : -1;
  return one.provider < other.provider ? -1 : 1;
}

function fieldOf(kind: ProbeAnswer['kind']): Field | undefined {
  switch (kind) {
    case 'reply':
      return 'recipients';
    case 'unreachable':
    case 'dialogue-failed':
      return 'failures';
    case 'paused':
    case 'smtputf8-unsupported':
      return undefined;
  }
}

class Series {
  readonly egress: string;
  readonly provider: string | null;
  readonly hour = new StepRing(periods.hour);
  readonly day = new StepRing(periods.day);

  constructor(egress: string, providerId: string | undefined) {
    this.egress = egress;
    this.provider = providers.find(({ id }) => id === providerId)?.name ?? providerId ?? null;
  }

  add(field: Field, by: number, now: number): void {
    for (const ring of [this.hour, this.day]) ring.change(field, now, (count) => count + by);
  }

  raise(field: Field, to: number, now: number): void {
    for (const ring of [this.hour, this.day]) ring.change(field, now, (count) => Math.max(count, to));
  }
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

  change(field: Field, now: number, next: (count: number) => number): void {
    const step = Math.floor(now / this.#stepMs);
    const place = step % this.#steps;
    if (this.#stepAt[place] !== step) {
      this.#stepAt[place] = step;
      this.#counts.fill(0, place * fields.length, (place + 1) * fields.length);
    }
    const index = place * fields.length + fields.indexOf(field);
    this.#counts[index] = next(this.#counts[index] ?? 0);
  }

  hasAnySince(first: number): boolean {
    return this.#stepAt.some((step) => step >= first && step < first + this.#steps);
  }

  /** Returns the counts of all steps from `first` on. */
  read(first: number): readonly ActivityCounts[] {
    return Array.from({ length: this.#steps }, (_, index) => {
      const step = first + index;
      const place = step % this.#steps;
      const isKept = this.#stepAt[place] === step;
      const count = (field: Field) =>
        isKept ? (this.#counts[place * fields.length + fields.indexOf(field)] ?? 0) : 0;
      return {
        recipients: count('recipients'),
        failures: count('failures'),
        limits: count('limits'),
        blocks: count('blocks'),
        mostConnections: count('mostConnections'),
      };
    });
  }
}
