import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Turns the staged items into a job, which does not expire.
 *
 * KEYS[1] <job>
 * ARGV[1] creation number   [2] number of staged fields   [3] number of items
 * ARGV[4] the endpoints to tell of its end, separated by spaces   [5] and on: fields and values of the record
 *
 * Output: published | exists: another job has the id | lapsed: the staged items have expired
 */
export const jobPublish: RedisScript = {
  name: 'mailproofJobPublish',
  numberOfKeys: 1,
  lua: `${jobKeys}
local staged = part('staged:' .. ARGV[1])
if exists() then return 'exists' end
if redis.call('HLEN', staged) ~= tonumber(ARGV[2]) then return 'lapsed' end
redis.call('RENAME', staged, part('items'))
redis.call('PERSIST', part('items'))
redis.call('SET', part('marks'), string.rep('-', tonumber(ARGV[3])))
for endpoint in string.gmatch(ARGV[4], '%S+') do redis.call('SADD', part('announce'), endpoint) end
redis.call('HSET', part('record'), unpack(ARGV, 5))
return 'published'
`,
};
