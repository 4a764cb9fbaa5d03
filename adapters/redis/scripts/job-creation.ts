import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/**
 * Changes the claim on an idempotency key, if it is still the one that the caller has read.
 *
 * KEYS[1] the claim: text "<creation number> <job id>"
 * ARGV[1] the claim read before, or empty   [2] the new claim, or empty to delete it
 *
 * Output: 1: changed | 0: another creator has changed the claim
 */
export const jobClaim: RedisScript = {
  name: 'mailproofJobClaim',
  numberOfKeys: 1,
  lua: `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2]) end
return 1
`,
};

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

/**
 * Deletes a job that is completed or settled. Redis frees the memory in the background.
 *
 * KEYS[1] <job>
 * ARGV[1] creation number
 *
 * Output: null: no such job | 1: deleted | 0: neither completed nor settled
 */
export const jobDelete: RedisScript = {
  name: 'mailproofJobDelete',
  numberOfKeys: 1,
  lua: `${jobKeys}
local values = redis.call('HMGET', part('record'), 'ticket', 'completedAt', 'settledAt')
if values[1] ~= ARGV[1] then return false end
if not values[2] and not values[3] then return 0 end
redis.call('UNLINK', part('record'), part('items'), part('marks'), part('results'), part('retries'), part('lease'),
  part('announce'))
return 1
`,
};
