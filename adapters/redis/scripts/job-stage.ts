import type { RedisScript } from '../client.ts';
import { jobRecords } from './job-records.ts';

/**
 * Sets down some of the items of a job that is being created. They go by themselves if their creator does.
 *
 * KEYS[1] <job>
 * ARGV[1] ticket   [2] ms to live   [3] and on: fields and values of the hash of items
 */
export const jobStage: RedisScript = {
  name: 'mailproofJobStage',
  numberOfKeys: 1,
  lua: `${jobRecords}
local staged = part('staged:' .. ARGV[1])
redis.call('HSET', staged, unpack(ARGV, 3))
redis.call('PEXPIRE', staged, ARGV[2])
return 1
`,
};
