import type { RedisScript } from '../client.ts';
import { jobRecords } from './job-records.ts';

/**
 * Notes when a job was started, failed, or settled, where that may be and was not noted before.
 *
 * KEYS[1] <job>
 * ARGV[1] startedAt | failedAt: of an unfinished job | settledAt: of a failed job   [2] at
 *
 * Output: nothing: no such job | 1 noted, 0 not; values of the job's fields
 */
export const jobStep: RedisScript = {
  name: 'mailproofJobStep',
  numberOfKeys: 1,
  lua: `${jobRecords}
if not exists() then return false end
local ends = redis.call('HMGET', part('record'), 'completedAt', 'failedAt')
local allowed = {
  startedAt = true,
  failedAt = not ends[1],
  settledAt = ends[2] and true or false,
}
local noted = 0
if allowed[ARGV[1]] then noted = redis.call('HSETNX', part('record'), ARGV[1], ARGV[2]) end
return { noted, readRecord() }
`,
};
