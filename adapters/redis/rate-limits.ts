import { randomUUID } from 'node:crypto';
import type { RateLimits } from '../../src/ports/rate-limits.ts';
import { checkTake, type TakeOptions, type TakeResult } from '../stores/sliding-window.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger } from './reply-values.ts';
import type { ScriptTime } from './script-time.ts';
import { rateTake } from './scripts/rate-take.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

/** Exact limits shared by all processes that use the same Redis: one log of takes per subject. */
export class RedisRateLimits implements RateLimits {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #prefix: string;
  readonly #process = randomUUID();
  #takes = 0;

  constructor(dependencies: RedisStoreDependencies) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#prefix = `${dependencies.prefix}:rate:`;
  }

  async take(subject: string, options: TakeOptions): Promise<TakeResult> {
    checkTake(subject, options);
    this.#takes += 1;
    const waitMs = asInteger(
      await this.#redis.run(
        rateTake,
        this.#prefix + subject,
        String(options.limit),
        String(options.windowMs),
        `${this.#process}:${this.#takes}`,
        this.#time.nowArgument,
        this.#time.extraTtlArgument,
      ),
    );
    return waitMs < 0 ? { taken: true } : { taken: false, retryAfterMs: waitMs };
  }
}
