import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Lease, LeaseRenewal, Leases, PauseReason } from '../../../src/ports/leases.ts';
import { type AcquireResult, hashedKey, type LeaseOptions } from '../../stores/lease-waiters.ts';
import type { RedisConnection } from '../connection.ts';
import { asInteger, asList } from '../reply-values.ts';
import type { ScriptTime } from '../script-time.ts';
import { leaseAcquire, leasePause, leaseRelease, leaseRenew } from '../scripts/leases.ts';
import type { RedisStoreDependencies } from '../store-dependencies.ts';
import { LeaseQueue, type LeaseRequest, type LeaseResponse } from './lease-queue.ts';

/** How often a process with waiting callers repeats its request. */
const pollMs = 200;
/** A process that has sent no request for this long loses its place in the queue of processes. */
const queueTimeoutMs = 2_000;

/** Leases shared by all processes that use the same Redis. */
export class RedisLeases implements Leases {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #clock: Clock;
  readonly #prefix: string;
  readonly #process = randomUUID();
  /** By exchange; only those with waiting callers. */
  readonly #queues = new Map<string, LeaseQueue>();
  #requests = 0;

  constructor(dependencies: RedisStoreDependencies & { readonly clock: Clock }) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#clock = dependencies.clock;
    this.#prefix = dependencies.prefix;
    this.#redis.define(leaseAcquire, leasePause, leaseRelease, leaseRenew);
  }

  acquire(key: string, options: LeaseOptions): Promise<AcquireResult> {
    return this.#ensureQueue(hashedKey(key)).join(options);
  }

  async pause(key: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    const exchange = hashedKey(key);
    // The clock of this machine may differ from the server's, so only the duration is sent and returned.
    const durationMs = String(Math.max(0, Math.ceil(pause.until - this.#clock.now())));
    const args = [durationMs, pause.reason, this.#time.nowArgument, this.#time.extraTtlArgument];
    await this.#redis.run(leasePause, this.#key(exchange, 'pause'), ...args);
    this.#queues.get(exchange)?.request();
  }

  /** Rejects all waiting callers. */
  close(): void {
    for (const queue of this.#queues.values()) queue.close();
  }

  #ensureQueue(exchange: string): LeaseQueue {
    const known = this.#queues.get(exchange);
    if (known !== undefined) return known;
    const queue = new LeaseQueue({
      clock: this.#clock,
      pollMs,
      request: (request) => this.#request(exchange, request),
      leaveProcessQueue: () => this.#leaveProcessQueue(exchange),
      onEmpty: () => this.#queues.delete(exchange),
    });
    this.#queues.set(exchange, queue);
    return queue;
  }

  async #request(exchange: string, request: LeaseRequest): Promise<LeaseResponse> {
    this.#requests += 1;
    const id = `${this.#process}:${this.#requests}`;
    const reply = asList(
      await this.#redis.run(
        leaseAcquire,
        ...(['leases', 'pause', 'queue', 'places', 'limits', 'urgent', 'released'] as const).map((part) =>
          this.#key(exchange, part),
        ),
        String(request.max),
        String(request.leaseMs),
        id,
        this.#process,
        String(request.waiting),
        String(request.wanted),
        String(queueTimeoutMs),
        this.#time.nowArgument,
        this.#time.extraTtlArgument,
        request.urgent ? '1' : '0',
        request.isRemembered ? '1' : '0',
      ),
    );
    if (reply[0] === 'wait') return { kind: 'wait' };
    if (reply[0] === 'pause')
      return {
        kind: 'pause',
        until: this.#clock.now() + asInteger(reply[1]),
        reason: pauseReasonOf(reply[2]),
      };
    const leases = Array.from({ length: asInteger(reply[1]) }, (_, index) =>
      this.#lease(exchange, {
        id: index === 0 ? id : `${id}:${index + 1}`,
        held: asInteger(reply[2]) + index + 1,
        releasedBefore: asInteger(reply[3]) === 1,
        request,
      }),
    );
    return { kind: 'leases', leases };
  }

  #lease(
    exchange: string,
    {
      id,
      request,
      ...granted
    }: Pick<Lease, 'held' | 'releasedBefore'> & { id: string; request: LeaseRequest },
  ): Lease {
    const [leases, urgent] = [this.#key(exchange, 'leases'), this.#key(exchange, 'urgent')];
    return {
      kind: 'lease',
      ...granted,
      renew: async () => {
        const args = [id, String(request.leaseMs), this.#time.nowArgument, this.#time.extraTtlArgument];
        return renewalOf(asInteger(await this.#redis.run(leaseRenew, leases, urgent, ...args)));
      },
      release: async () => {
        if (request.isRemembered) {
          const args = [id, this.#time.nowArgument, this.#time.extraTtlArgument];
          await this.#redis.run(leaseRelease, leases, this.#key(exchange, 'released'), ...args);
        } else await this.#redis.command('ZREM', leases, id);
        this.#queues.get(exchange)?.request();
      },
    };
  }

  /** If Redis cannot be reached, the entry expires by itself. */
  #leaveProcessQueue(exchange: string): void {
    for (const part of ['queue', 'places', 'urgent'] as const)
      this.#redis.command('ZREM', this.#key(exchange, part), this.#process).catch(() => {});
    const fields = [this.#process, `${this.#process}:passed`];
    this.#redis.command('HDEL', this.#key(exchange, 'limits'), ...fields).catch(() => {});
  }

  /** One hash tag per exchange keeps all keys of a script in one cluster slot. */
  #key(
    exchange: string,
    part: 'leases' | 'pause' | 'queue' | 'places' | 'limits' | 'urgent' | 'released',
  ): string {
    return `{${this.#prefix}:leases:${exchange}}:${part}`;
  }
}

function renewalOf(reply: number): LeaseRenewal {
  if (reply === 0) return 'ended';
  return reply === 1 ? 'renewed' : 'wanted';
}

function pauseReasonOf(reason: unknown): PauseReason {
  if (reason === 'limited' || reason === 'blocked') return reason;
  throw new TypeError('The reason of a pause was expected.');
}
