import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Records once when a job was started, failed or settled, if its state allows that, and whether it was cancelled.
 *
 * KEYS[1] <job>
 * ARGV[1] startedAt | failedAt: of an unfinished job | settledAt: of a failed job   [2] at
 *      [3] 1 if the job was cancelled, else empty
 *
 * Output: null: no such job | 1: set, 0: not set; values of the job's fields
 */
export const jobSetTime: RedisScript = {
  name: 'mailproofJobSetTime',
  numberOfKeys: 1,
  lua: `${jobKeys}
if not exists() then return false end
local ends = redis.call('HMGET', part('record'), 'completedAt', 'failedAt')
local allowed = {
  startedAt = true,
  failedAt = not ends[1],
  settledAt = ends[2] and true or false,
}
local changed = 0
if allowed[ARGV[1]] then changed = redis.call('HSETNX', part('record'), ARGV[1], ARGV[2]) end
if changed == 1 and ARGV[3] == '1' then redis.call('HSET', part('record'), 'cancelled', '1') end
return { changed, readRecord() }
`,
};
