import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Returns a page of the finished jobs.
 *
 * KEYS[1] sorted set of "<creation number> <id>" by the time when the job finished
 * ARGV[1] most jobs to return   [2] score, [3] member of the last job of the page before, or empty
 *
 * If that job is gone, the page begins with the first of those that finished in the same millisecond.
 *
 * Output: members, each followed by its score
 */
export const jobsAfter: RedisScript = {
  name: 'mailproofJobsAfter',
  numberOfKeys: 1,
  lua: `
local first = 0
if ARGV[2] ~= '' then
  local rank = redis.call('ZRANK', KEYS[1], ARGV[3])
  first = rank and rank + 1 or redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[2])
end
return redis.call('ZRANGE', KEYS[1], first, first + tonumber(ARGV[1]) - 1, 'WITHSCORES')
`,
};

/**
 * Returns the jobs that finished first.
 *
 * KEYS[1] sorted set of "<creation number> <id>" by the time when the job finished
 * ARGV[1] least age in ms   [2] most jobs to return   [3] now, or empty for the server time
 *
 * Output: members, oldest first
 */
export const jobsFinished: RedisScript = {
  name: 'mailproofJobsFinished',
  numberOfKeys: 1,
  lua: `${prelude}
local latest = millis(ARGV[3]) - tonumber(ARGV[1])
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', int(latest), 'LIMIT', 0, ARGV[2])
`,
};
