import type { RedisScript } from '../client.ts';
import { jobRecords } from './job-records.ts';

/**
 * Takes or renews the lease on a job that is neither completed nor failed and settled.
 *
 * KEYS[1] <job>
 * ARGV[1] owner   [2] now   [3] until
 *
 * Output: nothing: no such job | 1: the owner has it | 0: another has it, or nobody can
 */
export const jobLease: RedisScript = {
  name: 'mailproofJobLease',
  numberOfKeys: 1,
  lua: `${jobRecords}
if not exists() then return false end
local ends = redis.call('HMGET', part('record'), 'completedAt', 'settledAt')
if ends[1] or ends[2] then return 0 end
local held = redis.call('HMGET', part('lease'), 'owner', 'until')
if held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', part('lease'), 'owner', ARGV[1], 'until', ARGV[3])
return 1
`,
};
