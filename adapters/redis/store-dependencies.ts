import type { RedisConnection } from './connection.ts';
import type { ScriptTime } from './script-time.ts';

/** What the stores of one Redis share. */
export interface RedisStoreDependencies {
  readonly redis: RedisConnection;
  readonly time: ScriptTime;
  /** First part of every key. */
  readonly prefix: string;
}
