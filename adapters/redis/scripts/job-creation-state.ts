import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Returns the state of a job's creation.
 *
 * KEYS[1] <job>
 * ARGV[1] creation number
 *
 * Output: job, values of its fields | staged: being created | abandoned: this creation will never publish a job
 */
export const jobCreationState: RedisScript = {
  name: 'mailproofJobCreationState',
  numberOfKeys: 1,
  lua: `${jobKeys}
if exists() then return { 'job', readRecord() } end
return { redis.call('EXISTS', part('staged:' .. ARGV[1])) == 1 and 'staged' or 'abandoned' }
`,
};
