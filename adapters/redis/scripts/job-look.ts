import type { RedisScript } from '../client.ts';
import { jobRecords } from './job-records.ts';

/**
 * What has become of a job whose creation began.
 *
 * KEYS[1] <job>
 * ARGV[1] ticket
 *
 * Output: job, values of its fields | staged: it is being created | gone: it never will be under this ticket
 */
export const jobLook: RedisScript = {
  name: 'mailproofJobLook',
  numberOfKeys: 1,
  lua: `${jobRecords}
if exists() then return { 'job', readRecord() } end
return { redis.call('EXISTS', part('staged:' .. ARGV[1])) == 1 and 'staged' or 'gone' }
`,
};
