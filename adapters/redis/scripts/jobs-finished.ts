import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

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
