import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Acquires or renews the lease on a job, unless the job is completed or settled.
 *
 * KEYS[1] <job>
 * ARGV[1] owner   [2] now   [3] until
 *
 * A lease of another owner that seems to last longer than at first was acquired before the clock was set back. It is
 * shortened to its duration.
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
local now = tonumber(ARGV[2])
local held = redis.call('HMGET', part('lease'), 'owner', 'until', 'durationMs')
if held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) > now then
  local longestUntil = now + (tonumber(held[3] or '') or math.huge)
  if tonumber(held[2]) > longestUntil then
    redis.call('HSET', part('lease'), 'until', string.format('%.0f', longestUntil))
  end
  return 0
end
local durationMs = string.format('%.0f', tonumber(ARGV[3]) - now)
redis.call('HSET', part('lease'), 'owner', ARGV[1], 'until', ARGV[3], 'durationMs', durationMs)
return 1
`,
};
