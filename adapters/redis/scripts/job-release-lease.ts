import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Releases the lease on a job.
 *
 * KEYS[1] <job>
 * ARGV[1] owner
 *
 * Output: null: no such job | 1: released | 0: not leased, or leased to another owner
 */
export const jobReleaseLease: RedisScript = {
  name: 'mailproofJobUnlease',
  numberOfKeys: 1,
  lua: `${jobKeys}
if not exists() then return false end
if redis.call('HGET', part('lease'), 'owner') ~= ARGV[1] then return 0 end
return redis.call('DEL', part('lease'))
`,
};
