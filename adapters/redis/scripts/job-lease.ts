import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Acquires or renews the lease on a job, unless the job is completed or settled.
 *
 * KEYS[1] <job>
 * ARGV[1] owner   [2] now   [3] until
 *
 * Output: null: no such job | 1: leased | 0: leased to another owner, or completed, or settled
 */
export const jobLease: RedisScript = {
  name: 'mailproofJobLease',
  numberOfKeys: 1,
  lua: `${jobKeys}
if not exists() then return false end
local ends = redis.call('HMGET', part('record'), 'completedAt', 'settledAt')
if ends[1] or ends[2] then return 0 end
local held = redis.call('HMGET', part('lease'), 'owner', 'until')
if held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', part('lease'), 'owner', ARGV[1], 'until', ARGV[3])
return 1
`,
};
