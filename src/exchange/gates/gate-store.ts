import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import { type MetLimit, type PaceBounds, type PaceState, startPace } from '../pace/pace.ts';
import { type FoundRate, knownRate } from '../pace/recipient-rate.ts';
import type { KeptGate } from './kept-gate.ts';

/**
 * What is kept of the pace of a gate, as JSON: what was found out about limits, by the time of day. How fast greetings are,
 * and what is under way, is not kept.
 */
interface PaceRecord {
  readonly connections: number;
  readonly limit?: MetLimit;
  readonly rate?: Pick<FoundRate, 'counts' | 'perSecond' | 'windowMs' | 'retryAt' | 'holdMs'>;
}

/** Two readings of one clock: by which a state counts, and the time of day. */
interface ClockReading {
  readonly steady: number;
  readonly now: number;
}

/** How long a pace that does not change is kept. */
const ttlMs = 3_600_000;
const writeDelayMs = 5_000;
const rereadMs = 60_000;

/**
 * Keeps the paces of gates in the cache, so that they outlive the process, and other processes of the egress begin with
 * them. It reads each of them at most once a minute, and writes what has changed at most every five seconds. All that
 * happens in the background: a cache that fails or loses entries costs what was found out, no more.
 */
export class GateStore {
  readonly #ports: { readonly cache: Cache; readonly clock: Clock };
  /** When each gate was read last, or began to be, by key: the gate itself may have been dropped meanwhile. */
  readonly #readAt = boundedMap<string, number>(20_000);
  /** Keys of gates that are being read: when they were may be forgotten meanwhile. */
  readonly #asking = new Set<string>();
  readonly #changed = new Set<KeptGate>();
  readonly #underWay = new Set<Promise<void>>();
  #cancelWrite: (() => void) | undefined;
  #closed = false;

  constructor(ports: { readonly cache: Cache; readonly clock: Clock }) {
    this.#ports = ports;
  }

  /**
   * Reads what is kept of a gate, unless that was done within the last minute, and has the gate adopt it: at later times
   * only if another process has written it. `onFound` is called before.
   */
  read(gate: KeptGate, onFound: (pace: PaceState) => void): void {
    const now = steadyNow(this.#ports.clock);
    const { key, wasRead } = gate;
    const readAt = this.#readAt.get(key);
    if (this.#closed || this.#asking.has(key) || (readAt !== undefined && now - readAt < rereadMs)) return;
    gate.wasRead = true;
    this.#readAt.set(key, now);
    this.#asking.add(key);
    this.#run(async () => {
      const entry = await this.#ports.cache.get(paceCacheKey(key)).finally(() => this.#asking.delete(key));
      if (wasRead && entry?.value === gate.written?.value) return;
      const pace = entry && parsePace(entry.value, gate.rules.bounds, this.#reading);
      if (pace === undefined || this.#closed) return;
      onFound(pace);
      gate.adopt(pace, wasRead ? readAt : undefined);
    });
  }

  /** Writes the pace of a gate soon. */
  write(gate: KeptGate): void {
    if (this.#closed) return;
    this.#changed.add(gate);
    this.#cancelWrite ??= this.#ports.clock.after(writeDelayMs, () => this.#writeChanged(), {
      background: true,
    });
  }

  /** Resolves when nothing is under way. What was to be written soon is not. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWrite?.();
    this.#changed.clear();
    await Promise.all(this.#underWay);
  }

  #writeChanged(): void {
    this.#cancelWrite = undefined;
    const now = this.#ports.clock.now();
    for (const gate of this.#changed) {
      const value = formatPace(gate.gate.pace, gate.rules.bounds, this.#reading);
      const { written } = gate;
      const isKept = written?.value === value && written !== undefined && written.expiresAt - now > ttlMs / 2;
      if (value === undefined || isKept) continue;
      const entry = { value, expiresAt: now + ttlMs };
      gate.written = entry;
      this.#run(() => this.#ports.cache.set(paceCacheKey(gate.key), entry));
    }
    this.#changed.clear();
  }

  get #reading(): ClockReading {
    return { steady: steadyNow(this.#ports.clock), now: this.#ports.clock.now() };
  }

  #run(work: () => Promise<void>): void {
    const running = work()
      .catch(() => {})
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }
}

/** Returns the key in the cache of what is kept of a gate. `key`: that of its limits. */
export function paceCacheKey(key: string): string {
  return `pace:${key}`;
}

/** Returns undefined if nothing has been found out. */
export function formatPace(
  { connections, limit, rate: { found } }: PaceState,
  bounds: PaceBounds,
  { steady, now }: ClockReading,
): string | undefined {
  const { connections: atFirst } = startPace(bounds, steady);
  if (connections === atFirst && limit === undefined && found === undefined) return undefined;
  const byTimeOfDay = (at: number) => Math.round(at - steady + now);
  const record: PaceRecord = {
    connections,
    ...(limit && { limit: { ...limit, retryAt: byTimeOfDay(limit.retryAt) } }),
    ...(found && {
      rate: {
        counts: found.counts,
        // Of a server that counts over an hour, it may be one in some minutes.
        perSecond: Number(found.perSecond.toPrecision(3)),
        windowMs: Math.round(found.windowMs),
        retryAt: byTimeOfDay(found.retryAt),
        holdMs: found.holdMs,
      },
    }),
  };
  return JSON.stringify(record);
}

/** Returns the state that was kept. Undefined if the text is none, or one that cannot be. */
export function parsePace(
  text: string,
  bounds: PaceBounds,
  { steady, now }: ClockReading,
): PaceState | undefined {
  const record = parseRecord(text);
  if (record === undefined) return undefined;
  const { connections, limit, rate } = record;
  // If the clock was set back since, nothing is held for longer than at first.
  const bySteady = <Held extends { readonly retryAt: number; readonly holdMs: number }>(
    held: Held,
  ): Held => ({
    ...held,
    retryAt: steady + Math.min(held.retryAt - now, held.holdMs),
  });
  const start = startPace(bounds, steady);
  return {
    ...start,
    connections: Math.max(1, Math.min(Math.floor(connections), bounds.ceiling)),
    limit: limit && bySteady(limit),
    rate: { ...start.rate, found: rate && knownRate(bySteady(rate), steady) },
  };
}

function parseRecord(text: string): PaceRecord | undefined {
  try {
    const record: PaceRecord = JSON.parse(text);
    const { connections, limit, rate } = record;
    const held = [limit, rate].flatMap((each) => (each === undefined ? [] : [each.retryAt, each.holdMs]));
    const numbers = [
      connections,
      limit?.connections ?? 1,
      rate?.perSecond ?? 1,
      rate?.windowMs ?? 1,
      ...held,
    ];
    const isRate = rate === undefined || rate.counts === 'all' || rate.counts === 'missing';
    return isRate && numbers.every((each) => typeof each === 'number' && each > 0) ? record : undefined;
  } catch {
    return undefined;
  }
}
