import type { RedisScript } from '../client.ts';
import { jobRecords } from './job-records.ts';

/**
 * Gives the lease on a job back.
 *
 * KEYS[1] <job>
 * ARGV[1] owner
 *
 * Output: nothing: no such job | 1: given back | 0: another has it, or nobody
 */
export const jobReleaseLease: RedisScript = {
  name: 'mailproofJobUnlease',
  numberOfKeys: 1,
  lua: `${jobRecords}
if not exists() then return false end
if redis.call('HGET', part('lease'), 'owner') ~= ARGV[1] then return 0 end
return redis.call('DEL', part('lease'))
`,
};
