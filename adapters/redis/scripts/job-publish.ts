import type { RedisScript } from '../client.ts';
import { jobRecords } from './job-records.ts';

/**
 * Makes a job of what was staged: from here on it is there, and is kept.
 *
 * KEYS[1] <job>
 * ARGV[1] ticket   [2] how many fields were staged   [3] how many items
 * ARGV[4] and on: fields and values of the record
 *
 * Output: published | exists: another job has the id | lapsed: too much time has passed, nothing is staged any more
 */
export const jobPublish: RedisScript = {
  name: 'mailproofJobPublish',
  numberOfKeys: 1,
  lua: `${jobRecords}
local staged = part('staged:' .. ARGV[1])
if exists() then return 'exists' end
if redis.call('HLEN', staged) ~= tonumber(ARGV[2]) then return 'lapsed' end
redis.call('RENAME', staged, part('items'))
redis.call('PERSIST', part('items'))
redis.call('SET', part('marks'), string.rep('-', tonumber(ARGV[3])))
redis.call('HSET', part('record'), unpack(ARGV, 4))
return 'published'
`,
};
