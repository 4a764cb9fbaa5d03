import { randomUUID } from 'node:crypto';
import type { Clock, Pacing, PacingLease, PacingPause, PauseReason } from '../../../src/ports.ts';
import type { RedisConnection } from '../connection.ts';
import { integerOf, listOf } from '../reply.ts';
import type { ScriptTime } from '../script-time.ts';
import { pacingAcquire } from '../scripts/pacing-acquire.ts';
import { pacingPause } from '../scripts/pacing-pause.ts';
import { pacingRenew } from '../scripts/pacing-renew.ts';
import { ExchangeLine, type LeaseReply, type LeaseRequest, type Wish } from './lease-queue.ts';

/** A process that waits asks this often, and has lost its place when it has not asked for so long. */
const askEveryMs = 200;
const patienceMs = 2_000;

/** Limits over every process of the Redis. */
export class RedisPacing implements Pacing {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #clock: Clock;
  readonly #prefix: string;
  readonly #process = randomUUID();
  /** Of the exchanges for which somebody here waits. */
  readonly #lines = new Map<string, ExchangeLine>();
  #requests = 0;

  constructor(options: { redis: RedisConnection; time: ScriptTime; clock: Clock; prefix: string }) {
    this.#redis = options.redis;
    this.#time = options.time;
    this.#clock = options.clock;
    this.#prefix = options.prefix;
  }

  acquire(exchange: string, options: Wish): Promise<PacingLease | PacingPause> {
    return this.#line(exchange).join(options);
  }

  async pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    const until = String(Math.ceil(pause.until));
    const words = [until, pause.reason, this.#time.argument, this.#time.slackArgument];
    await this.#redis.run(pacingPause, this.#key(exchange, 'pause'), ...words);
    this.#lines.get(exchange)?.ask();
  }

  /** Those who wait are told that the stores were closed. */
  close(): void {
    for (const line of this.#lines.values()) line.close();
  }

  #line(exchange: string): ExchangeLine {
    const known = this.#lines.get(exchange);
    if (known !== undefined) return known;
    const line = new ExchangeLine({
      clock: this.#clock,
      askEveryMs,
      request: (request) => this.#request(exchange, request),
      giveUp: () => this.#leaveQueue(exchange),
      emptied: () => this.#lines.delete(exchange),
    });
    this.#lines.set(exchange, line);
    return line;
  }

  async #request(exchange: string, request: LeaseRequest): Promise<LeaseReply> {
    this.#requests += 1;
    const id = `${this.#process}:${this.#requests}`;
    const reply = listOf(
      await this.#redis.run(
        pacingAcquire,
        ...(['leases', 'pause', 'queue', 'places'] as const).map((part) => this.#key(exchange, part)),
        String(request.maxConnections),
        String(request.leaseMs),
        id,
        this.#process,
        String(request.waiting),
        String(request.wanted),
        String(patienceMs),
        this.#time.argument,
        this.#time.slackArgument,
      ),
    );
    if (reply[0] === 'wait') return { kind: 'wait' };
    if (reply[0] === 'pause')
      return { kind: 'pause', until: integerOf(reply[1]), reason: pauseReasonOf(reply[2]) };
    const leases = Array.from({ length: integerOf(reply[1]) }, (_, index) =>
      this.#lease(exchange, index === 0 ? id : `${id}:${index + 1}`, request.leaseMs),
    );
    return { kind: 'leases', leases };
  }

  #lease(exchange: string, id: string, leaseMs: number): PacingLease {
    const leases = this.#key(exchange, 'leases');
    return {
      kind: 'lease',
      renew: async () => {
        const words = [id, String(leaseMs), this.#time.argument, this.#time.slackArgument];
        return integerOf(await this.#redis.run(pacingRenew, leases, ...words)) === 1;
      },
      release: async () => {
        await this.#redis.command('ZREM', leases, id);
        this.#lines.get(exchange)?.ask();
      },
    };
  }

  /** If it cannot be told, the place lapses by itself. */
  #leaveQueue(exchange: string): void {
    for (const part of ['queue', 'places'] as const) {
      this.#redis.command('ZREM', this.#key(exchange, part), this.#process).catch(() => {});
    }
  }

  /** One hash tag per exchange: what a script touches is in one slot of a cluster. */
  #key(exchange: string, part: 'leases' | 'pause' | 'queue' | 'places'): string {
    return `{${this.#prefix}:pacing:${exchange}}:${part}`;
  }
}

function pauseReasonOf(reason: unknown): PauseReason {
  if (reason === 'unreachable' || reason === 'limited' || reason === 'blocked') return reason;
  throw new TypeError('The reason of a pause was expected.');
}
