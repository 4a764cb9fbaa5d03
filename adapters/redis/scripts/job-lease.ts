import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';
import { prelude } from './prelude.ts';

/**
 * Acquires or renews the lease on a job, unless the job is completed or settled.
 *
 * KEYS[1] <job>
 * ARGV[1] owner   [2] now, empty for the server's time   [3] duration in ms
 *
 * A lease of another owner that seems to last longer than at first was acquired before the clock was set back. It is
 * shortened to its duration.
 *
 * Output: null: no such job | 1: leased | 0: leased to another owner, or completed, or settled
 */
export const jobLease: RedisScript = {
  name: 'mailproofJobLease',
  numberOfKeys: 1,
  lua: `${prelude}${jobKeys}
if not exists() then return false end
local over = redis.call('HMGET', part('record'), 'completedAt', 'settledAt')
if over[1] or over[2] then return 0 end
local now = millis(ARGV[2])
local held = redis.call('HMGET', part('lease'), 'owner', 'until', 'durationMs')
if held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) > now then
  local longestUntil = now + tonumber(held[3])
  if tonumber(held[2]) > longestUntil then
    redis.call('HSET', part('lease'), 'until', int(longestUntil))
  end
  return 0
end
local ends = int(now + tonumber(ARGV[3]))
redis.call('HSET', part('lease'), 'owner', ARGV[1], 'until', ends, 'durationMs', ARGV[3])
return 1
`,
};
