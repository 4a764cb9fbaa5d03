import { randomUUID } from 'node:crypto';
import type { RateLimits } from '../../src/ports.ts';
import { checkTake, type TakeOptions, type TakeResult } from '../stores/sliding-window.ts';
import type { RedisConnection } from './connection.ts';
import { integerOf } from './reply.ts';
import type { ScriptTime } from './script-time.ts';
import { rateTake } from './scripts/rate-take.ts';

/** Exact over every process of the Redis: one sliding log per subject. */
export class RedisRateLimits implements RateLimits {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #prefix: string;
  readonly #process = randomUUID();
  #takes = 0;

  constructor(options: { redis: RedisConnection; time: ScriptTime; prefix: string }) {
    this.#redis = options.redis;
    this.#time = options.time;
    this.#prefix = `${options.prefix}:rate:`;
  }

  async take(subject: string, options: TakeOptions): Promise<TakeResult> {
    checkTake(subject, options);
    this.#takes += 1;
    const waitMs = integerOf(
      await this.#redis.run(
        rateTake,
        this.#prefix + subject,
        String(options.limit),
        String(options.windowMs),
        `${this.#process}:${this.#takes}`,
        this.#time.argument,
        this.#time.slackArgument,
      ),
    );
    return waitMs < 0 ? { taken: true } : { taken: false, retryAfterMs: waitMs };
  }
}
