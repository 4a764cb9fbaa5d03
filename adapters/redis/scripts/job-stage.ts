import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Stages some items of a job that is being created. They expire unless more follow.
 *
 * KEYS[1] <job>
 * ARGV[1] creation number   [2] time to live in ms   [3] and on: fields and values of the hash of items
 */
export const jobStage: RedisScript = {
  name: 'mailproofJobStage',
  numberOfKeys: 1,
  lua: `${jobKeys}
local staged = part('staged:' .. ARGV[1])
redis.call('HSET', staged, unpack(ARGV, 3))
redis.call('PEXPIRE', staged, ARGV[2])
return 1
`,
};
